import assert from 'node:assert/strict';
import { fieldNames } from '../../src/api/resourceDocuments.ts';
import { querySchema } from '../../src/api/requestDocuments.ts';
import { itemAt, pathOf } from '../../src/model/resources/items.ts';
import { resourceDefinitionOf, resourceDefinitions } from '../../src/model/resources/resourceDefinitions.ts';
import { manifest } from './sources.ts';

const pathIn = (route = '') => route.slice(route.indexOf(' ') + 1);

describe('resource definitions', () => {
  for (const definition of resourceDefinitions) {
    it(`map the path of a ${definition.name} to the definition, and back`, () => {
      const names = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const parameters = Object.fromEntries(names.map(name => [name, `${name}/ä %`]));
      const item = itemAt(pathOf({ definition, parameters })) ?? assert.fail('Nothing is there.');
      assert.equal(item.definition.kind, definition.kind);
      assert.deepEqual(item.parameters, parameters);
    });

    it(`use one path for the routes of a ${definition.name}, and the parent path for its list`, () => {
      const { get: one, change, remove, create, list, path } = definition;
      for (const route of [one, change, remove]) if (route) assert.equal(pathIn(route), path);
      const above = path.slice(0, path.lastIndexOf('/'));
      if (list && /^\/(orgs|integrations)\//.test(path)) assert.equal(pathIn(list), above);
      if (list && create) assert.equal(pathIn(create), pathIn(list));
    });

    it(`name existing title, reference and secret fields of a ${definition.name}`, () => {
      const { change, create, titleField: called, refersTo = {}, draft = {} } = definition;
      if (change && called) assert.ok(fieldNames(change).includes(called), called);
      const taken = [change, create].flatMap(route => (route ? fieldNames(route) : []));
      for (const field of [...Object.keys(refersTo), ...Object.keys(draft)]) assert.ok(taken.includes(field), field);
      for (const kind of Object.values(refersTo)) assert.ok(resourceDefinitionOf(kind));
      for (const kind of definition.childKinds ?? [])
        assert.ok(pathIn(resourceDefinitionOf(kind).list ?? resourceDefinitionOf(kind).get).startsWith('/'));
    });

    for (const { parameter, values, kind } of definition.filters ?? []) {
      it(`filter ${definition.plural} by ${parameter} as the list operation does`, () => {
        const { type, enum: known } = querySchema(definition.list ?? assert.fail(), parameter);
        assert.ok(type, 'The contract does not know it.');
        const serverValues = known?.map(String) ?? (type === 'boolean' ? ['true', 'false'] : []);
        if (values) assert.deepEqual(Object.keys(values).toSorted(), serverValues.toSorted());
        if (kind !== undefined) assert.ok(resourceDefinitionOf(kind));
      });
    }

    if (definition.remove)
      it(`have a delete warning for a ${definition.name}`, () =>
        assert.match(definition.deleteWarning ?? '', /^[A-Z].*\.$/));
  }

  it('have the schemas of their documents in the manifest', () => {
    const glob = (path: string) => `marginalia://*${path.replace(/\{\w+\}/g, '*')}`;
    const expected = resourceDefinitions.flatMap(({ kind, path, change, create }) => [
      ...(change ? [[`marginalia://schemas/${kind}.json`, `${glob(path)}.json`]] : []),
      ...(create ? [[`marginalia://schemas/new/${kind}.json`, `${glob(pathIn(create))}/.new.json`]] : []),
    ]);
    const declared = manifest().contributes.jsonValidation.map(({ url, fileMatch }) => [url, [fileMatch].flat()[0]]);
    assert.deepEqual(declared, expected);
  });
});
