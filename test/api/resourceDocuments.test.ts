import assert from 'node:assert/strict';
import {
  applyChanges,
  fieldNames,
  fieldSample,
  fieldSchema,
  changeableFields,
  isNullable,
  mergeFields,
} from '../../src/api/resourceDocuments.ts';

describe('fields of a resource document', () => {
  it('are those that the operation accepts, in the order of the contract', () => {
    assert.deepEqual(fieldNames('PATCH /collections/{collectionId}'), ['title', 'description', 'defaultLevel']);
    assert.deepEqual(fieldNames('PUT /orgs/{organizationId}/teams/{teamId}/members/{userId}'), ['role']);
    assert.deepEqual(fieldNames('GET /orgs'), []);
  });

  it('are copied from the resource as far as it has them', () => {
    const resource = { object: 'collection', id: 'c', title: 'One', defaultLevel: null, urls: {} };
    assert.deepEqual(changeableFields('PATCH /collections/{collectionId}', resource), {
      title: 'One',
      defaultLevel: null,
    });
  });

  it('are IDs where the resource has the whole object', () => {
    const resource = { label: 'SAML', defaultTeam: { object: 'team', id: 't1', title: 'Writers' } };
    assert.deepEqual(changeableFields('PATCH /orgs/{organizationId}/saml/{samlProviderId}', resource), {
      label: 'SAML',
      defaultTeam: 't1',
    });
  });

  it('are whole objects where the operation accepts objects', () => {
    const source = { id: 's1', url: 'https://example.com/openapi.yaml' };
    assert.deepEqual(changeableFields('PUT /orgs/{organizationId}/openapi/{specSlug}', { source }), { source });
  });

  it('begin with the required ones', () => {
    assert.deepEqual(fieldSample('POST /orgs/{organizationId}/sites/{siteId}/sections'), { spaceId: '' });
    assert.deepEqual(fieldSample('POST /orgs/{organizationId}/collections'), {});
  });

  it('may be cleared where the contract allows it', () => {
    const route = 'PATCH /orgs/{organizationId}';
    assert.deepEqual(
      ['logo', 'defaultRole', 'defaultContent', 'title', 'nothing'].map(name => isNullable(route, name)),
      [true, true, true, false, false],
    );
  });

  it('have a schema with exactly the definitions that it refers to', () => {
    const schema = fieldSchema('PATCH /spaces/{spaceId}', 'Space', { title: 'Seen by readers.' });
    const { properties, additionalProperties, components } = schema as {
      properties: Record<string, { description?: string; maxLength?: number }>;
      additionalProperties: boolean;
      components: { schemas: object };
    };
    assert.deepEqual(Object.keys(properties), fieldNames('PATCH /spaces/{spaceId}'));
    assert.equal(properties['title']?.maxLength, 50);
    assert.equal(properties['title']?.description, 'Seen by readers.');
    assert.equal(additionalProperties, false);
    assert.deepEqual(Object.keys(components.schemas), ['DefaultLevel', 'SpaceMergeRulesInput', 'MergeRuleInput']);
    const section = fieldSchema('POST /orgs/{organizationId}/sites/{siteId}/sections', 'Section');
    assert.deepEqual(section['required'], ['spaceId']);
  });
});

describe('merge of two edits of the same fields', () => {
  const base = { title: 'One', level: 'read', tags: ['a', 'b'], inside: { x: 1, y: 1 } };

  for (const [name, mine, theirs, changes, clashes] of [
    ['no changes', {}, {}, {}, []],
    ['only my change', { title: 'Mine' }, {}, { title: 'Mine' }, []],
    ['only their change', {}, { title: 'Theirs' }, {}, []],
    ['changes of different fields', { title: 'Mine' }, { level: 'edit' }, { title: 'Mine' }, []],
    ['equal changes', { title: 'Both' }, { title: 'Both' }, {}, []],
    ['different changes of one field', { title: 'Mine' }, { title: 'Theirs' }, { title: 'Mine' }, ['title']],
    ['lists, which are replaced as a whole', { tags: ['a'] }, { tags: ['b'] }, { tags: ['a'] }, ['tags']],
    [
      'changes of different nested fields',
      { inside: { x: 2, y: 1 } },
      { inside: { x: 1, y: 3 } },
      { inside: { x: 2, y: 3 } },
      [],
    ],
    [
      'different changes of one nested field',
      { inside: { x: 2, y: 1 } },
      { inside: { x: 3, y: 1 } },
      { inside: { x: 2, y: 1 } },
      ['inside.x'],
    ],
    ['an added field', { colour: 'red' }, {}, { colour: 'red' }, []],
    ['a field added by both', { colour: 'red' }, { colour: 'blue' }, { colour: 'red' }, ['colour']],
    ['a removed field', { title: undefined }, {}, { title: undefined }, []],
    ['a removed nested field', { inside: { y: 1 } }, { inside: { x: 1, y: 2 } }, { inside: { y: 2 } }, []],
    [
      'a field that I removed and they changed',
      { title: undefined },
      { title: 'Theirs' },
      { title: undefined },
      ['title'],
    ],
  ] as const) {
    it(`is correct for ${name}`, () => {
      const [withMine, withTheirs] = [applyChanges(mine, base), applyChanges(theirs, base)];
      assert.deepEqual(mergeFields(base, withMine, withTheirs), { changes, clashes });
    });
  }
});
