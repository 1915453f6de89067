import { allBlocks, type Block, type BlockType } from '../../block.ts';
import { signatureOf } from '../../placing/signatures.ts';
import { similarity, type Trigrams, trigramsOf } from '../../placing/trigrams.ts';
import type { Resumable } from '../../resumable.ts';
import type { Matches } from './matches.ts';

/** The kind of content in a block; blocks of one form are rendered alike. */
export type ContentForm = 'text' | 'image' | 'code' | 'row' | 'table' | 'list';

const forms: ReadonlyMap<BlockType, ContentForm> = new Map<BlockType, ContentForm>([
  ['paragraph', 'text'],
  ['heading', 'text'],
  ['markup', 'text'],
  ['expandable-title', 'text'],
  ['image', 'image'],
  ['code', 'code'],
  ['table-row', 'row'],
  ['table', 'table'],
  ['list-ordered', 'list'],
  ['list-unordered', 'list'],
  ['list-tasks', 'list'],
]);

export function contentFormOf({ type }: Block): ContentForm | undefined {
  return forms.get(type);
}

/** A block without a counterpart. */
interface Candidate {
  block: Block;
  form: ContentForm;
  trigrams: Trigrams;
  /** The first letters and digits of its text. */
  beginning: string;
  /** The number of letters and digits in its text. */
  length: number;
  /** The position of the block, as an index into the blocks of the old page. */
  position: number;
}

interface Pair {
  before: Candidate;
  after: Candidate;
  score: number;
}

/** Matches unmatched blocks with similar text: blocks that changed their kind, and moved ones that were edited. */
export function* matchEditedBlocks(
  matches: Matches,
  before: readonly Block[],
  after: readonly Block[],
): Resumable<void> {
  const [lefts, rights] = [allBlocks(before), allBlocks(after)];
  yield;
  const positions = new Map(lefts.map((block, index) => [block, index]));
  const leftCandidates = yield* candidates(lefts, matches, block => positions.get(block) ?? 0);
  if (leftCandidates.length > 0) {
    let position = 0;
    const placed = new Map(
      rights.map(block => [block, (position = positions.get(matches.beforeOf(block) ?? block) ?? position)]),
    );
    const rightCandidates = yield* candidates(rights, matches, block => placed.get(block) ?? 0);
    yield* matchAlike(matches, leftCandidates, rightCandidates);
  }
  matchParents(matches);
}

function* candidates(
  blocks: readonly Block[],
  matches: Matches,
  positionOf: (block: Block) => number,
): Resumable<Candidate[]> {
  const result: Candidate[] = [];
  for (const block of blocks) {
    const form = matches.of(block) ? undefined : contentFormOf(block);
    if (!form) continue;
    yield;
    const signature = signatureOf(sampleOf(block.text)).toLowerCase();
    if (signature.length < minLength) continue;
    const trigrams = trigramsOf(signature);
    const beginning = signature.slice(0, minBeginning);
    result.push({ block, form, trigrams, beginning, length: signature.length, position: positionOf(block) });
  }
  return result;
}

/** Returns the beginning and the end of a long text, because container blocks repeat the texts of nested ones. */
function sampleOf(text: string): string {
  return text.length > 1_600 ? text.slice(0, 1_000) + text.slice(-600) : text;
}

/** Shorter texts are similar by chance. */
const minLength = 8;
const minLengthFarAway = 24;

/** The least similarity of nearby blocks, of nearby blocks of different kinds, and of distant blocks. */
const minSimilarity = 0.42;
const minSimilarityOfKinds = 0.5;
const minSimilarityFarAway = 0.6;

/** The least similarity of texts shorter than `minLengthFarAway`: for a title whose number was removed. */
const minSimilarityOfShort = 0.85;

/** The length of a common beginning by which readers recognize two nearby texts as one. */
const minBeginning = 20;
const minSimilarityOfBeginning = 0.3;

/** The greatest distance, in blocks, of nearby blocks. */
const nearby = 24;

function isNear(l: Candidate, r: Candidate): boolean {
  return Math.abs(l.position - r.position) <= nearby;
}

/** Returns the score of two candidates; 0 if they do not match. */
function scoreOf(l: Candidate, r: Candidate): number {
  const [shorter, longer] = [Math.min(l.length, r.length), Math.max(l.length, r.length)];
  if (5 * shorter < longer) return 0;
  if (!isNear(l, r)) {
    const alike = 2 * shorter < longer ? 0 : similarity(l.trigrams, r.trigrams);
    return alike >= (shorter < minLengthFarAway ? minSimilarityOfShort : minSimilarityFarAway) ? alike : 0;
  }
  const alike = similarity(l.trigrams, r.trigrams);
  // The longer text contains the shorter one, so it was extended or cut.
  const part = (alike * (l.trigrams.total + r.trigrams.total)) / 2 / Math.min(l.trigrams.total, r.trigrams.total);
  const isPart = part >= 0.85 && shorter >= minLengthFarAway;
  const isSameType = l.block.type === r.block.type;
  const isBegunAlike = isSameType && alike >= minSimilarityOfBeginning && beginsAlike(l, r);
  const isAlike = isBegunAlike || alike >= (isSameType ? minSimilarity : minSimilarityOfKinds);
  if (!isAlike && !(isPart && l.form === r.form)) return 0;
  return alike + (isSameType ? 0.2 : 0.1) - Math.abs(l.position - r.position) / 200;
}

function beginsAlike(l: Candidate, r: Candidate): boolean {
  return l.beginning.length === minBeginning && l.beginning === r.beginning;
}

/** Matches candidates, the most similar ones first. */
function* matchAlike(matches: Matches, lefts: readonly Candidate[], rights: readonly Candidate[]): Resumable<void> {
  if (!rights.length) return;
  const find = yield* finder(rights);
  const pairs: Pair[] = [];
  for (const before of lefts) {
    yield;
    for (const after of find(before)) {
      const score = canMatch(before, after) ? scoreOf(before, after) : 0;
      if (score > 0) pairs.push({ before, after, score });
    }
  }
  /** Blocks whose form changed; their children stay unmatched. */
  const reformed = new Set<Block>();
  const isFree = (block: Block) => {
    if (matches.of(block)) return false;
    for (let outer = matches.parentOf(block); outer; outer = matches.parentOf(outer)) {
      if (reformed.has(outer)) return false;
    }
    return true;
  };
  const isWhole = (block: Block) => !allBlocks(block.children).some(one => matches.of(one));
  for (const { before, after } of pairs.sort((one, other) => other.score - one.score)) {
    const both = [before.block, after.block];
    if (!both.every(isFree)) continue;
    if (before.form !== after.form) {
      if (!both.every(isWhole)) continue;
      for (const block of both) reformed.add(block);
    }
    matches.add(before.block, after.block);
  }
}

function isConvertible({ form }: Candidate): boolean {
  return form !== 'row' && form !== 'image';
}

/** Returns true if two candidates may match. Lists are matched by their items instead. */
function canMatch(l: Candidate, r: Candidate): boolean {
  if (l.form === r.form) return l.form !== 'list';
  return isConvertible(l) && isConvertible(r) && isNear(l, r);
}

/** A block is compared with this many neighbours on each side. */
const maxNeighbours = 16;
/** A block is also compared with this many blocks that share the most rare trigrams with it. */
const maxOthers = 4;

/** A trigram that occurs in more blocks than this is not rare. */
const maxBlocksOfTrigram = 8;

/** Returns a function that finds a few possible matches; their number does not depend on the size of the page. */
function* finder(rights: readonly Candidate[]): Resumable<(candidate: Candidate) => Iterable<Candidate>> {
  const inOrder = rights.toSorted((one, other) => one.position - other.position);
  const byTrigram = new Map<string, Candidate[]>();
  for (const right of rights) {
    yield;
    for (const trigram of right.trigrams.counts.keys()) {
      const list = byTrigram.get(trigram) ?? [];
      if (list.length <= maxBlocksOfTrigram) list.push(right);
      byTrigram.set(trigram, list);
    }
  }
  return candidate => {
    const at = firstFrom(inOrder, candidate.position);
    const shared = new Map<Candidate, number>();
    for (const trigram of candidate.trigrams.counts.keys()) {
      const list = byTrigram.get(trigram) ?? [];
      if (list.length > maxBlocksOfTrigram) continue;
      for (const right of list) shared.set(right, (shared.get(right) ?? 0) + 1);
    }
    const most = [...shared].sort(([, one], [, other]) => other - one).slice(0, maxOthers);
    return new Set([
      ...inOrder.slice(Math.max(at - maxNeighbours, 0), at + maxNeighbours),
      ...most.map(([right]) => right),
    ]);
  };
}

/** Returns the index of the first candidate at or after a position. */
function firstFrom(inOrder: readonly Candidate[], position: number): number {
  let [from, to] = [0, inOrder.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((inOrder[middle]?.position ?? Infinity) < position) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Matches the parents of matched blocks, if these are most of the text in their parents. */
function matchParents(matches: Matches): void {
  for (const [before, after] of matches.pairs()) {
    let [leftBlock, rightBlock] = [before, after];
    for (;;) {
      const [outerLeft, outerRight] = [matches.parentOf(leftBlock), matches.parentOf(rightBlock)];
      if (!outerLeft || !outerRight || matches.of(outerLeft) || matches.of(outerRight)) break;
      const isOneKind = outerLeft.type === outerRight.type || (isList(outerLeft) && isList(outerRight));
      if (!isOneKind || !isMostOf(leftBlock, outerLeft) || !isMostOf(rightBlock, outerRight)) break;
      matches.add(outerLeft, outerRight);
      [leftBlock, rightBlock] = [outerLeft, outerRight];
    }
  }
}

function isList(block: Block): boolean {
  return contentFormOf(block) === 'list';
}

function isMostOf(block: Block, outer: Block): boolean {
  return 2 * block.text.length >= outer.text.length;
}
