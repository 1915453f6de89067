import { t } from '@vscode/l10n';
import { allBlocks, type Block } from '../block.ts';
import { parseBlocksResumable } from '../blocks.ts';
import type { DocumentNode } from '../document.ts';
import { definitionsOf } from '../inlines.ts';
import { blockItems } from '../placing/blockItems.ts';
import { type MatchItem, matchRuns, type Tolerance } from '../placing/matchTrees.ts';
import { codeSignature } from '../placing/signatures.ts';
import { placePageResumable } from '../placing/nodePlacement.ts';
import { runSync, type Resumable } from '../resumable.ts';
import { blockIds } from './blockIds.ts';
import type { BlockChange } from './change.ts';
import { matchEditedBlocks } from './comparison/editedBlocks.ts';
import { WrappedBlocks } from './comparison/wrappedBlocks.ts';
import { pairsInOrder } from './comparison/pairsInOrder.ts';
import { Matches } from './comparison/matches.ts';
import { ContentComparison } from './contentComparison.ts';
import type { PageContext } from './context.ts';
import { expandIncludes } from './expandIncludes.ts';
import { withSourceNotes } from './sourceNotes.ts';
import { type Columns, columnsOf } from './tables.ts';
import type { WordContext } from './words.ts';

/** A page as the service returns it. Without its document, blocks are matched by their text alone. */
export interface PageText {
  markdown: string;
  nodes?: readonly DocumentNode[];
  context?: PageContext | undefined;
}

/** The blocks of a page, with the known IDs of their nodes. */
export interface PageBlocks {
  /** The source of the blocks. If it is known for both sides, differences in spelling are noted too. */
  markdown?: string;
  blocks: readonly Block[];
  ids: ReadonlyMap<Block, string>;
  context?: PageContext | undefined;
}

/** Compares two versions of a page block by block. */
export function comparePages(before: PageText, after: PageText): BlockChange[] {
  return runSync(comparePagesResumable(before, after));
}

/** Compares pages like `comparePages`, in steps. */
export function* comparePagesResumable(before: PageText, after: PageText): Resumable<BlockChange[]> {
  return yield* compareBlocksResumable(yield* reading(before), yield* reading(after));
}

function* reading({ markdown, nodes, context }: PageText): Resumable<PageBlocks> {
  const blocks = yield* parseBlocksResumable(markdown);
  const ids = nodes?.length
    ? blockIds(blocks, yield* placePageResumable({ nodes }, markdown))
    : new Map<Block, string>();
  if (context) yield* expandIncludes(blocks, context);
  return { markdown, blocks, ids, context };
}

/** As in the service, blocks between equal neighbours are one block, even if it was rewritten. */
const edited: Tolerance = { similarity: 0.3, inPlace: true };

export function* compareBlocksResumable(before: PageBlocks, after: PageBlocks): Resumable<BlockChange[]> {
  const [leftItems, rightItems] = [blockItems(before.blocks), blockItems(after.blocks)];
  name(leftItems, before.ids, new Set(after.ids.values()));
  name(rightItems, after.ids, new Set(before.ids.values()));
  const matches = new Matches(yield* matchRuns([[leftItems, rightItems]], edited), before.blocks, after.blocks);
  yield* matchEditedBlocks(matches, before.blocks, after.blocks);
  const comparison = new Comparison(matches, side(before), side(after));
  const changes = yield* comparison.merging(before.blocks, after.blocks);
  if (before.markdown === undefined || after.markdown === undefined) return changes;
  const [was, is] = [before, after].map(({ markdown = '', context }) => ({ markdown, context }));
  return was && is ? yield* withSourceNotes(changes, was, is) : changes;
}

/**
 * Sets item signatures so that blocks on both sides match by their IDs, whatever their text. A list item matches by its
 * own text, so that items added below it do not matter.
 */
function name(items: readonly MatchItem<Block>[], ids: ReadonlyMap<Block, string>, others: ReadonlySet<string>): void {
  for (const item of items) {
    const id = ids.get(item.value);
    if (id !== undefined && others.has(id)) item.signature = `\0${id}`;
    else if (item.type === 'list-item') item.signature = ownSignature(item);
    // A paragraph that is a picture has no text.
    else if (!item.signature) item.signature = codeSignature(item.value.source);
    name(item.children, ids, others);
  }
}

function ownSignature({ children }: MatchItem<Block>): string {
  return children.map(({ family, signature }) => (family === 'list' ? '' : signature)).join('');
}

/** Facts about the blocks of one side. */
interface Side {
  definitions: WordContext;
  /** The heading above each block; `levels` is the number of lists around it. */
  headings: ReadonlyMap<Block, string>;
  levels: ReadonlyMap<Block, number>;
}

function side({ blocks, context }: PageBlocks): Side {
  const headings = new Map<Block, string>();
  const levels = new Map<Block, number>();
  let heading = '';
  const visit = (block: Block, level: number) => {
    headings.set(block, heading);
    levels.set(block, level);
    if (block.type === 'heading') heading = block.text;
    const isList = block.type.startsWith('list-') && block.type !== 'list-item';
    for (const child of block.children) visit(child, level + (isList ? 1 : 0));
  };
  for (const block of blocks) visit(block, 0);
  return { definitions: { ...definitionsOf(allBlocks(blocks)), page: context }, headings, levels };
}

class Comparison {
  readonly #matches: Matches;
  readonly #frames: WrappedBlocks;
  readonly #contents: ContentComparison;
  readonly #before: Side;
  readonly #after: Side;
  /** The number of added or removed frames around the compared blocks. */
  #frameDepth = 0;
  /** Changes of moved blocks, which their old and new places share. */
  readonly #moved = new Map<Block, BlockChange>();

  constructor(matches: Matches, before: Side, after: Side) {
    this.#matches = matches;
    this.#frames = new WrappedBlocks(matches);
    this.#contents = new ContentComparison(before.definitions, after.definitions);
    [this.#before, this.#after] = [before, after];
  }

  /** Merges the blocks of both sides into one order, in steps. */
  *merging(lefts: readonly Block[], rights: readonly Block[], columns?: Columns): Resumable<BlockChange[]> {
    const [before, after] = this.#frames.group(lefts, rights);
    const changes: BlockChange[] = [];
    const staying = this.#inPlace(before, after);
    let next = 0;
    for (const right of [...after, undefined]) {
      yield;
      const leftBlock = right && this.#matches.beforeOf(right);
      if (right && !(leftBlock && staying.has(right))) {
        changes.push(
          leftBlock ? yield* this.#move(leftBlock, right, before[next]) : yield* this.#one('added', right, columns),
        );
        continue;
      }
      for (let block = before[next]; block && block !== leftBlock; block = before[++next]) {
        const to = this.#matches.afterOf(block);
        changes.push(to ? yield* this.#away(block, to) : yield* this.#one('removed', block, columns));
      }
      if (leftBlock && right) changes.push(yield* this.#pair(leftBlock, right, columns));
      next++;
    }
    return sortByReadingOrder(changes);
  }

  /**
   * Returns the blocks of the right side that keep their order. If content and the heading above it have swapped, the
   * heading keeps its place.
   */
  #inPlace(before: readonly Block[], after: readonly Block[]): Set<Block> {
    const isAfter = new Set(after);
    const pairs = before.flatMap(leftBlock => {
      const right = this.#matches.afterOf(leftBlock);
      if (!right || !isAfter.has(right)) return [];
      const weight = (leftBlock.type === 'heading' ? 1.5 : 1) + (leftBlock.text === right.text ? 0.25 : 0);
      return [{ before: leftBlock, after: right, weight }];
    });
    return pairsInOrder(pairs, before, after);
  }

  *#pair(before: Block, after: Block, columns?: Columns): Resumable<BlockChange> {
    const ownColumns = before.type === 'table' || after.type === 'table' ? columnsOf(before, after) : undefined;
    const content = yield* this.#contents.compare(before, after, ownColumns ?? columns);
    const isFramed = before.type === 'group' || after.type === 'group';
    // Of nested frames, only the outermost one is named.
    const notes = content.parts.notes.filter(({ kind }) => kind !== 'plain' || this.#frameDepth === 0);
    if (isFramed) this.#frameDepth++;
    const children = content.parts.forms ? [] : yield* this.merging(before.children, after.children, ownColumns);
    if (isFramed) this.#frameDepth--;
    const isSame = !content.isChanged && children.every(({ kind }) => kind === 'same');
    return { ...content.parts, notes, kind: isSame ? 'same' : 'changed', before, after, children };
  }

  *#one(kind: 'added' | 'removed', block: Block, columns?: Columns): Resumable<BlockChange> {
    const isAdded = kind === 'added';
    const ownColumns = block.type === 'table' ? columnsOf(block, block) : undefined;
    const children = isAdded
      ? yield* this.merging([], block.children, ownColumns)
      : yield* this.merging(block.children, [], ownColumns);
    const parts = yield* this.#contents.alone(block, kind, ownColumns ?? columns);
    return { ...parts, kind, ...(isAdded ? { after: block } : { before: block }), children };
  }

  /** Returns the change of a moved block at its new place; `next` is the next block of the old order there. */
  *#move(before: Block, after: Block, next: Block | undefined): Resumable<BlockChange> {
    const change = yield* this.#away(before, after);
    const direction = next && before.start > next.start ? 'up' : 'down';
    const [from = '', to = ''] = [this.#before.headings.get(firstOf(before)), this.#after.headings.get(firstOf(after))];
    change.move = { ...change.move, direction, ...(from !== to && { from, to }) };
    return { ...change, kind: 'moved', move: change.move };
  }

  *#away(before: Block, after: Block): Resumable<BlockChange> {
    const known = this.#moved.get(after);
    if (known) return known;
    const { kind: _, ...pair } = yield* this.#pair(before, after);
    const [was, is] = [this.#before.levels.get(before), this.#after.levels.get(after)];
    const level = before.type === 'list-item' && was !== is ? [{ what: t('Level'), was: `${was}`, is: `${is}` }] : [];
    // The old place may be visited first, so facts from the new place are added to this object later.
    const change: BlockChange = { ...pair, kind: 'moved-away', notes: [...level, ...pair.notes] };
    this.#moved.set(after, change);
    return change;
  }
}

/** Returns the first block of a group, or the block itself. */
function firstOf(block: Block): Block {
  return block.type === 'group' ? (block.children[0] ?? block) : block;
}

/** Puts removed blocks before the blocks added in their place. */
function sortByReadingOrder(changes: readonly BlockChange[]): BlockChange[] {
  const result: BlockChange[] = [];
  let put: BlockChange[] = [];
  for (const change of changes) {
    if (change.kind === 'added' || change.kind === 'moved') put.push(change);
    else if (change.kind === 'removed' || change.kind === 'moved-away') result.push(change);
    else {
      result.push(...put, change);
      put = [];
    }
  }
  return [...result, ...put];
}
