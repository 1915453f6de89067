import contract from '../api/contract.json' with { type: 'json' };
import type { Route } from '../api/routes.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One operation of the contract, as far as routing and validation need it. */
export interface Operation {
  readonly route: Route;
  readonly method: string;
  /** The parts of its path: `spaces`, `{spaceId}`. */
  readonly segments: readonly string[];
  /** Only some servers offer it. */
  readonly isOptional: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: JsonSchema } | undefined;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface PathItem {
  readonly parameters?: readonly Reference<Parameter>[];
  readonly [verb: string]: unknown;
}

interface Described {
  readonly 'x-optional'?: boolean;
  readonly parameters?: readonly Reference<Parameter>[];
  readonly requestBody?: { required?: boolean; content: { 'application/json': { schema: JsonSchema } } };
}

type Reference<T> = T | { readonly $ref: string };

const verbs = ['get', 'put', 'post', 'patch', 'delete'];

/** Every operation; of two that match the same path, the one with literal parts comes first. */
export function readOperations(): readonly Operation[] {
  const paths = Object.entries(contract.paths as Record<string, PathItem>);
  const operations = paths.flatMap(([path, item]) =>
    verbs.filter(verb => verb in item).map(verb => readOperation(path, verb, item)),
  );
  // "latest" must not be taken for the ID of a version.
  return operations.sort((a, b) => parametersIn(a) - parametersIn(b));
}

/** The whole contract, for the references in its schemas. */
export const description: JsonSchema = contract;

function readOperation(path: string, verb: string, item: PathItem): Operation {
  const described = item[verb] as Described;
  const method = verb.toUpperCase();
  const body = described.requestBody;
  return {
    route: `${method} ${path}` as Route,
    method,
    segments: path.split('/').slice(1),
    isOptional: described['x-optional'] === true,
    parameters: [...(item.parameters ?? []), ...(described.parameters ?? [])].map(resolve),
    body: body && { required: body.required === true, schema: body.content['application/json'].schema },
  };
}

function resolve(parameter: Reference<Parameter>): Parameter {
  if (!('$ref' in parameter)) return parameter;
  let found: unknown = contract;
  for (const part of parameter.$ref.slice(2).split('/')) found = (found as Record<string, unknown>)[part];
  return found as Parameter;
}

function parametersIn(operation: Operation): number {
  return operation.segments.filter(segment => segment.startsWith('{')).length;
}
