import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import contract from './contract.json' with { type: 'json' };
import { alternativesIn, collectDefinitions, resolveSchema, sampleValue } from './jsonSchemas.ts';
import { formatList } from './lists.ts';
import { type JsonSchema, operationsOf } from './operations.ts';
import type { Route } from './routes.ts';

/** The fields of a resource as its JSON document contains them. */
export type ResourceFields = Readonly<Record<string, unknown>>;

const bodies = new Map(operationsOf(contract).map(({ route, body }) => [route, body?.schema]));

/** Returns the names of an operation's body fields, in the order of the contract. */
export function fieldNames(route: Route): string[] {
  return Object.keys(propertiesOf(route));
}

/** Returns the JSON schema of an operation's body, with all schemas that it refers to. `hints` extend descriptions. */
export function fieldSchema(route: Route, title: string, hints: Readonly<Record<string, string>> = {}): JsonSchema {
  const { required = [] } = resolveSchema(bodies.get(route) ?? {});
  const properties = Object.fromEntries(
    Object.entries(propertiesOf(route)).map(([name, schema]) => [name, described(schema, hints[name])]),
  );
  const parts = { properties, required };
  return {
    title,
    type: 'object',
    ...parts,
    additionalProperties: false,
    components: { schemas: collectDefinitions(parts) },
  };
}

/** Returns a minimal body for an operation. */
export function fieldSample(route: Route): ResourceFields {
  return sampleValue(bodies.get(route) ?? {}) as ResourceFields;
}

/** Returns the fields of a resource that an operation can change, in the shape of its body. */
export function changeableFields(route: Route, resource: ResourceFields): ResourceFields {
  const properties = propertiesOf(route);
  const entries = Object.keys(properties).flatMap(name => {
    const value = resource[name];
    if (value === undefined) return [];
    // Replies embed whole resources where bodies often have only IDs.
    const isText = [resolveSchema(properties[name] ?? {}).type].flat().includes('string');
    const { id } = { ...(value as { id?: unknown } | null) };
    return [[name, isText && typeof id === 'string' ? id : value] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns true if a field may be null, which clears it. */
export function isNullable(route: Route, name: string): boolean {
  return typesOf(route, name).has('null');
}

/** Returns a sentence if a value does not have the type of a field; otherwise undefined. */
export function typeViolation(route: Route, name: string, value: unknown): string | undefined {
  const types = typesOf(route, name);
  if (types.has(undefined) || value === undefined || types.has(typeOf(value))) return undefined;
  if (types.has('integer') && Number.isInteger(value)) return undefined;
  if (value === null) return t`"${name}" cannot be null.`;
  const descriptions = [...types].map(type => typeDescriptions.get(type ?? '')?.() ?? 'null');
  return t`"${name}" must be ${formatList(descriptions, 'disjunction')}.`;
}

// The texts are functions, because this module is loaded before the translations.
const typeDescriptions: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    string: () => t('a string'),
    number: () => t('a number'),
    integer: () => t('an integer'),
    boolean: () => t('true or false'),
    array: () => t`an array (${'[...]'})`,
    object: () => t`an object (${'{...}'})`,
  }),
);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns the JSON types that a field may have; they include `undefined` if the contract does not limit it. */
function typesOf(route: Route, name: string): ReadonlySet<string | undefined> {
  return new Set(alternativesIn(propertiesOf(route)[name] ?? {}).flatMap(({ type }) => type));
}

export interface MergedFields {
  /** The fields to send so that the result has the changes of both sides. */
  changes: ResourceFields;
  /** The fields that both sides changed to different values; `changes` has those of `mine`. */
  clashes: readonly string[];
}

/**
 * Merges the changes from `base` to `mine` into `theirs`. A field that one side changed has the value of that side;
 * objects that both sides changed are merged field by field.
 */
export function mergeFields(base: ResourceFields, mine: ResourceFields, theirs: ResourceFields): MergedFields {
  const changes: Record<string, unknown> = {};
  const clashes: string[] = [];
  for (const name of new Set([...Object.keys(mine), ...Object.keys(base)])) {
    const [before, wanted, now] = [base[name], mine[name], theirs[name]];
    if (isDeepStrictEqual(wanted, before) || isDeepStrictEqual(wanted, now)) continue;
    const isMineAlone = isDeepStrictEqual(now, before);
    if (isFields(before) && isFields(wanted) && isFields(now) && !isMineAlone) {
      const inside = mergeFields(before, wanted, now);
      changes[name] = applyChanges(inside.changes, now);
      clashes.push(...inside.clashes.map(clash => `${name}.${clash}`));
      continue;
    }
    changes[name] = wanted;
    if (!isMineAlone) clashes.push(name);
  }
  return { changes, clashes };
}

/** Returns fields with changes applied; a change to undefined removes a field. */
export function applyChanges(changes: ResourceFields, fields: ResourceFields): ResourceFields {
  const all = Object.entries({ ...fields, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

function propertiesOf(route: Route): Readonly<Record<string, JsonSchema>> {
  return resolveSchema(bodies.get(route) ?? {}).properties ?? {};
}

function described(schema: JsonSchema, hint: string | undefined): JsonSchema {
  const description = [schema['description'], hint].filter(Boolean).join(' ');
  return { ...schema, ...(description && { description }) };
}

function isFields(value: unknown): value is ResourceFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
