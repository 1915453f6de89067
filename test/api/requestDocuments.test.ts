import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Operation } from '../../src/api/operations.ts';
import { operations, requestSchema, requestTemplate } from '../../src/api/requestDocuments.ts';
import type { Route } from '../../src/api/routes.ts';

const address = 'marginalia://requests/schemas/some.json';

function named(route: Route): Operation {
  return operations.find(one => one.route === route) ?? assert.fail(`There is no ${route}.`);
}

const validators = new Map<Operation, ValidateFunction>();

/** Returns the schema errors of a request; the schema of its operation is compiled once. */
function violations(operation: Operation, request: unknown): string[] {
  const validate = validators.get(operation) ?? compileSchema(operation);
  validators.set(operation, validate);
  validate(request);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function compileSchema(operation: Operation): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  return ajv.compile({ ...requestSchema(operation) });
}

describe('request document', () => {
  it('begins with the required and known fields', () => {
    assert.deepEqual(requestTemplate(named('PATCH /spaces/{spaceId}'), address, { spaceId: 's1', other: 'x' }), {
      $schema: address,
      operation: 'PATCH /spaces/{spaceId}',
      path: { spaceId: 's1' },
      body: {},
    });
    assert.deepEqual(requestTemplate(named('GET /orgs'), address), { $schema: address, operation: 'GET /orgs' });
    assert.deepEqual(requestTemplate(named('POST /orgs/{organizationId}/openapi'), address).body, {
      slug: '',
      source: { url: '' },
    });
  });

  for (const operation of operations) {
    it(`for ${operation.route} may contain only what the contract allows`, () => {
      const parameters = operation.parameters.filter(({ in: place }) => place === 'path');
      const known = Object.fromEntries(parameters.map(({ name }) => [name, 'x']));
      const request = requestTemplate(operation, address, known);
      // The only errors of a template are texts to fill in, and a source that therefore matches none of its kinds.
      const isUnwritten = /fewer than \d+ |match (pattern|format)|^\/body\/source must (have|match exactly one)/;
      assert.deepEqual(
        violations(operation, request).filter(violation => !isUnwritten.test(violation)),
        [],
      );
      assert.notDeepEqual(violations(operation, { ...request, operation: 'GET /nothing' }), []);
      assert.notDeepEqual(violations(operation, { ...request, other: 1 }), []);
      if (parameters.length > 0) assert.notDeepEqual(violations(operation, { ...request, path: {} }), []);
    });
  }

  it('is checked against the limits of the contract', () => {
    const operation = named('PATCH /spaces/{spaceId}');
    const title = (length: number) => ({
      operation: operation.route,
      path: { spaceId: 's1' },
      body: { title: 'x'.repeat(length) },
    });
    assert.deepEqual(violations(operation, title(50)), []);
    assert.deepEqual(violations(operation, title(51)), ['/body/title must NOT have more than 50 characters']);
  });
});
