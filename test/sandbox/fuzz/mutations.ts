import { oddTexts } from './inputs.ts';
import type { Input } from './inputs.ts';
import type { Places } from './places.ts';
import type { Random } from './random.ts';

/** A mutated request: an input, or raw text as its body, and raw text appended to the URL. */
export interface MutatedRequest extends Input {
  rawBody?: string;
  rawQuery?: string;
}

const lengths = [1, 2, 50, 51, 64, 65, 100, 101, 128, 129, 255, 256, 300, 2000, 70_000];
const numbers = [0, -0, -1, 0.5, 1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), 1000, 1001];
const bodies = [
  ...[
    '',
    ' ',
    '{',
    '[]',
    '[',
    '"',
    'null',
    'true',
    '0',
    'NaN',
    '\0',
    '\ufeff{}',
    '{"a":1,}',
    '1e999',
    'x'.repeat(1000),
  ],
  ...['['.repeat(20_000), '{"a":'.repeat(20_000), '{"title":"a","title":5}', '{"__proto__":{"title":"x"}}'],
];
const queries = [
  ...['page=%zz', 'page=nonsense', 'page=bnVsbA', 'page=WzFd', 'page=e30', 'page=WyJhIiwxXQ', 'page=', 'page=a&page=b'],
  ...[
    'limit=-1',
    'limit=1001',
    'limit=NaN',
    'limit=1.5',
    'limit=1e3',
    'limit=',
    'limit=1&limit=2',
    'limit=0',
    'limit=1',
  ],
  ...['=', '&&&', '%00=%00', '__proto__=1', 'constructor=x', 'format=document&format=markdown', 'format=none'],
  ...['status=none', 'order=up', 'metadata=maybe', 'computed=maybe', 'query=%ff', 'limit=9007199254740993'],
];

/** Changes one or several parts of an input to invalid or unusual values. */
export function mutate(input: Input, places: Places, random: Random): MutatedRequest {
  const mutated: MutatedRequest = structuredClone(input);
  for (let count = 1 + random.below(2); count > 0; count--) {
    const kind = random.below(10);
    if (kind < 2) mutatePath(mutated, places, random);
    else if (kind < 4 || mutated.body === undefined) mutateQuery(mutated, random);
    else if (kind === 4) mutated.rawBody = random.pick(bodies) ?? '';
    else mutated.body = mutateValue(mutated.body, random);
  }
  return mutated;
}

function mutatePath({ path }: MutatedRequest, places: Places, random: Random): void {
  const name = random.pick(Object.keys(path));
  if (name === undefined) return;
  const other = random.pick(Object.values(places));
  path[name] = (random.chance(0.5) ? other : hostileText(random)) ?? 'nowhere';
}

function mutateQuery(mutated: MutatedRequest, random: Random): void {
  const parameter = mutated.query[random.below(mutated.query.length)];
  if (!parameter || random.chance(0.5)) mutated.rawQuery = random.pick(queries) ?? '';
  else if (random.chance(0.3)) mutated.query.push(parameter);
  else parameter[1] = hostileText(random);
}

/** Replaces, removes or adds a value at a random place inside a value. */
function mutateValue(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return hostile(random);
  if (Array.isArray(value)) return mutateList(value, random);
  const names = Object.keys(value);
  const name = random.pick(names);
  if (name === undefined || random.chance(0.15)) return withMember(value, hostileName(random), hostile(random));
  if (random.chance(0.15)) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  return { ...value, [name]: mutateValue((value as Record<string, unknown>)[name], random) };
}

function mutateList(list: readonly unknown[], random: Random): unknown {
  const index = random.below(list.length);
  if (list.length === 0 || random.chance(0.1)) return [...list, hostile(random)];
  if (random.chance(0.1)) return Array.from({ length: 200 }, () => list[index]);
  if (random.chance(0.2)) return [...list, list[index]];
  return list.map((item, at) => (at === index ? mutateValue(item, random) : item));
}

function hostileName(random: Random): string {
  return random.pick(['__proto__', 'constructor', 'toString', 'id', 'object', 'colour', '', '\0']) ?? '';
}

/** Adds a member. `__proto__` becomes an ordinary member, as in JSON. */
function withMember(value: object, name: string, member: unknown): object {
  return Object.defineProperty({ ...value }, name, { value: member, enumerable: true });
}

function hostile(random: Random): unknown {
  const kind = random.below(8);
  if (kind < 4) return hostileText(random);
  if (kind === 4) return random.pick(numbers);
  if (kind === 5) return random.pick([null, true, false, [], {}, [[]], [null]]);
  return kind === 6 ? nested(random) : withMember({}, hostileName(random), hostileText(random));
}

function hostileText(random: Random): string {
  if (random.chance(0.2)) return 'x'.repeat(random.pick(lengths) ?? 1);
  return random.pick(oddTexts) ?? '';
}

function nested(random: Random): unknown {
  let value: unknown = 'deep';
  const isList = random.chance(0.5);
  for (let depth = 0; depth < 500; depth++) value = isList ? [value] : { nodes: [value], object: 'block' };
  return value;
}
