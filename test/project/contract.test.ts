import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import table from '../../src/api/limits.json' with { type: 'json' };
import { limitViolation } from '../../src/api/limits.ts';
import type { Route } from '../../src/api/routes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documented = new URL('../../../shared/service/operations.json', import.meta.url);

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  'x-optional'?: boolean;
  schema: Limited;
}

interface Limited {
  type?: string | string[];
  enum?: unknown[];
  maximum?: number;
  maxLength?: number;
  minLength?: number;
  pattern?: string;
  properties?: Record<string, Limited>;
  required?: string[];
  'x-optional'?: boolean;
}

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-optional'?: boolean;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Limited } } };
  responses: Record<string, unknown>;
}

/** An operation in the documentation of the service. */
interface Documented {
  id: string;
  method: string;
  path: string;
  query: { name: string; required: boolean; enum?: string[]; limits?: Limited & { pattern?: string } }[];
  body: Record<string, { required: boolean; enum?: unknown[]; limits: Limited | null; pattern: string | null }> | null;
  documentedStatus: number | null;
  publicStatus: number[];
}

const verbs = ['get', 'put', 'post', 'patch', 'delete'];
const contract = parse(readFileSync(`${root}src/api/contract.yaml`, 'utf8')) as Record<string, unknown> & {
  paths: Record<string, Record<string, unknown>>;
  tags: { name: string }[];
};
const operations = new Map(Object.entries(contract.paths).flatMap(([path, item]) => operationsOf(path, item)));

describe('contract', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(contract));
    assert.ok(valid, JSON.stringify(errors, null, 2));
    assert.equal(validator.version, '3.1');
  });

  it('resolves every reference', () => {
    const references = [...referencesIn(contract)];
    const dangling = references.filter(reference => valueAt(reference) === undefined);
    assert.ok(references.length > 500);
    assert.deepEqual(dangling, []);
  });

  it('uses every component that it defines', () => {
    const used = new Set(referencesIn(contract));
    const { securitySchemes: _, ...components } = contract['components'] as Record<string, object>;
    const defined = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map(name => `#/components/${kind}/${name}`),
    );
    assert.deepEqual(
      defined.filter(reference => !used.has(reference)),
      [],
    );
  });

  it('has schemas that compile', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addVocabulary([
      'x-enum-descriptions',
      'x-enum-labels',
      'x-extensible-enum',
      'x-optional',
      'x-optional-values',
      'components',
    ]);
    const { schemas } = contract['components'] as { schemas: object };
    ajv.addSchema({ $id: 'contract', components: { schemas } });
    for (const name of Object.keys(schemas)) {
      assert.ok(ajv.getSchema(`contract#/components/schemas/${name}`), name);
    }
  });

  it('is the source of the generated files', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/generate.mjs', '--check'], { cwd: root });
    assert.equal(status, 0, stderr.toString());
  });

  it('names every parameter of a path', () => {
    for (const [route, { parameters }] of operations) {
      const named = parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name);
      const inPath = [...route.matchAll(/{(\w+)}/g)].map(match => match[1]);
      assert.deepEqual(named, inPath, route);
    }
  });

  it('has a unique name, a noun and a summary for every operation', () => {
    const nouns = new Set(contract.tags.map(tag => tag.name));
    const names = [...operations.values()].map(({ operation }) => operation.operationId);
    assert.deepEqual(names, [...new Set(names)]);
    for (const [route, { operation }] of operations) {
      assert.ok(operation.tags.length === 1 && operation.tags.every(tag => nouns.has(tag)), route);
      assert.match(operation.summary, /^[A-Z].*\.$/, route);
      assert.ok('default' in operation.responses, `${route} has no error reply`);
    }
  });

  it('has a message for every pattern that user input can violate', () => {
    for (const [route, members] of Object.entries(table)) {
      for (const [name, limits] of Object.entries(members as Record<string, Limited>)) {
        if (!limits.pattern) continue;
        assert.doesNotMatch(
          limitViolation(route as Route, name, ' ') ?? 'must match',
          /must match/,
          `${route} ${name}`,
        );
      }
    }
  });

  it('has a label for every member that user input can violate', () => {
    const values = ['', 'x'.repeat(20_000), Array.from({ length: 2000 }), 1e9, -1e9];
    for (const [route, members] of Object.entries(table)) {
      for (const name of Object.keys(members)) {
        const messages = values.flatMap(value => limitViolation(route as Route, name, value) ?? []);
        for (const message of messages) assert.match(message, /^[A-Z]/, `${route} ${name}`);
      }
    }
  });
});

describe('documented operations', () => {
  const required = [...operations].filter(([, { operation }]) => !operation['x-optional']);

  it('are 130', () => {
    assert.equal(required.length, 130);
  });

  describe('in the documentation of the service', () => {
    const list = existsSync(documented) ? (JSON.parse(readFileSync(documented, 'utf8')) as Documented[]) : [];
    before(function () {
      if (list.length === 0) this.skip();
    });

    it('are exactly those of the contract', () => {
      const routes = list.map(({ method, path }) => `${method} ${withoutVersion(path)}`);
      assert.deepEqual(routes.sort(), required.map(([route]) => route).sort());
    });

    for (const entry of list) {
      it(`contain ${entry.method} ${entry.path} with the same name, query, body and statuses`, () => {
        const operation = operations.get(`${entry.method} ${withoutVersion(entry.path)}`);
        assert.ok(operation);
        assert.equal(operation.operation.operationId, entry.id);
        sameQuery(entry, operation.parameters);
        sameBody(entry, operation.operation);
        sameStatuses(entry, operation.operation);
      });
    }
  });
});

function sameQuery(entry: Documented, parameters: Parameter[]): void {
  const query = parameters.filter(parameter => parameter.in === 'query' && !parameter['x-optional']);
  const names = entry.query.map(({ name }) => name);
  assert.deepEqual(query.map(({ name }) => name).sort(), names.sort());
  for (const expected of entry.query) {
    const { required = false, schema } = query.find(({ name }) => name === expected.name) ?? assert.fail(expected.name);
    assert.equal(required, expected.required, expected.name);
    const { enum: values, ...limits } = resolved(schema);
    assert.deepEqual(values?.toSorted(), expected.enum?.toSorted(), expected.name);
    sameLimits(expected.name, limits, expected.limits ?? {});
  }
}

/**
 * Members that only the public description requires, although the operation works without them: `api.md` takes
 * precedence.
 */
const dispensable = new Set(['publishIntegration scopes']);

function sameBody(entry: Documented, operation: Operation): void {
  const schema = operation.requestBody?.content['application/json'].schema;
  const members = Object.entries(schema?.properties ?? {}).filter(([, member]) => !member['x-optional']);
  assert.deepEqual(members.map(([name]) => name).sort(), Object.keys(entry.body ?? {}).sort());
  for (const [name, reference] of members) {
    const expected = entry.body?.[name] ?? assert.fail(name);
    const member = resolved(reference);
    const isRequired = expected.required && !dispensable.has(`${operation.operationId} ${name}`);
    assert.equal(schema?.required?.includes(name) ?? false, isRequired, `${name} required`);
    for (const value of expected.enum ?? []) assert.ok(member.enum?.includes(value), `${name} takes ${String(value)}`);
    sameLimits(name, member, {
      ...expected.limits,
      ...(expected.pattern === null ? {} : { pattern: expected.pattern }),
    });
  }
}

/** Asserts equal limits. The contract may have additional limits that the documentation does not mention. */
function sameLimits(name: string, actual: Limited, documentedLimits: Limited): void {
  for (const [keyword, value] of Object.entries(documentedLimits)) {
    assert.equal(actual[keyword as keyof Limited], value, `${keyword} of ${name}`);
  }
}

/**
 * Asserts equal status codes. An empty reply to a change is not described, because only requests with `prefer:
 * return=minimal` get it.
 */
function sameStatuses(entry: Documented, operation: Operation): void {
  const statuses = Object.keys(operation.responses).filter(status => status !== 'default');
  const isChange = entry.method === 'PATCH';
  const expected = new Set(entry.publicStatus.filter(status => !(isChange && status === 204)));
  if (entry.documentedStatus !== null) expected.add(entry.documentedStatus);
  assert.deepEqual(statuses.map(Number).sort(), [...expected].sort());
}

function operationsOf(path: string, item: Record<string, unknown>) {
  const shared = (item['parameters'] ?? []) as Parameter[];
  return verbs
    .filter(verb => verb in item)
    .map(verb => {
      const operation = item[verb] as Operation;
      const parameters = [...shared, ...(operation.parameters ?? [])].map(resolved);
      return [`${verb.toUpperCase()} ${path}`, { operation, parameters }] as const;
    });
}

function resolved<T extends object>(value: T): T {
  return '$ref' in value ? (valueAt(String(value.$ref)) as T) : value;
}

function valueAt(reference: string): unknown {
  const step = (value: unknown, name: string) => (value as Record<string, unknown> | undefined)?.[name];
  return reference.slice(2).split('/').reduce(step, contract);
}

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string') yield member;
    else yield* referencesIn(member);
  }
}

function withoutVersion(path: string): string {
  return path.replace(/^\/v1/, '');
}
