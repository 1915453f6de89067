import type { Route } from './routes.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation as the contract describes it. */
export interface Operation {
  /** The operation ID, such as `updateSpace`. */
  readonly id: string;
  readonly route: Route;
  readonly method: string;
  /** The segments of the path: `spaces`, `{spaceId}`. */
  readonly segments: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: JsonSchema } | undefined;
  readonly summary: string | undefined;
  /** True if only some servers offer the operation. */
  readonly isOptional: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Description {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

interface PathItem {
  readonly parameters?: readonly Reference<Parameter>[];
  readonly [verb: string]: unknown;
}

interface Described {
  readonly operationId: string;
  readonly summary?: string;
  readonly 'x-optional'?: boolean;
  readonly parameters?: readonly Reference<Parameter>[];
  readonly requestBody?: { required?: boolean; content: { 'application/json': { schema: JsonSchema } } };
}

type Reference<T> = T | { readonly $ref: string };

const verbs = ['get', 'put', 'post', 'patch', 'delete'];

/** Returns the operations of an OpenAPI description such as `contract.json`, in its order. */
export function operationsOf(description: unknown): Operation[] {
  const { paths, components } = description as Description;
  return Object.entries(paths).flatMap(([path, item]) =>
    verbs.filter(verb => verb in item).map(verb => toOperation(components.parameters, path, verb, item)),
  );
}

function toOperation(
  shared: Readonly<Record<string, Parameter>>,
  path: string,
  verb: string,
  item: PathItem,
): Operation {
  const described = item[verb] as Described;
  const method = verb.toUpperCase();
  const body = described.requestBody;
  return {
    id: described.operationId,
    route: `${method} ${path}` as Route,
    method,
    segments: path.split('/').slice(1),
    parameters: [...(item.parameters ?? []), ...(described.parameters ?? [])].map(parameter =>
      resolve(shared, parameter),
    ),
    body: body && { required: body.required === true, schema: body.content['application/json'].schema },
    summary: described.summary,
    isOptional: described['x-optional'] === true,
  };
}

function resolve(shared: Readonly<Record<string, Parameter>>, parameter: Reference<Parameter>): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const target = shared[parameter.$ref.replace('#/components/parameters/', '')];
  if (!target) throw new Error(`The contract has no parameter ${parameter.$ref}.`);
  return target;
}
