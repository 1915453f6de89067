import assert from 'node:assert/strict';
import { fieldNames } from '../../src/api/resourceDocuments.ts';
import { querySchema } from '../../src/api/requestDocuments.ts';
import { itemAt, pathOf } from '../../src/model/resources/items.ts';
import { nounOf, nouns } from '../../src/model/resources/nouns.ts';
import { manifest } from './sources.ts';

const pathIn = (route = '') => route.slice(route.indexOf(' ') + 1);

describe('the table of nouns', () => {
  for (const noun of nouns) {
    it(`leads to a ${noun.name} by its path, and back`, () => {
      const names = [...noun.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const parameters = Object.fromEntries(names.map(name => [name, `${name}/ä %`]));
      const item = itemAt(pathOf({ noun, parameters })) ?? assert.fail('Nothing is there.');
      assert.equal(item.noun.kind, noun.kind);
      assert.deepEqual(item.parameters, parameters);
    });

    it(`has one, change and remove of a ${noun.name} at its path, and its list above it or in the organization`, () => {
      const { one, change, remove, create, list, path } = noun;
      for (const route of [one, change, remove]) if (route) assert.equal(pathIn(route), path);
      const above = path.slice(0, path.lastIndexOf('/'));
      if (list && /^\/(orgs|integrations)\//.test(path)) assert.equal(pathIn(list), above);
      if (list && create) assert.equal(pathIn(create), pathIn(list));
    });

    it(`knows the fields of a ${noun.name} by which it is called, referred to and kept secret`, () => {
      const { change, create, titleField: called, refersTo = {}, draft = {} } = noun;
      if (change && called) assert.ok(fieldNames(change).includes(called), called);
      const taken = [change, create].flatMap(route => (route ? fieldNames(route) : []));
      for (const field of [...Object.keys(refersTo), ...Object.keys(draft)]) assert.ok(taken.includes(field), field);
      for (const kind of Object.values(refersTo)) assert.ok(nounOf(kind));
      for (const kind of noun.holds ?? []) assert.ok(pathIn(nounOf(kind).list ?? nounOf(kind).one).startsWith('/'));
    });

    for (const { parameter, values, kind } of noun.filters ?? []) {
      it(`filters ${noun.plural} by ${parameter} as their list does`, () => {
        const { type, enum: known } = querySchema(noun.list ?? assert.fail(), parameter);
        assert.ok(type, 'The contract does not know it.');
        const serverValues = known?.map(String) ?? (type === 'boolean' ? ['true', 'false'] : []);
        if (values) assert.deepEqual(Object.keys(values).toSorted(), serverValues.toSorted());
        if (kind !== undefined) assert.ok(nounOf(kind));
      });
    }

    if (noun.remove)
      it(`says what is lost with a ${noun.name}`, () => assert.match(noun.deleteWarning ?? '', /^[A-Z].*\.$/));
  }

  it('has the schemas of its documents in the manifest', () => {
    const glob = (path: string) => `marginalia://*${path.replace(/\{\w+\}/g, '*')}`;
    const expected = nouns.flatMap(({ kind, path, change, create }) => [
      ...(change ? [[`marginalia://schemas/${kind}.json`, `${glob(path)}.json`]] : []),
      ...(create ? [[`marginalia://schemas/new/${kind}.json`, `${glob(pathIn(create))}/.new.json`]] : []),
    ]);
    const declared = manifest().contributes.jsonValidation.map(({ url, fileMatch }) => [url, [fileMatch].flat()[0]]);
    assert.deepEqual(declared, expected);
  });
});
