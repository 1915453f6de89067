import description from '../../api/contract.json' with { type: 'json' };
import type { Route } from '../../api/routes.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The contract, as far as routing and validation need it. */
export interface Contract {
  /** Of two operations that match the same path, the one with more literal parts comes first. */
  readonly operations: readonly Operation[];
  /** The whole description, for the references in its schemas. */
  readonly description: JsonSchema;
}

export interface Operation {
  readonly route: Route;
  readonly method: string;
  /** The parts of its path: `spaces`, `{spaceId}`. */
  readonly segments: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: JsonSchema } | undefined;
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
  readonly parameters?: readonly Reference<Parameter>[];
  readonly requestBody?: { required?: boolean; content: { 'application/json': { schema: JsonSchema } } };
}

type Reference<T> = T | { readonly $ref: string };

const verbs = ['get', 'put', 'post', 'patch', 'delete'];

export function readContract(): Contract {
  return toContract(description);
}

/** The contract without what only some servers know: operations, parameters, members of bodies, alternatives, values. */
export function readDocumentedContract(): Contract {
  return toContract(withoutOptional(description));
}

function toContract(source: unknown): Contract {
  const { paths, components } = source as Description;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    verbs.filter(verb => verb in item).map(verb => toOperation(components.parameters, path, verb, item)),
  );
  // "latest" must not be taken for the ID of a version.
  operations.sort((a, b) => variableParts(a) - variableParts(b));
  return { operations, description: source as JsonSchema };
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
    route: `${method} ${path}` as Route,
    method,
    segments: path.split('/').slice(1),
    parameters: [...(item.parameters ?? []), ...(described.parameters ?? [])].map(parameter =>
      resolve(shared, parameter),
    ),
    body: body && { required: body.required === true, schema: body.content['application/json'].schema },
  };
}

function resolve(shared: Readonly<Record<string, Parameter>>, parameter: Reference<Parameter>): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = shared[parameter.$ref.replace('#/components/parameters/', '')];
  if (!found) throw new Error(`The contract has no parameter ${parameter.$ref}.`);
  return found;
}

function withoutOptional(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(item => !isOptional(item)).map(withoutOptional);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => !isOptional(member));
  const optionalValues = 'x-optional-values' in value ? [value['x-optional-values']].flat() : [];
  const members = kept.map(([name, member]): [string, unknown] => {
    const isValues = name === 'enum' && Array.isArray(member);
    return [name, withoutOptional(isValues ? member.filter(one => !optionalValues.includes(one)) : member)];
  });
  return Object.fromEntries(members);
}

function isOptional(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'x-optional' in value && value['x-optional'] === true;
}

function variableParts(operation: Operation): number {
  return operation.segments.filter(segment => segment.startsWith('{')).length;
}
