import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { HttpError } from '../errors.ts';
import { memoize } from '../memoize.ts';
import { readBody } from './body.ts';
import type { Contract, JsonSchema, Operation } from './contract.ts';
import { describeViolations } from './violations.ts';

/** Validates the parameters and the body of a request. Returns the input for the handler. */
export type Validate = (asked: RequestToValidate) => Promise<Record<string, unknown>>;

export interface RequestToValidate {
  readonly operation: Operation;
  /** The variable parts of the path, by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly request: Request;
}

interface Checks {
  parameters: ValidateFunction;
  body: ValidateFunction | undefined;
}

interface Compilers {
  /** Compiles for addresses, whose text values are converted to the types in the contract. */
  text: (schema: JsonSchema) => ValidateFunction;
  json: (schema: JsonSchema) => ValidateFunction;
}

/**
 * Returns the validator of requests, shared by all sandboxes with the same contract. Schemas are compiled at the first
 * call of their operation.
 */
export const validatorOf = memoize(({ description }: Contract): Validate => {
  let compilers: Compilers | undefined;
  const cache = new Map<string, Checks>();

  return async ({ operation, path, url, request }) => {
    compilers ??= createCompilers(description);
    const checks = cache.get(operation.route) ?? compileChecks(operation, compilers);
    cache.set(operation.route, checks);

    const query = readQuery(operation, url);
    check(checks.parameters, { path, query }, '');
    const body = operation.body && (await readBody(request, operation.body));
    if (body === undefined || !checks.body) return { ...path, query };
    check(checks.body, body, 'body');
    return { ...path, query, body: withoutUnknown([operation.body?.schema], body, description) };
  };
});

function createCompilers(description: JsonSchema): Compilers {
  const common = { strict: false, validateSchema: false, logger: false, allErrors: true } as const;
  const compiler = (options: { coerceTypes?: boolean }) => {
    const ajv = new Ajv2020({ ...common, ...options });
    formats.default(ajv);
    ajv.addSchema(description, 'contract');
    return (schema: JsonSchema) => ajv.compile(schema);
  };
  return { text: compiler({ coerceTypes: true }), json: compiler({}) };
}

function compileChecks(operation: Operation, compile: Compilers): Checks {
  const object = (place: string) => {
    const parameters = operation.parameters.filter(parameter => parameter.in === place);
    const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, withContractReferences(schema)]));
    const required = parameters.filter(parameter => parameter.required).map(parameter => parameter.name);
    return { type: 'object', properties, required };
  };
  const properties = { path: object('path'), query: object('query') };
  return {
    parameters: compile.text({ type: 'object', properties }),
    body: operation.body && compile.json(withContractReferences(operation.body.schema) as JsonSchema),
  };
}

/** Returns a schema whose local references point into the contract. */
function withContractReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withContractReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => {
    const isReference = key === '$ref' && typeof value === 'string' && value.startsWith('#');
    return [key, isReference ? `contract${value}` : withContractReferences(value)];
  });
  return Object.fromEntries(entries);
}

/** Returns the query parameters of the operation. Ignores others, as the service does. */
function readQuery(operation: Operation, url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const { name, schema } of operation.parameters.filter(parameter => parameter.in === 'query')) {
    const values = url.searchParams.getAll(name);
    const [first] = values;
    if (first !== undefined) query[name] = schema['type'] === 'array' ? values : first;
  }
  return query;
}

function check(validate: ValidateFunction, value: unknown, root: string): void {
  if (!validate(value)) throw new HttpError(400, describeViolations(validate.errors ?? [], root));
}

/** Removes members that the contract does not describe, at any depth, so that they are never stored. */
function withoutUnknown(schemas: readonly unknown[], value: unknown, description: JsonSchema): unknown {
  const shapes = schemas.flatMap(schema => shapesOf(schema, description));
  const schemasIn = (name: string) => shapes.flatMap(shape => shape[name] ?? []);
  if (Array.isArray(value)) return value.map(item => withoutUnknown(schemasIn('items'), item, description));
  const properties = schemasIn('properties').filter(isObject);
  const others = schemasIn('additionalProperties').filter(isObject);
  if (!isObject(value) || properties.length + others.length === 0) return value;
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const memberSchemas = properties.flatMap(named => (Object.hasOwn(named, name) ? [named[name]] : []));
    const described = memberSchemas.length > 0 ? memberSchemas : others;
    return described.length > 0 ? [[name, withoutUnknown(described, member, description)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns a schema with all schemas that it references or combines. */
function shapesOf(schema: unknown, description: JsonSchema): JsonSchema[] {
  if (!isObject(schema)) return [];
  const { $ref, oneOf, anyOf, allOf } = schema;
  if (typeof $ref === 'string') {
    const target = $ref.slice(2).split('/');
    const referred = target.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), description);
    return shapesOf(referred, description);
  }
  const choices = [oneOf, anyOf, allOf].flatMap(choice => (Array.isArray(choice) ? choice : []));
  return [schema, ...choices.flatMap(choice => shapesOf(choice, description))];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
