import assert from 'node:assert/strict';
import { limitsOf, limitViolation } from '../../src/api/limits.ts';
import { isOptional } from '../../src/api/routes.ts';
import type {
  RequestInput,
  ListItem,
  ListRoute,
  OptionalRoute,
  SuccessReply,
  Result,
  Route,
  Schema,
} from '../../src/api/routes.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if the type argument is `true`. */
function holds<_ extends true>(): void {}

describe('types of the routes', () => {
  it('name the path parameters', () => {
    holds<Same<RequestInput<'DELETE /spaces/{spaceId}'>, { spaceId: string }>>();
    type Removal = RequestInput<'DELETE /orgs/{organizationId}/members/{userId}'>;
    holds<Same<Removal, { organizationId: string; userId: string }>>();
  });

  it('allow optional members to be omitted or undefined', () => {
    const shareKey: string | undefined = undefined;
    const inputs: RequestInput<'GET /spaces/{spaceId}'>[] = [
      { spaceId: 'a' },
      { spaceId: 'a', query: undefined },
      { spaceId: 'a', query: { shareKey } },
    ];
    const none: RequestInput<'GET /user'> = {};
    assert.equal(inputs.length + Object.keys(none).length, 3);
  });

  it('require a query and a body where the operation needs one', () => {
    holds<Same<Pick<RequestInput<'GET /orgs/{organizationId}/search'>, 'query'>['query']['query'], string>>();
    // @ts-expect-error A search needs a query.
    const search: RequestInput<'GET /orgs/{organizationId}/search'> = { organizationId: 'a' };
    // @ts-expect-error A team needs a title.
    const team: RequestInput<'PUT /orgs/{organizationId}/teams'> = { organizationId: 'a', body: {} };
    type StatusInput = RequestInput<'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}'>;
    // @ts-expect-error The status "merged" cannot be set.
    const status: StatusInput['body'] = { status: 'merged' };
    assert.ok(search && team && status);
  });

  it('distinguish the replies by status', () => {
    type Spec = Schema<'OpenApiSpec'>;
    type Put = SuccessReply<'PUT /orgs/{organizationId}/openapi/{specSlug}'>;
    holds<Same<Put, { status: 200; body: Spec } | { status: 201; body: Spec }>>();
    holds<Same<SuccessReply<'DELETE /spaces/{spaceId}'>['status'], 204 | 205>>();
    holds<Same<SuccessReply<'DELETE /orgs/{organizationId}/members/{userId}'>['status'], 202 | 204 | 205>>();
    holds<Same<SuccessReply<'POST /spaces/{spaceId}/comments'>['status'], 200>>();
  });

  it('give the resource type that an operation returns', () => {
    holds<Same<Result<'GET /spaces/{spaceId}'>, Schema<'Space'>>>();
    holds<Same<Result<'DELETE /spaces/{spaceId}'>, undefined>>();
    type Publish = Result<'POST /orgs/{organizationId}/sites/{siteId}/publish'>;
    holds<Same<Publish, Schema<'Site'> | Schema<'Checkout'>>>();
  });

  it('mark the paged operations', () => {
    holds<'GET /spaces/{spaceId}/links' extends ListRoute ? true : false>();
    holds<'GET /orgs/{organizationId}/sso' extends ListRoute ? false : true>();
    holds<Same<ListItem<'GET /spaces/{spaceId}/comments'>, Schema<'Comment'>>>();
  });

  it('mark the optional operations', () => {
    holds<OptionalRoute extends Route ? true : false>();
    assert.equal(isOptional('GET /user'), true);
    assert.equal(isOptional('GET /orgs'), false);
  });
});

describe('input limits', () => {
  const changeRequest = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
  const spec = 'POST /orgs/{organizationId}/openapi';

  it('equal those of the contract', () => {
    assert.deepEqual(limitsOf('PATCH /orgs/{organizationId}', 'title'), { minLength: 2, maxLength: 255 });
    assert.deepEqual(limitsOf(changeRequest, 'nothing'), {});
  });

  it('are reported with the typed length', () => {
    const message = limitViolation(changeRequest, 'subject', 'x'.repeat(120));
    assert.equal(message, 'Subject can have at most 100 characters; this has 120.');
    assert.equal(limitViolation(changeRequest, 'subject', 'x'.repeat(100)), undefined);
  });

  it('count an emoji as one character', () => {
    assert.equal(limitViolation('PATCH /spaces/{spaceId}', 'title', '🦉'.repeat(50)), undefined);
    assert.match(limitViolation('PATCH /spaces/{spaceId}', 'title', '🦉'.repeat(51)) ?? '', /this has 51/);
  });

  it('report input that is too short or empty', () => {
    const route = 'PATCH /orgs/{organizationId}';
    assert.equal(limitViolation(route, 'title', ''), 'Title cannot be empty.');
    assert.equal(limitViolation(route, 'title', 'x'), 'Title must have at least 2 characters; this has 1.');
  });

  it('describe a pattern in words', () => {
    const message = limitViolation(spec, 'slug', 'My API');
    assert.equal(message, 'Slug can have small letters, digits and single hyphens between them only.');
    assert.equal(limitViolation(spec, 'slug', 'my-api'), undefined);
  });

  it('apply to a member of a body', () => {
    assert.deepEqual(limitsOf(spec, 'source.text'), { minLength: 1 });
    assert.match(
      limitViolation(spec, 'source.url', `https://a.b/${'x'.repeat(2048)}`) ?? '',
      /^URL can have at most 2048/,
    );
  });

  it('list the allowed values', () => {
    assert.equal(limitViolation(changeRequest, 'status', 'merged'), 'Status must be one of draft, open, archived.');
    assert.equal(limitViolation('PATCH /orgs/{organizationId}/members/{userId}', 'role', null), undefined);
    assert.equal(limitViolation(changeRequest, 'status', undefined), undefined);
  });

  it('count the items of a list', () => {
    const route = 'POST /integrations/{integrationName}';
    assert.equal(
      limitViolation(route, 'previewImages', ['a', 'b', 'c', 'd']),
      'Preview images can have at most 3 items; this has 4.',
    );
  });
});
