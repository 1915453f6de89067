import { collectDefinitions, resolveSchema, type SampledSchema, sampleValue } from './jsonSchemas.ts';
import contract from './contract.json' with { type: 'json' };
import { type JsonSchema, type Operation, operationsOf } from './operations.ts';
import type { Route } from './routes.ts';

/** A request as a JSON document that users edit. */
export interface RequestDocument {
  $schema: string;
  /** The route, such as `PATCH /spaces/{spaceId}`. */
  operation: string;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** All operations of the contract, in its order. */
export const operations: readonly Operation[] = operationsOf(contract);

/** Returns a document to complete, with known path parameters and samples of required fields. */
export function requestTemplate(
  operation: Operation,
  $schema: string,
  known: Readonly<Record<string, string>> = {},
): RequestDocument {
  const { route, body } = operation;
  const path = parametersIn(operation, 'path').map(({ name }) => [name, known[name] ?? '']);
  const query = parametersIn(operation, 'query').filter(({ required }) => required);
  return {
    $schema,
    operation: route,
    ...(path.length > 0 && { path: Object.fromEntries(path) as Record<string, string> }),
    ...(query.length > 0 && {
      query: Object.fromEntries(query.map(({ name, schema }) => [name, sampleValue(schema)])),
    }),
    ...(body && { body: sampleValue(body.schema) }),
  };
}

/** Returns the JSON schema for the documents of an operation, with all schemas that it refers to. */
export function requestSchema(operation: Operation): JsonSchema {
  const { route, summary, body } = operation;
  const [path, query] = [parametersIn(operation, 'path'), parametersIn(operation, 'query')];
  const parts = {
    $schema: { type: 'string' },
    operation: { const: route, description: summary },
    ...(path.length > 0 && { path: objectOf(path, { minLength: 1 }) }),
    ...(query.length > 0 && { query: objectOf(query) }),
    ...(body && { body: body.schema }),
  };
  const required = [
    'operation',
    ...(path.length > 0 ? ['path'] : []),
    ...(query.some(one => one.required) ? ['query'] : []),
    ...(body?.required ? ['body'] : []),
  ];
  return {
    title: summary,
    type: 'object',
    properties: parts,
    required,
    additionalProperties: false,
    components: { schemas: collectDefinitions(parts) },
  };
}

export function querySchema(route: Route, name: string): SampledSchema {
  const operation = operations.find(operation => operation.route === route);
  const parameter = operation && parametersIn(operation, 'query').find(one => one.name === name);
  return resolveSchema(parameter?.schema ?? {});
}

function parametersIn({ parameters }: Operation, place: string): Operation['parameters'] {
  return parameters.filter(parameter => parameter.in === place);
}

function objectOf(parameters: Operation['parameters'], more: JsonSchema = {}): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, { ...more, ...schema }])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}
