import { LCS, type ILCSResult } from 'node-diff3';
import { runSync, type Resumable } from '../resumable.ts';
import { similarity, type Trigrams, trigramsOf } from './trigrams.ts';

/** An item of a tree, compared by its kind and its text. */
export interface MatchItem<V> {
  value: V;
  type: string;
  /** The family of types that may match each other, because Markdown and documents divide content differently. */
  family: string;
  /** The text of the item and its children, without parts that Markdown and documents write differently. */
  signature: string;
  children: MatchItem<V>[];
}

/** Conditions for matching two items with different texts. */
export interface Tolerance {
  /** The least similarity of the texts, from 0 to 1. */
  similarity: number;
  /** True to match items between equal neighbours, however different their texts are. */
  inPlace: boolean;
}

/** Maps the items on the left to the items on the right that they match. */
export function matchTrees<L, R>(
  leftItems: MatchItem<L>[],
  rightItems: MatchItem<R>[],
  tolerance: Tolerance,
): Map<L, R> {
  return runSync(matchRuns([[leftItems, rightItems]], tolerance));
}

/** Items on the left, and the items on the right among which their matches are. */
export type SiblingRun<L, R> = [leftItems: MatchItem<L>[], rightItems: MatchItem<R>[]];

/** Matches the items of each run: first in order, level by level; then moved items by equal text, across all runs. */
export function* matchRuns<L, R>(runs: readonly SiblingRun<L, R>[], tolerance: Tolerance): Resumable<Map<L, R>> {
  const matches = new Map<L, R>();
  const taken = new Set<R>();
  const [leftItems, rightItems] = [runs.flatMap(([lefts]) => lefts), runs.flatMap(([, rights]) => rights)];
  let names: ReadonlySet<string> | undefined;
  const isUnmistakable = (item: MatchItem<unknown>) =>
    (names ??= unmistakable(leftItems, rightItems)).has(nameOf(item));
  const context = { ...tolerance, isUnmistakable };
  const match = function* (lefts: readonly MatchItem<L>[], rights: readonly MatchItem<R>[]): Resumable<void> {
    for (const pair of align(lefts, rights, context)) {
      yield;
      if (!pair) continue;
      const [l, r] = pair;
      if (matches.has(l.value) || taken.has(r.value)) continue;
      matches.set(l.value, r.value);
      taken.add(r.value);
      yield* match(l.children, r.children);
    }
  };
  for (const [lefts, rights] of runs) yield* match(lefts, rights);
  for (const [l, r] of moved(leftItems, rightItems, matches, taken)) yield* match([l], [r]);
  return matches;
}

/** Returns the names of items that occur exactly once on each side, so that they match wherever they are. */
function unmistakable(
  leftItems: readonly MatchItem<unknown>[],
  rightItems: readonly MatchItem<unknown>[],
): Set<string> {
  const rights = new Set(onlyOnes(rightItems));
  return new Set(onlyOnes(leftItems).filter(name => rights.has(name)));
}

function onlyOnes(items: readonly MatchItem<unknown>[]): string[] {
  const seen = new Map<string, number>();
  for (const item of everything(items)) {
    if (item.signature) seen.set(nameOf(item), (seen.get(nameOf(item)) ?? 0) + 1);
  }
  return [...seen.keys()].filter(name => seen.get(name) === 1);
}

function nameOf(item: MatchItem<unknown>): string {
  return `${item.family} ${item.signature}`;
}

function* everything<V>(items: readonly MatchItem<V>[]): Iterable<MatchItem<V>> {
  for (const item of items) {
    yield item;
    yield* everything(item.children);
  }
}

/** Pairs unmatched items with equal text, in their order. */
function* moved<L, R>(
  leftItems: readonly MatchItem<L>[],
  rightItems: readonly MatchItem<R>[],
  matches: ReadonlyMap<L, R>,
  taken: ReadonlySet<R>,
): Iterable<[MatchItem<L>, MatchItem<R>]> {
  const missing = [...everything(leftItems)].filter(item => item.signature && !matches.has(item.value));
  if (!missing.length) return;
  const free = Map.groupBy([...everything(rightItems)].reverse(), nameOf);
  for (const item of missing) {
    // Both may be matched already, as children of a moved item.
    if (matches.has(item.value)) continue;
    const others = free.get(nameOf(item)) ?? [];
    let match = others.pop();
    while (match && taken.has(match.value)) match = others.pop();
    if (match) yield [item, match];
  }
}

interface Context extends Tolerance {
  isUnmistakable: (item: MatchItem<unknown>) => boolean;
}

/** Matching pairs in order, with undefined if a slow search may be interrupted. */
type Pairs<L, R> = Iterable<[MatchItem<L>, MatchItem<R>] | undefined>;

function* align<L, R>(
  leftItems: readonly MatchItem<L>[],
  rightItems: readonly MatchItem<R>[],
  context: Context,
): Pairs<L, R> {
  let from = 0;
  let leftTo = leftItems.length;
  let rightTo = rightItems.length;
  for (; isSameItem(leftItems[from], rightItems[from]); from++) yield pairAt(leftItems, rightItems, from, from);
  while (leftTo > from && rightTo > from && isSameItem(leftItems[leftTo - 1], rightItems[rightTo - 1])) {
    yield pairAt(leftItems, rightItems, --leftTo, --rightTo);
  }
  yield* alignBetween(leftItems.slice(from, leftTo), rightItems.slice(from, rightTo), context);
}

function pairAt<L, R>(
  leftItems: readonly MatchItem<L>[],
  rightItems: readonly MatchItem<R>[],
  l: number,
  r: number,
): [MatchItem<L>, MatchItem<R>] {
  return [at(leftItems, l), at(rightItems, r)];
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`Nothing at ${index} of ${list.length}.`);
  return value;
}

/** Returns true if two items have equal kind and text. */
export function isSameItem(l: MatchItem<unknown> | undefined, r: MatchItem<unknown> | undefined): boolean {
  return l !== undefined && r !== undefined && l.signature === r.signature && kindOf(l) === kindOf(r);
}

/**
 * Returns the kind of an item. Headings and paragraphs differ, whatever the depth; HTML is a paragraph in documents.
 */
function kindOf({ type, family }: MatchItem<unknown>): string {
  return family === 'text' ? type.replace(/-\d$/, '').replace('markup', 'paragraph') : family;
}

/** Splits the remaining items at unique common ones, and weighs the items between. */
function* alignBetween<L, R>(leftItems: MatchItem<L>[], rightItems: MatchItem<R>[], context: Context): Pairs<L, R> {
  if (!leftItems.length || !rightItems.length) return;
  const anchors = anchorsOf(leftItems, rightItems);
  if (!anchors.length) return yield* weigh(leftItems, rightItems, context);
  let l = 0;
  let r = 0;
  for (const [nextLeft, nextRight] of [...anchors, [leftItems.length, rightItems.length] as const]) {
    yield* align(leftItems.slice(l, nextLeft), rightItems.slice(r, nextRight), context);
    if (nextLeft < leftItems.length) yield pairAt(leftItems, rightItems, nextLeft, nextRight);
    l = nextLeft + 1;
    r = nextRight + 1;
  }
}

/** Returns the positions of items that occur once on each side, as far as their order agrees. */
function anchorsOf(leftItems: MatchItem<unknown>[], rightItems: MatchItem<unknown>[]): [number, number][] {
  const [lefts, rights] = [placesOfOnlyOnes(leftItems), placesOfOnlyOnes(rightItems)];
  const [leftPlaces, rightPlaces] = [[...lefts.values()], [...rights.values()]];
  const anchors: [number, number][] = [];
  let last: ILCSResult | null = LCS([...lefts.keys()], [...rights.keys()]);
  // The chain of results ends with an empty one.
  for (; last?.chain; last = last.chain) {
    anchors.push([at(leftPlaces, last.buffer1index), at(rightPlaces, last.buffer2index)]);
  }
  return anchors.reverse();
}

function placesOfOnlyOnes(items: MatchItem<unknown>[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  items.forEach((item, index) => {
    const name = `${kindOf(item)} ${item.signature}`;
    if (places.has(name)) repeated.add(name);
    if (item.signature) places.set(name, index);
  });
  for (const name of repeated) places.delete(name);
  return places;
}

/** With more possible pairs, similarity is ignored; with more than the second limit, only equal texts match. */
const manyPairs = 6_000;
const tooManyPairs = 250_000;

/** Chooses the pairing in order with the highest total similarity. */
function* weigh<L, R>(leftItems: MatchItem<L>[], rightItems: MatchItem<R>[], context: Context): Pairs<L, R> {
  const width = rightItems.length + 1;
  const pairs = leftItems.length * rightItems.length;
  if (pairs > tooManyPairs) return yield* firstInSight(leftItems, rightItems);
  const worth = likeness(context, pairs <= manyPairs);
  const worths = new Float32Array(pairs);
  const best = new Float64Array((leftItems.length + 1) * width);
  for (let l = leftItems.length - 1; l >= 0; l--) {
    yield;
    for (let r = rightItems.length - 1; r >= 0; r--) {
      const pairWorth = worth(at(leftItems, l), at(rightItems, r));
      worths[l * rightItems.length + r] = pairWorth;
      const paired = pairWorth > 0 ? pairWorth + (best[(l + 1) * width + r + 1] ?? 0) : 0;
      best[l * width + r] = Math.max(paired, best[(l + 1) * width + r] ?? 0, best[l * width + r + 1] ?? 0);
    }
  }
  for (let l = 0, r = 0; l < leftItems.length && r < rightItems.length;) {
    const pairWorth = worths[l * rightItems.length + r] ?? 0;
    const total = best[l * width + r] ?? 0;
    if (pairWorth > 0 && total === pairWorth + (best[(l + 1) * width + r + 1] ?? 0))
      yield pairAt(leftItems, rightItems, l++, r++);
    else if (total === (best[(l + 1) * width + r] ?? 0)) l++;
    else r++;
  }
}

function* firstInSight<L, R>(
  leftItems: MatchItem<L>[],
  rightItems: MatchItem<R>[],
): Iterable<[MatchItem<L>, MatchItem<R>]> {
  const places = Map.groupBy([...rightItems.keys()].reverse(), index => nameOf(at(rightItems, index)));
  let next = 0;
  for (const item of leftItems) {
    const others = places.get(nameOf(item)) ?? [];
    let place = others.pop();
    while (place !== undefined && place < next) place = others.pop();
    if (place === undefined) continue;
    yield [item, at(rightItems, place)];
    next = place + 1;
  }
}

/** Families whose text may be empty in one form only, such as a picture with or without its description. */
const familiesWithoutWords: ReadonlySet<string> = new Set(['images', 'void', 'math', 'code', 'table']);

/** Families identified by a target, which is a path in Markdown and an ID in a document. */
const interchangeableFamilies: ReadonlySet<string> = new Set(['images', 'void']);

type Worth = (l: MatchItem<unknown>, r: MatchItem<unknown>) => number;

/** Returns a function that weighs a pair: equal, equal but for its kind, similar, or in one place; 0 is no pair. */
function likeness({ similarity: least, inPlace, isUnmistakable }: Context, looksClosely: boolean): Worth {
  const cache = new Map<MatchItem<unknown>, Trigrams>();
  const trigrams = (item: MatchItem<unknown>) => {
    const cached = cache.get(item) ?? trigramsOf(item.signature);
    cache.set(item, cached);
    return cached;
  };
  return (l, r) => {
    if (l.family !== r.family) return 0;
    if (l.signature === r.signature) return kindOf(l) === kindOf(r) ? 1000 : 900;
    // An item that occurs unchanged elsewhere has moved, so no other item is an edited form of it.
    if (!looksClosely || isUnmistakable(l) || isUnmistakable(r)) return 0;
    if (!l.signature || !r.signature) return inPlace || familiesWithoutWords.has(l.family) ? 20 : 0;
    const alike = similarity(trigrams(l), trigrams(r));
    if (alike >= least) return 50 + Math.round(350 * alike);
    if (interchangeableFamilies.has(l.family)) return l.type === r.type ? 20 : 10;
    return inPlace && l.type === r.type ? 10 : 0;
  };
}
