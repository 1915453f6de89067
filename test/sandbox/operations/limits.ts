import type { JsonSchema, Operation } from '../../../src/sandbox/http/contract.ts';
import { fieldNameOf } from '../../../src/sandbox/http/violations.ts';
import type { AnyInput } from './row.ts';

/**
 * An input that breaks one rule of the contract, and the texts that the refusal must contain: the field, and its limit.
 */
export interface RuleViolation {
  rule: string;
  input: AnyInput;
  names: readonly string[];
}

/** Breaks each rule of the contract for the members that an input has or could have, one at a time. */
export function breakRules(operation: Operation, description: JsonSchema, valid: AnyInput): RuleViolation[] {
  const resolve = createResolve(description);
  const query = operation.parameters
    .filter(parameter => parameter.in === 'query')
    .flatMap(({ name, schema, required }) =>
      membersBroken({ path: ['query', name], schema, required: required === true, isText: true }, resolve),
    );
  const body = operation.body
    ? shapeBroken({ path: ['body'], schema: operation.body.schema, sample: valid.body, resolve })
    : [];
  const places = operation.parameters
    .filter(parameter => parameter.in === 'path')
    .flatMap(({ name, schema }) => membersBroken({ path: [name], schema, required: false, isText: true }, resolve));
  return [...places, ...query, ...body].map(({ path, value, rule, limit }) => ({
    rule: `${path.join('.')} ${rule}`,
    input: replaced(valid, path, value) as AnyInput,
    names: [fieldNameOf(path), ...(limit === undefined ? [] : [limit])],
  }));
}

interface Breach {
  path: string[];
  rule: string;
  /** Undefined removes the member. */
  value: unknown;
  limit?: string;
}

interface Member {
  path: string[];
  schema: JsonSchema;
  required: boolean;
  /** True for a value in a URL, where a value of the wrong type is text as well. */
  isText: boolean;
}

type Resolve = (schema: JsonSchema) => JsonSchema;

/** Returns the violations for the members of an object and of its nested objects. Alternatives are not entered. */
function shapeBroken(shape: { path: string[]; schema: JsonSchema; sample: unknown; resolve: Resolve }): Breach[] {
  const { path, sample, resolve } = shape;
  const schema = resolve(shape.schema);
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = (schema['required'] ?? []) as string[];
  return Object.entries(properties).flatMap(([name, property]) => {
    const member = { path: [...path, name], schema: property, required: required.includes(name), isText: false };
    const below = isObject(sample) ? sample[name] : undefined;
    const inside = isObject(below) ? { path: member.path, schema: property, sample: below, resolve } : undefined;
    const isReachable = sample !== undefined || path.length === 1;
    return [...(isReachable ? membersBroken(member, resolve) : []), ...(inside ? shapeBroken(inside) : [])];
  });
}

function membersBroken({ path, schema: open, required, isText }: Member, resolve: Resolve): Breach[] {
  const schema = resolve(open);
  const breach = (rule: string, value: unknown, limit?: unknown): Breach[] => [
    { path, rule, value, ...(limit !== undefined && { limit: String(limit) }) },
  ];
  const { maxLength, minLength, maximum, minimum, maxItems, minItems, pattern } = schema;
  const oneOf = schema['enum'] as unknown[] | undefined;
  const items = schema['items'] === undefined ? {} : resolve(schema['items'] as JsonSchema);
  const isAddress = schema['format'] === 'uri';
  const isPlainText = !oneOf && pattern === undefined && schema['format'] === undefined;
  const tooLong = typeof maxLength === 'number' ? 'x'.repeat(maxLength + 1) : '';
  return [
    ...(required ? breach('is missing', undefined) : []),
    ...wrongTypes(schema, isText).flatMap(value => breach(`is ${JSON.stringify(value)}`, value)),
    ...(oneOf
      ? breach(
          'is none of its values',
          'none-of-these',
          oneOf.find(value => value !== null),
        )
      : []),
    ...(tooLong !== '' && isPlainText ? breach('is too long', tooLong, maxLength) : []),
    ...(tooLong !== '' && isAddress ? breach('is too long', `https://a.example/${tooLong}`, maxLength) : []),
    ...(tooLong !== '' && typeof pattern === 'string' && new RegExp(pattern).test(tooLong)
      ? breach('is too long', tooLong, maxLength)
      : []),
    ...(isAddress ? breach('is no address', 'not at all', 'uri') : []),
    ...(typeof minLength === 'number' && minLength > 0
      ? breach('is too short', 'x'.repeat(minLength - 1), isPlainText ? minLength : undefined)
      : []),
    ...(typeof maximum === 'number' ? breach('is too large', maximum + 1, maximum) : []),
    ...(typeof minimum === 'number' ? breach('is too small', minimum - 1, minimum) : []),
    ...(typeof maxItems === 'number' ? breach('has too many', Array(maxItems + 1).fill(sample(items)), maxItems) : []),
    ...(typeof minItems === 'number' && minItems > 0 ? breach('has too few', [], minItems) : []),
    ...(pattern !== undefined ? breach('is against its pattern', '\n not at all /', pattern) : []),
    ...(schema['items'] === undefined
      ? []
      : inList(membersBroken({ path, schema: items, required: false, isText }, resolve))),
  ];
}

/** Returns the violations for the items of a list, each in a list of one item. */
function inList(broken: readonly Breach[]): Breach[] {
  return broken.map(breach => ({ ...breach, rule: `holds what ${breach.rule}`, value: [breach.value] }));
}

function wrongTypes({ type, oneOf, anyOf }: JsonSchema, isText: boolean): unknown[] {
  const types = [type].flat();
  if (oneOf !== undefined || anyOf !== undefined || type === undefined) return [];
  if (isText) return types.some(one => one === 'number' || one === 'integer' || one === 'boolean') ? ['maybe'] : [];
  return types.includes('string') ? [12] : ['maybe'];
}

function sample(schema: JsonSchema): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  return schema['type'] === 'object' ? {} : 'x';
}

function replaced(value: unknown, [first, ...rest]: readonly string[], member: unknown): unknown {
  if (first === undefined) return member;
  const { [first]: old, ...others } = isObject(value) ? value : {};
  const next = replaced(old, rest, member);
  return next === undefined ? others : { ...others, [first]: next };
}

function createResolve(description: JsonSchema): Resolve {
  return function resolve(schema) {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    const target = $ref.slice(2).split('/');
    return resolve(target.reduce<unknown>((at, part) => (at as JsonSchema)[part], description) as JsonSchema);
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
