import type { ErrorObject, ValidateFunction } from 'ajv';
import { HttpError } from './errors.ts';
import { description } from './operations.ts';
import type { JsonSchema, Operation } from './operations.ts';

/** Checks the parameters and the body of a request and gives what the handler sees. */
export type Validate = (
  operation: Operation,
  request: Request,
  url: URL,
  path: Path,
) => Promise<Record<string, unknown>>;

export type Path = Readonly<Record<string, string>>;

interface Checks {
  parameters: ValidateFunction;
  body: ValidateFunction | undefined;
}

type Compile = (schema: JsonSchema) => ValidateFunction;

/** Schemas are compiled when their operation is first called, ajv itself is loaded for the first of them. */
export function createValidate(): Validate {
  let compilers: ReturnType<typeof loadCompilers> | undefined;
  const cache = new Map<string, Checks>();

  return async (operation, request, url, path) => {
    const compile = await (compilers ??= loadCompilers());
    const checks = cache.get(operation.route) ?? compileChecks(operation, compile);
    cache.set(operation.route, checks);

    const query = readQuery(operation, url);
    check(checks.parameters, { path, query }, '');
    if (!operation.body || !checks.body) return { ...path, query };
    const body = await readBody(request, operation.body.required);
    if (body === undefined) return { ...path, query };
    check(checks.body, body, 'body');
    return { ...path, query, body };
  };
}

/** Two compilers: in an address everything is text and becomes what the contract asks for, in a body nothing does. */
async function loadCompilers(): Promise<{ text: Compile; json: Compile }> {
  const [{ Ajv2020 }, { default: addFormats }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const create = (coerceTypes: boolean): Compile => {
    const ajv = new Ajv2020({ coerceTypes, strict: false, validateSchema: false, logger: false });
    addFormats.default(ajv);
    ajv.addSchema(description, 'contract');
    return schema => ajv.compile(schema);
  };
  return { text: create(true), json: create(false) };
}

function compileChecks(operation: Operation, compile: { text: Compile; json: Compile }): Checks {
  const object = (place: string) => {
    const parameters = operation.parameters.filter(parameter => parameter.in === place);
    const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, inContract(schema)]));
    const required = parameters.filter(parameter => parameter.required).map(parameter => parameter.name);
    return { type: 'object', properties, required };
  };
  const properties = { path: object('path'), query: object('query') };
  return {
    parameters: compile.text({ type: 'object', properties }),
    body: operation.body && compile.json(inContract(operation.body.schema) as JsonSchema),
  };
}

/** References of a schema that is taken out of the contract, made to point into it. */
function inContract(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inContract);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => {
    const isReference = key === '$ref' && typeof value === 'string' && value.startsWith('#');
    return [key, isReference ? `contract${value}` : inContract(value)];
  });
  return Object.fromEntries(entries);
}

/** The query parameters of the operation; others are ignored, as the service does. */
function readQuery(operation: Operation, url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const { name, schema } of operation.parameters.filter(parameter => parameter.in === 'query')) {
    const values = url.searchParams.getAll(name);
    const [first] = values;
    if (first !== undefined) query[name] = schema['type'] === 'array' ? values : first;
  }
  return query;
}

async function readBody(request: Request, isRequired: boolean): Promise<unknown> {
  const text = await request.text();
  if (text.trim() === '') {
    if (isRequired) throw new HttpError(400, 'body is missing: this operation needs one, in JSON.');
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(400, `body is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`);
  }
}

function check(validate: ValidateFunction, value: unknown, root: string): void {
  if (validate(value)) return;
  const error = mostTelling(validate.errors ?? []);
  throw new HttpError(400, error ? describe(error, root) : `${root} does not have the shape that is asked for.`);
}

/** Of the failures of several alternatives, the one furthest inside: it belongs to the alternative that was meant. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length + (error.keyword === 'required' ? 1 : 0);
  const alternatives = errors.filter(error => ['anyOf', 'oneOf'].includes(error.keyword));
  const outermost = alternatives.at(-1);
  if (!outermost) return errors[0];
  return errors.find(error => depth(error) > depth(outermost)) ?? outermost;
}

/** `body.subject must not have more than 100 characters.` */
function describe(error: ErrorObject, root: string): string {
  const parts = error.instancePath.split('/').slice(1).map(unescape);
  const missing = error.keyword === 'required' ? [String(error.params['missingProperty'])] : [];
  const field = [...(root === '' ? [] : [root]), ...parts, ...missing].join('.');
  const words = phrases[error.keyword]?.(error.params) ?? error.message ?? 'is not valid';
  return `${field.replace(/^path\./, '')} ${words}.`;
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

const phrases: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  required: () => 'is missing',
  type: ({ type }) => `must be ${[type].flat().map(String).map(withArticle).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of: ${[allowedValues].flat().map(String).join(', ')}`,
  const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
  maxLength: ({ limit }) => `must not have more than ${String(limit)} characters`,
  minLength: ({ limit }) => `must have at least ${String(limit)} characters`,
  maximum: ({ limit }) => `must not be more than ${String(limit)}`,
  minimum: ({ limit }) => `must not be less than ${String(limit)}`,
  maxItems: ({ limit }) => `must not have more than ${String(limit)} items`,
  minItems: ({ limit }) => `must have at least ${String(limit)} items`,
  pattern: ({ pattern }) => `must match the pattern ${String(pattern)}`,
  format: ({ format }) => `must be in the format '${String(format)}'`,
  anyOf: () => 'has none of the shapes that are allowed',
  oneOf: () => 'has none of the shapes that are allowed',
};

function withArticle(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
