import assert from 'node:assert/strict';
import { isOptional } from '../../../src/api/routes.ts';
import type { Route } from '../../../src/api/routes.ts';
import { readContract } from '../../../src/sandbox/http/contract.ts';
import type { Operation, Parameter } from '../../../src/sandbox/http/contract.ts';
import { rows } from '../operations/rows.ts';
import type { AnyInput, AnyRow } from '../operations/row.ts';
import { fillWorld, today } from '../operations/world.ts';
import type { State } from '../../../src/sandbox/store/state.ts';
import type { Row } from '../../../src/sandbox/store/table.ts';
import { openSandbox, toRequest } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

interface List {
  operation: Operation;
  input: AnyInput;
  /** The name for the page token, if the first page with one item has a next page. */
  token?: string | undefined;
}

/** The sandbox runs no integrations, so this list has no pages. */
const alwaysEmpty = 'GET /integrations/{integrationName}/events';

describe('page tokens', () => {
  let world: OpenSandbox;
  let lists: List[];

  const ask = async ({ operation, input }: List, query: object, token = world.token) => {
    const asked = { ...input, query: { limit: 1, ...input.query, ...query } };
    const response = await world.fetch(toRequest(operation.route, asked, token));
    const body = (await response.json()) as { next?: { page: string }; error?: { message: string } };
    return { status: response.status, ...body };
  };

  const refuses = async (list: List, query: object, why: string, token?: string) => {
    const { status, error } = await ask(list, query, token);
    const refusal = `${status} ${error?.message}`;
    assert.match(refusal, /^400 query\.page is not a page of this list/, `${list.operation.route} took ${why}`);
  };

  before(async () => {
    const fill = (state: State) => {
      fillWorld(state);
      addNeighbours(state);
    };
    world = await openSandbox({ fill, clock: () => today, keep: true });
    lists = [];
    for (const operation of readContract().operations.filter(isList)) {
      if (operation.route === alwaysEmpty) continue;
      const row = rows[operation.route] as AnyRow | undefined;
      const input: AnyInput | undefined =
        inputsForSeveral[operation.route] ?? (typeof row?.input === 'function' ? await row.input(world) : row?.input);
      if (input) lists.push({ operation, input, token: (await ask({ operation, input }, {})).next?.page });
      else assert.ok(isOptional(operation.route), operation.route);
    }
  });

  after(() => world.close());

  it('are tested with most lists of the sandbox', () => {
    const without = lists.filter(({ token }) => token === undefined).map(({ operation }) => operation.route);
    assert.deepEqual(without, []);
  });

  it('are accepted by the list that issued them, whatever its display options', async () => {
    for (const list of lists) {
      assert.equal((await ask(list, { page: list.token })).status, 200, list.operation.route);
      assert.equal((await ask(list, { page: list.token, limit: 2 })).status, 200, `${list.operation.route} limit`);
      for (const { name, schema } of list.operation.parameters.filter(({ name }) => presentationParameters.has(name))) {
        const value = schema['type'] === 'boolean' ? false : ((schema['enum'] as unknown[] | undefined)?.at(-1) ?? 'x');
        assert.equal(
          (await ask(list, { page: list.token, [name]: value })).status,
          200,
          `${list.operation.route} ${name}`,
        );
      }
    }
  });

  it('are rejected by every other list', async () => {
    for (const list of lists) {
      for (const other of lists) {
        if (other !== list) await refuses(list, { page: other.token }, `a page of ${other.operation.route}`);
      }
    }
  });

  it('are rejected by the same list in another order, or with another filter', async () => {
    let tried = 0;
    for (const list of lists) {
      for (const parameter of list.operation.parameters.filter(isOrderOrFilter)) {
        for (const value of valuesOf(parameter)) {
          const usedValue = list.input.query?.[parameter.name];
          if (value === usedValue) continue;
          const query = { page: list.token, [parameter.name]: value };
          const { error } = await ask(list, { [parameter.name]: value });
          if (error?.message.startsWith(`query.${parameter.name} `)) continue;
          tried++;
          const says = `${parameter.name}=${String(value)}`;
          if (usedValue !== undefined || value !== parameter.schema['default']) await refuses(list, query, says);
          else assert.equal((await ask(list, query)).status, 200, `${list.operation.route} ${says}`);
        }
      }
    }
    assert.ok(tried > 40, `only ${tried} were tried`);
  });

  it('are rejected by the same list of another resource', async () => {
    const list = lists.find(({ operation }) => operation.route === 'GET /spaces/{spaceId}/change-requests');
    assert.ok(list);
    const { id } = world.state.spaces.get(String(Object.entries(list.input).find(([name]) => name === 'spaceId')?.[1]));
    const other = world.state.spaces.by('organization', 'acme').find(space => space.id !== id && !space.deletedAt);
    const elsewhere = { ...list, input: { ...list.input, spaceId: other?.id } };
    assert.equal((await ask(elsewhere, {})).status, 200);
    await refuses(elsewhere, { page: list.token }, 'the token of another space');
  });

  it('are rejected for other users', async () => {
    for (const list of lists) {
      const other = world.tokenFor('eden');
      const { status } = await ask(list, {}, other);
      if (status === 200) await refuses(list, { page: list.token }, 'a page of somebody else', other);
    }
  });

  it('cannot be forged', async () => {
    for (const list of lists) {
      const { token = '' } = list;
      for (const page of ['', 'nonsense', 'e30', 'W10', token.slice(1), `${token}x`]) {
        await refuses(list, { page }, `'${page}'`);
      }
    }
  });
});

const acme = { organizationId: 'acme' };
const docs = { spaceId: 'docs' };

/** Parameters that change how items are shown, but not which ones are listed. */
const presentationParameters = new Set(['format', 'metadata', 'computed', 'shareKey']);

function isOrderOrFilter({ name, in: place }: Parameter): boolean {
  return place === 'query' && !presentationParameters.has(name) && name !== 'page' && name !== 'limit';
}

function isList({ method, parameters }: Operation): boolean {
  return (
    method === 'GET' &&
    parameters.some(({ name }) => name === 'page') &&
    parameters.some(({ name }) => name === 'limit')
  );
}

function valuesOf({ schema }: Parameter): unknown[] {
  const { type, enum: values } = schema;
  if (type === 'array') return [];
  return Array.isArray(values) ? values : type === 'boolean' ? [true, false] : ['a'];
}

/** Inputs of lists that would have at most one item with the input of the table. */
const inputsForSeveral: Partial<Record<Route, object>> = {
  'GET /spaces/{spaceId}/links': docs,
  'GET /spaces/{spaceId}/comments': docs,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments': { ...docs, changeRequestId: 'molt' },
  'GET /orgs/{organizationId}/sites': acme,
  'GET /orgs/{organizationId}/openapi': acme,
  'GET /orgs/{organizationId}/spaces': acme,
  'GET /orgs/{organizationId}/change-requests': acme,
  'GET /spaces/{spaceId}/permissions/aggregate': docs,
  'GET /spaces/{spaceId}/content/files': docs,
  'GET /spaces/{spaceId}/comments/{commentId}/replies': { ...docs, commentId: 'why' },
  'GET /orgs/{organizationId}/sites/{siteId}/site-spaces': { ...acme, siteId: 'docs' },
};

/** Adds a second resource of each kind of which the world has only one. */
function addNeighbours(state: State): void {
  const { organizations, members, comments, commentReplies, changeRequests, requestedReviewers } = state;
  const duplicate = <T extends Row>(table: { all(): readonly T[]; put(row: T): T }) => {
    for (const row of table.all()) table.put({ ...row, id: `${row.id}-2` });
  };
  duplicate(organizations);
  members.put({ ...members.get('acme/ada'), id: 'acme-2/ada', organization: 'acme-2' });
  duplicate(state.teams);
  duplicate(state.samlProviders);
  duplicate(state.collections);
  duplicate(state.spaces);
  duplicate(state.sites);
  duplicate(state.siteSectionGroups);
  duplicate(state.shareLinks);
  duplicate(state.openApiSpecs);
  duplicate(state.translations);
  duplicate(state.integrations);
  duplicate(state.integrationInstallations);
  for (const { id, number, ...row } of changeRequests.all()) {
    changeRequests.put({ ...row, id: `${id}-2`, number: number + 100 });
    requestedReviewers.put({ ...requestedReviewers.get(`${id}/rosa`), id: `${id}/eden`, user: 'eden' });
  }
  duplicate(commentReplies);
  for (const row of comments.all()) comments.put({ ...row, id: `${row.id}-2`, postedBy: 'colm' });
  const revision = state.revisions.get(state.spaces.get('docs').revision);
  const [file] = revision.files;
  assert.ok(file);
  const [page] = revision.pages;
  const document = state.documents.get(page?.documentId ?? '');
  state.documents.put({ ...document, markdown: `${document.markdown}\n![again](/files/${file.id})\n` });
  state.revisions.put({ ...revision, files: [file, { ...file, id: `${file.id}-2` }] });
}
