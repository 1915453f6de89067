import type { JsonSchema, Operation } from '../../../src/sandbox/http/contract.ts';
import { pointers, references } from './places.ts';
import type { Places } from './places.ts';
import type { Random } from './random.ts';

export interface Input {
  path: Record<string, string>;
  query: [name: string, value: string][];
  body: unknown;
}

export interface World {
  random: Random;
  description: JsonSchema;
  /** URLs of resources that may be fetched. */
  urls: readonly string[];
  /** Possible siblings of a moved resource. */
  neighbours: Places;
}

/** Returns an input that the contract allows, about existing resources as far as possible. */
export function validInput(operation: Operation, places: Places, world: World): Input {
  const { random } = world;
  const value = (name: string, schema: JsonSchema) => generate({ name, schema, depth: 0, places }, world);
  const path: Record<string, string> = {};
  const query: [string, string][] = [];
  for (const { name, schema, required, in: where } of operation.parameters) {
    if (where === 'path') path[name] = places[name] ?? 'nowhere';
    else if (name === 'url') query.push([name, places['url'] ?? '']);
    else if (required || (random.chance(0.3) && name !== 'page')) {
      for (const one of [value(name, schema)].flat()) query.push([name, String(one)]);
    }
  }
  if (operation.method === 'PUT' && random.chance(0.2)) path['specSlug'] &&= `spec-${random.below(1000)}`;
  if (operation.method === 'POST' && random.chance(0.5)) path['integrationName'] &&= `made-${random.below(1000)}`;
  return { path, query, body: operation.body && value('body', operation.body.schema) };
}

interface Wanted {
  name: string;
  schema: JsonSchema;
  depth: number;
  places: Places;
}

function generate(wanted: Wanted, world: World): unknown {
  const { random } = world;
  const schema = resolve(wanted.schema, world);
  const values = (schema['enum'] ?? schema['x-extensible-enum']) as unknown[] | undefined;
  const usual = usually[wanted.name];
  if (values?.includes(usual) && random.chance(0.6)) return usual;
  if (values) return random.pick(values);
  if ('const' in schema) return schema['const'];
  const choices = (schema['oneOf'] ?? schema['anyOf']) as JsonSchema[] | undefined;
  if (choices) return generate({ ...wanted, schema: { ...withoutChoices(schema), ...random.pick(choices) } }, world);
  if (schema['allOf']) return generateAll(wanted, schema['allOf'] as JsonSchema[], world);
  const type = random.pick([schema['type'] ?? (schema['properties'] ? 'object' : 'string')].flat());
  if (type === 'object') return generateObject({ ...wanted, schema }, world);
  if (type === 'array') return generateArray({ ...wanted, schema }, world);
  if (type === 'string') return generateText({ ...wanted, schema }, world);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  const lowest = Number(schema['minimum'] ?? 0);
  return lowest + random.below(Math.min(Number(schema['maximum'] ?? 50), 50) - lowest + 1);
}

function withoutChoices({ oneOf: _, anyOf: __, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function generateAll(wanted: Wanted, parts: readonly JsonSchema[], world: World): unknown {
  return Object.assign({}, ...parts.map(schema => generate({ ...wanted, schema }, world)));
}

/** Groups of members of which a request must have exactly one, although the contract does not say so. */
const exclusiveMembers: readonly (readonly string[])[] = [
  ['before', 'after'],
  ['url', 'base64'],
];

function generateObject(wanted: Wanted, world: World): object {
  const { random } = world;
  const { schema, depth } = wanted;
  const places = wanted.name === 'position' ? world.neighbours : wanted.places;
  const required = (schema['required'] ?? []) as string[];
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const unwanted = exclusiveMembers.filter(() => random.chance(0.9)).map(pair => random.pick(pair));
  const wantedMost = (name: string) => exclusiveMembers.flat().includes(name) && random.chance(0.9);
  const chosen = properties.filter(([name]) => {
    if (required.includes(name)) return true;
    return depth < 6 && !unwanted.includes(name) && (wantedMost(name) || random.chance(0.4));
  });
  const entries = chosen.map(([name, property]): [string, unknown] => [
    name,
    generate({ ...wanted, places, name, schema: property, depth: depth + 1 }, world),
  ]);
  const object = Object.fromEntries(entries);
  const pointed = 'id' in object ? places[pointers[String(object['type'])] ?? ''] : undefined;
  return pointed === undefined ? object : { ...object, id: pointed };
}

function generateArray(wanted: Wanted, world: World): unknown[] {
  const { schema, depth } = wanted;
  const lowest = Number(schema['minItems'] ?? 0);
  const most = depth > 6 ? lowest : Math.min(Number(schema['maxItems'] ?? 3), 3);
  const length = Math.max(lowest, world.random.below(most + 1));
  const items = (schema['items'] ?? { type: 'string' }) as JsonSchema;
  return Array.from({ length }, () => generate({ ...wanted, schema: items, depth: depth + 1 }, world));
}

const words = [
  'heron',
  'Water level',
  'Über uns',
  '水位',
  'a-b_c',
  '🪶',
  '# Title\n\ntext',
  '* one\n* two',
  '`x`',
  'tide',
];
const oddCharacters = [
  '\0',
  '\ud800',
  '\udfff',
  '\n',
  '\u2028',
  '%',
  '#',
  '?',
  '/',
  '\\',
  '"',
  '<',
  '🪶',
  '\u202e',
  ' ',
];

/** Texts that users rarely enter but programs send by mistake. The contract allows them in most places. */
export const oddTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202e',
    '\r\n',
    '\u001b[31m',
    '../../etc/passwd',
    '%',
    '%zz',
    '#',
    '?',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', "'; DROP TABLE rows; --", '<script>alert(1)</script>'],
  ...['null', 'undefined', 'NaN', '-1', '1e999', 'true', '[]', '{}', '👩‍👩‍👧‍👦', 'e\u0301'.repeat(20), '{{#if}}', '{% hint'],
  ...['[a](b'.repeat(200), '> '.repeat(300), '* '.repeat(300), '`'.repeat(1001), '<details>'.repeat(300), '|a|\n|-|\n'],
  ...['2026-13-45T99:99:99Z', '0000-00-00', 'image:x', '/pages/nowhere', '/files/nowhere', 'javascript:alert(1)'],
  ...[
    '[x](\ud800.md)',
    '![](%)',
    '[x](%zz "t")',
    '---\na: [\n---\n',
    '{% hint style="info" %}\n'.repeat(50),
    'README',
    '.',
  ],
];

/** The most common values of some parameters. */
const usually: Readonly<Record<string, string>> = { source: 'markdown', status: 'open' };

const formed: Readonly<Record<string, readonly string[]>> = {
  emoji: ['1f600', '🪶', '👍'],
  base64: ['aGVsbG8=', '', 'iVBORw0KGgo='],
  condition: ['visitor.claims.isBeta', 'true'],
  hostname: ['docs.tidewell.example'],
  proxy: ['docs.example.com/guide'],
  emailDomains: ['example.com'],
  basename: ['heron-docs', 'guide'],
  path: ['guide', 'setup'],
  contentType: ['text/plain', 'image/png'],
  script: ['export default {}'],
};

function generateText({ name, schema, places }: Wanted, { random, urls }: World): string {
  const reference = places[references[name] ?? ''];
  if (reference !== undefined && random.chance(0.95)) return reference;
  if (schema['format'] === 'uri' || name === 'url') return random.pick(urls) ?? '';
  if (schema['pattern'] && name === 'slug') return `made-${random.below(1000)}`;
  if (name === 'icon' || name === 'language') return random.pick(['book', 'de', 'fr']) ?? '';
  const usual = random.pick(formed[name] ?? [`${random.pick(words)} ${random.below(1000)}`]) ?? '';
  const text = random.chance(0.25) ? oddText(random, usual) : usual;
  const lowest = Number(schema['minLength'] ?? 0);
  return text.padEnd(lowest, 'x').slice(0, Number(schema['maxLength'] ?? 10_000));
}

/** Returns an odd text, alone or inside a usual text. */
function oddText(random: Random, usual: string): string {
  const odd = random.pick(random.chance(0.5) ? oddCharacters : oddTexts) ?? '';
  return random.chance(0.5) ? odd : `${usual}${odd}${usual}`;
}

function resolve(schema: JsonSchema, { description }: World): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  let target: unknown = description;
  for (const part of reference.slice(2).split('/')) target = (target as Record<string, unknown>)[part];
  return resolve(target as JsonSchema, { description } as World);
}
