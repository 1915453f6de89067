import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import contract from '../../src/api/contract.json' with { type: 'json' };
import type { Route } from '../../src/api/routes.ts';
import { readContract } from '../../src/sandbox/http/contract.ts';

interface ResponseDescription {
  headers?: { Location?: object };
  content?: { 'application/json': { schema: object } };
}

/** Fails if a reply has a status, a type or a member that the contract does not describe. */
export function checkReply(route: Route, status: number, body: unknown): void {
  const validate = validatorOf(route, status);
  if (!validate) {
    assert.equal(body, undefined, `${route} answered ${status} with a body, and the contract has none there.`);
    return;
  }
  if (validate(body)) return;
  const errors = validate.errors?.map(({ instancePath, message, params }) => {
    const member = 'additionalProperty' in params ? ` (${params['additionalProperty']})` : '';
    return `  ${instancePath || '/'} ${message}${member}`;
  });
  assert.fail(`${route} answered ${status} against the contract:\n${errors?.join('\n')}\n${JSON.stringify(body)}`);
}

/** Returns the route of a request, or undefined if it is not in the contract. */
export function routeOf(method: string, pathname: string): Route | undefined {
  const parts = pathname.replace('/v1/', '').split('/');
  const operation = operations.find(
    ({ method: operationMethod, segments }) =>
      operationMethod === method &&
      segments.length === parts.length &&
      segments.every((segment, index) => segment.startsWith('{') || segment === parts[index]),
  );
  return operation?.route;
}

/** Fails unless a reply has a `Location` header exactly if the contract describes one. */
export function checkLocation(route: Route, status: number, location: string | null): void {
  const [description] = find(route, status);
  const isDescribed = description.headers?.Location !== undefined;
  assert.equal(location !== null, isDescribed, `${route} answered ${status} with the Location ${location}.`);
}

const { operations } = readContract();
const validators = new Map<string, ValidateFunction | undefined>();
let ajv: Ajv2020 | undefined;

function validatorOf(route: Route, status: number): ValidateFunction | undefined {
  const key = `${status} ${route}`;
  if (!validators.has(key)) validators.set(key, compile(route, status));
  return validators.get(key);
}

function compile(route: Route, status: number): ValidateFunction | undefined {
  const [description, place] = find(route, status);
  if (!description.content) return undefined;
  const schemaPlace = [...place, 'content', 'application/json', 'schema'];
  const fragment = schemaPlace.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  ajv ??= createAjv();
  return ajv.compile({ $ref: `contract#/${fragment.join('/')}` });
}

/** Returns the contract's description of a reply, and its location in the contract. */
function find(route: Route, status: number): [ResponseDescription, string[]] {
  const [method = '', path = ''] = route.split(' ');
  const pointer = ['paths', path, method.toLowerCase(), 'responses', status < 400 ? String(status) : 'default'];
  const [description, place] = follow(pointer) as [ResponseDescription | undefined, string[]];
  assert.ok(description, `${route} answered ${status}, which the contract does not have.`);
  return [description, place];
}

/** Returns the value at a location of the contract, and the location itself after following a reference. */
function follow(place: string[]): [unknown, string[]] {
  let value: unknown = contract;
  for (const part of place) value = (value as Record<string, unknown> | undefined)?.[part];
  const reference = (value as { $ref?: string } | undefined)?.$ref;
  return reference === undefined ? [value, place] : follow(reference.slice(2).split('/'));
}

function createAjv(): Ajv2020 {
  const created = new Ajv2020({ strict: false, validateSchema: false, logger: false, allErrors: true });
  addFormats.default(created);
  return created.addSchema(closed(contract) as object, 'contract');
}

/** Returns a stricter contract for the sandbox: without undescribed members and unknown values. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [key, closed(member)]);
  const schema: Record<string, unknown> = Object.fromEntries(entries);
  if (isOpenObject(schema)) schema['additionalProperties'] = false;
  if (Array.isArray(schema['x-extensible-enum'])) schema['enum'] = schema['x-extensible-enum'];
  return schema;
}

function isOpenObject(schema: Record<string, unknown>): boolean {
  const isObject = [schema['type']].flat().includes('object');
  return isObject && 'properties' in schema && !('additionalProperties' in schema);
}
