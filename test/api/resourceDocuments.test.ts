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

describe('the fields of a resource', () => {
  it('are those that the operation takes, in the order of the contract', () => {
    assert.deepEqual(fieldNames('PATCH /collections/{collectionId}'), ['title', 'description', 'defaultLevel']);
    assert.deepEqual(fieldNames('PUT /orgs/{organizationId}/teams/{teamId}/members/{userId}'), ['role']);
    assert.deepEqual(fieldNames('GET /orgs'), []);
  });

  it('are taken out of what is read, as far as it is there', () => {
    const resource = { object: 'collection', id: 'c', title: 'One', defaultLevel: null, urls: {} };
    assert.deepEqual(changeableFields('PATCH /collections/{collectionId}', resource), {
      title: 'One',
      defaultLevel: null,
    });
  });

  it('are IDs where they are read as what has the ID', () => {
    const resource = { label: 'SAML', defaultTeam: { object: 'team', id: 't1', title: 'Writers' } };
    assert.deepEqual(changeableFields('PATCH /orgs/{organizationId}/saml/{samlProviderId}', resource), {
      label: 'SAML',
      defaultTeam: 't1',
    });
  });

  it('are whole where the operation takes what has an ID', () => {
    const source = { id: 's1', url: 'https://example.com/openapi.yaml' };
    assert.deepEqual(changeableFields('PUT /orgs/{organizationId}/openapi/{specSlug}', { source }), { source });
  });

  it('begin with what is required', () => {
    assert.deepEqual(fieldSample('POST /orgs/{organizationId}/sites/{siteId}/sections'), { spaceId: '' });
    assert.deepEqual(fieldSample('POST /orgs/{organizationId}/collections'), {});
  });

  it('may be emptied where the contract says so', () => {
    const route = 'PATCH /orgs/{organizationId}';
    assert.deepEqual(
      ['logo', 'defaultRole', 'defaultContent', 'title', 'nothing'].map(name => isNullable(route, name)),
      [true, true, true, false, false],
    );
  });

  it('have a schema with all that it refers to, and nothing else in it', () => {
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

describe('what two have made of the same fields', () => {
  const base = { title: 'One', level: 'read', tags: ['a', 'b'], inside: { x: 1, y: 1 } };

  for (const [name, mine, theirs, changes, clashes] of [
    ['nothing', {}, {}, {}, []],
    ['mine alone', { title: 'Mine' }, {}, { title: 'Mine' }, []],
    ['theirs alone', {}, { title: 'Theirs' }, {}, []],
    ['each another field', { title: 'Mine' }, { level: 'edit' }, { title: 'Mine' }, []],
    ['both the same', { title: 'Both' }, { title: 'Both' }, {}, []],
    ['both one field', { title: 'Mine' }, { title: 'Theirs' }, { title: 'Mine' }, ['title']],
    ['lists, which are one thing', { tags: ['a'] }, { tags: ['b'] }, { tags: ['a'] }, ['tags']],
    [
      'each another field inside one',
      { inside: { x: 2, y: 1 } },
      { inside: { x: 1, y: 3 } },
      { inside: { x: 2, y: 3 } },
      [],
    ],
    [
      'a field inside one',
      { inside: { x: 2, y: 1 } },
      { inside: { x: 3, y: 1 } },
      { inside: { x: 2, y: 1 } },
      ['inside.x'],
    ],
    ['a new field', { colour: 'red' }, {}, { colour: 'red' }, []],
    ['the same new field', { colour: 'red' }, { colour: 'blue' }, { colour: 'red' }, ['colour']],
    ['one taken away', { title: undefined }, {}, { title: undefined }, []],
    ['one taken away inside', { inside: { y: 1 } }, { inside: { x: 1, y: 2 } }, { inside: { y: 2 } }, []],
    [
      'one taken away that they have changed',
      { title: undefined },
      { title: 'Theirs' },
      { title: undefined },
      ['title'],
    ],
  ] as const) {
    it(`is found for ${name}`, () => {
      const [withMine, withTheirs] = [applyChanges(mine, base), applyChanges(theirs, base)];
      assert.deepEqual(mergeFields(base, withMine, withTheirs), { changes, clashes });
    });
  }
});
