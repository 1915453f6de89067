import { t } from '@vscode/l10n';
import { formatList } from '../lists.ts';
import { inlineCode } from './inlineCode.ts';

/** A difference in an operation. */
export interface OperationChange {
  /** True if a client of the previous version may fail. */
  isBreaking: boolean;
  /** A sentence in Markdown. */
  what: string;
}

/** The direction of the described data: clients keep working if requests accept more, and responses contain less. */
export type Direction = 'request' | 'response';

/** The two compared descriptions, in which references are resolved. */
export interface Descriptions {
  before: unknown;
  after: unknown;
}

/** Compares two schemas; each pair is compared once, because schemas may contain themselves. */
export class SchemaComparison {
  readonly #descriptions: Descriptions;
  readonly #direction: Direction;
  readonly #seen = new Map<unknown, Set<unknown>>();
  readonly changes: OperationChange[] = [];

  constructor(descriptions: Descriptions, direction: Direction) {
    this.#descriptions = descriptions;
    this.#direction = direction;
  }

  /** Adds the differences between two schemas to `changes`; `at` names the described value. */
  compare(at: string, before: unknown, after: unknown): void {
    const [old, now] = [
      resolveReference(this.#descriptions.before, before),
      resolveReference(this.#descriptions.after, after),
    ];
    const others = this.#seen.get(old) ?? new Set();
    if (others.has(now)) return;
    this.#seen.set(old, others.add(now));
    const [was, is] = [mergeAllOf(this.#descriptions.before, old), mergeAllOf(this.#descriptions.after, now)];
    // References to other files are not followed.
    if (was['$ref'] !== is['$ref']) return this.#add(false, t`${inlineCode(at)} is described elsewhere.`);
    if (!this.#haveSameTypes(at, was, is)) return;
    this.#compareValues(at, was, is);
    this.#compareLimits(at, was, is);
    this.#compareProperties(at, was, is);
    if (was['items'] !== undefined && is['items'] !== undefined) this.compare(`${at}[]`, was['items'], is['items']);
    for (const key of ['oneOf', 'anyOf']) this.#compareAlternatives(at, listAt(was, key), listAt(is, key));
  }

  #haveSameTypes(at: string, was: JsonObject, is: JsonObject): boolean {
    const [old, now] = [typesOf(was), typesOf(is)];
    const lost = old.filter(type => !now.includes(type) && !now.includes(anything));
    const gained = now.filter(type => !old.includes(type) && !old.includes(anything));
    const isNarrower = lost.length > 0 || (old.includes(anything) && !now.includes(anything));
    const isWider = gained.length > 0 || (now.includes(anything) && !old.includes(anything));
    if (!isNarrower && !isWider) return true;
    const isBreaking = this.#direction === 'request' ? isNarrower : isWider;
    this.#add(isBreaking, t`The type of ${inlineCode(at)} was ${inWords(old)}, and is ${inWords(now)}.`);
    // If types were both removed and added, the parts of the values cannot be compared.
    return lost.length === 0 || gained.length === 0;
  }

  #compareValues(at: string, was: JsonObject, is: JsonObject): void {
    const [old, now] = [valuesOf(was), valuesOf(is)];
    if (!old && !now) return;
    const lost = old ? old.filter(value => now && !now.includes(value)) : [];
    const gained = now ? now.filter(value => old && !old.includes(value)) : [];
    const isRequest = this.#direction === 'request';
    if (!old) this.#add(isRequest, t`${inlineCode(at)} can be ${listed(now)} only.`);
    else if (!now) this.#add(false, t`${inlineCode(at)} can be something else than ${listed(old)}, too.`);
    if (lost.length > 0) this.#add(isRequest, t`${inlineCode(at)} can no longer be ${listed(lost)}.`);
    if (gained.length > 0) this.#add(false, t`${inlineCode(at)} can be ${listed(gained)}, too.`);
  }

  /** Compares limits in requests; limits in responses do not affect clients. */
  #compareLimits(at: string, was: JsonObject, is: JsonObject): void {
    if (this.#direction === 'response') return;
    const compare = (names: readonly string[], isTighter: (old: number, now: number) => boolean) => {
      for (const name of names) {
        const [old, now] = [was[name], is[name]];
        const isTight = typeof now === 'number' && (typeof old !== 'number' || isTighter(old, now));
        if (isTight) this.#add(true, t`${inlineCode(at)} has a tighter limit: ${inlineCode(name)} is ${now}.`);
      }
    };
    compare(['maximum', 'maxLength', 'maxItems', 'maxProperties'], (old, now) => now < old);
    compare(['minimum', 'minLength', 'minItems', 'minProperties'], (old, now) => now > old);
    for (const name of ['pattern', 'format']) {
      const isOther = typeof is[name] === 'string' && was[name] !== is[name];
      if (isOther)
        this.#add(true, t`${inlineCode(at)} has another ${inlineCode(name)}: ${inlineCode(String(is[name]))}.`);
    }
  }

  #compareProperties(at: string, was: JsonObject, is: JsonObject): void {
    const [old, now] = [objectAt(was, 'properties'), objectAt(is, 'properties')];
    const [hadTo, hasTo] = [listAt(was, 'required'), listAt(is, 'required')];
    const isRequest = this.#direction === 'request';
    for (const [name, schema] of Object.entries(old)) {
      const property = `${at}.${name}`;
      if (!Object.hasOwn(now, name)) {
        this.#add(true, t`${inlineCode(property)} is gone.`);
        continue;
      }
      if (isRequest && hasTo.includes(name) && !hadTo.includes(name))
        this.#add(true, t`${inlineCode(property)} is required.`);
      if (!isRequest && hadTo.includes(name) && !hasTo.includes(name))
        this.#add(true, t`${inlineCode(property)} may be left out by the service.`);
      this.compare(property, schema, now[name]);
    }
    for (const name of Object.keys(now).filter(name => !Object.hasOwn(old, name))) {
      const isDemanded = isRequest && hasTo.includes(name);
      const property = inlineCode(`${at}.${name}`);
      this.#add(isDemanded, isDemanded ? t`${property} is new, and required.` : t`${property} is new.`);
    }
  }

  #compareAlternatives(at: string, old: readonly unknown[], now: readonly unknown[]): void {
    if (old.length !== now.length) {
      const isNarrower = now.length > 0 && (old.length === 0 || now.length < old.length);
      this.#add(
        this.#direction === 'request' ? isNarrower : !isNarrower,
        t`${inlineCode(at)} had ${old.length} alternatives, and has ${now.length}.`,
      );
      return;
    }
    for (const [index, schema] of old.entries()) this.compare(`${at} (${index + 1})`, schema, now[index]);
  }

  #add(isBreaking: boolean, what: string): void {
    this.changes.push({ isBreaking, what });
  }
}

/** An object of a description, with unchecked members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object under a key, or an empty one. */
export function objectAt(value: unknown, key: string): JsonObject {
  const member = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isJsonObject(member) ? member : {};
}

/** Returns the list under a key, or an empty one. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const member = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(member) ? member : [];
}

/** Resolves the references of a part of a description. A reference to another file is returned as it is. */
export function resolveReference(description: unknown, part: unknown): unknown {
  let target = part;
  for (let steps = 0; steps < maxSteps && isJsonObject(target) && typeof target['$ref'] === 'string'; steps++) {
    const reference: string = target['$ref'];
    if (!reference.startsWith('#/')) return target;
    target = reference
      .slice(2)
      .split('/')
      .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(
        (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
        description,
      );
  }
  return target;
}

/** Maximum number of references to follow, because they may form a cycle. */
const maxSteps = 20;

/** Returns a schema merged with the schemas in its `allOf`. */
function mergeAllOf(description: unknown, schema: unknown, depth = 0): JsonObject {
  if (!isJsonObject(schema)) return {};
  const parts =
    depth < maxSteps
      ? listAt(schema, 'allOf').map(part => mergeAllOf(description, resolveReference(description, part), depth + 1))
      : [];
  return parts.reduce<JsonObject>(
    (all, part) => ({
      ...part,
      ...all,
      properties: { ...objectAt(part, 'properties'), ...objectAt(all, 'properties') },
      required: [...listAt(part, 'required'), ...listAt(all, 'required')],
    }),
    schema,
  );
}

const anything = 'anything';

function typesOf(schema: JsonObject): string[] {
  const { type, nullable } = schema;
  const named = [type].flat().filter(one => typeof one === 'string');
  const guessed = isJsonObject(schema['properties'])
    ? ['object']
    : schema['items'] === undefined
      ? [anything]
      : ['array'];
  const types = named.length > 0 ? named : guessed;
  // A number may be an integer.
  return [
    ...new Set([...types, ...(types.includes('number') ? ['integer'] : []), ...(nullable === true ? ['null'] : [])]),
  ];
}

function inWords(types: readonly string[]): string {
  const distinctTypes = types.filter(type => type !== 'integer' || !types.includes('number'));
  return formatList(
    distinctTypes.map(type => (type === anything ? t('anything') : inlineCode(type))),
    'disjunction',
  );
}

function valuesOf(schema: JsonObject): string[] | undefined {
  const { enum: values, const: only } = schema;
  if (only !== undefined) return [JSON.stringify(only)];
  return Array.isArray(values) ? values.map(value => JSON.stringify(value)) : undefined;
}

function listed(values: readonly string[] = []): string {
  const firstValues = values.slice(0, maxValues).map(inlineCode).join(', ');
  const more = values.length - maxValues;
  if (more <= 0) return firstValues;
  return more === 1 ? t`${firstValues} and 1 other` : t`${firstValues} and ${more} others`;
}

const maxValues = 12;
