import type { Block, BlockType } from '../../block.ts';
import type { Matches } from './matches.ts';

/** The depth in a new frame at which blocks are searched; a list has them in its items. */
const maxDepth = 3;

/** Parts of a container, which cannot be put into a frame by themselves. */
const partTypes: ReadonlySet<BlockType> = new Set<BlockType>([
  'list-item',
  'table-row',
  'tabs-item',
  'stepper-step',
  'column',
  'image',
  'expandable-title',
]);

type Weights = Map<Block, number>;

/**
 * Detects frames put around blocks, or removed from around them, such as a hint, and blocks that changed their kind.
 */
export class WrappedBlocks {
  readonly #matches: Matches;

  constructor(matches: Matches) {
    this.#matches = matches;
  }

  /**
   * Returns the sibling blocks of both sides. Blocks that are in a frame on the other side are replaced by a group that
   * is matched with the frame.
   */
  group(before: readonly Block[], after: readonly Block[]): [before: readonly Block[], after: readonly Block[]] {
    this.#release(before, after);
    const isFrame = (block: Block) => isContainer(block) && !this.#matches.of(block);
    const [lefts, rights] = [before.filter(isFrame), after.filter(isFrame)];
    if (!lefts.length && !rights.length) return [before, after];
    this.#matchFrames(lefts, rights, before, after);
    const groupedBefore = this.#grouped(before, rights, (group, frame) => this.#matches.add(group, frame));
    const groupedAfter = this.#grouped(after, lefts, (group, frame) => this.#matches.add(frame, group));
    return [groupedBefore, groupedAfter];
  }

  /**
   * Unmatches containers whose counterpart contains mostly their former siblings, such as a list with one item and the
   * text below it that became one list. Their children stay matched.
   */
  #release(before: readonly Block[], after: readonly Block[]): void {
    const [isBefore, isAfter] = [new Set(before), new Set(after)];
    const hasCrossed = (block: Block) => {
      const other = this.#matches.of(block);
      return other !== undefined && !isBefore.has(other) && !isAfter.has(other);
    };
    if (!before.some(hasCrossed) && !after.some(hasCrossed)) return;
    for (const [blocks, others] of [
      [before, isAfter],
      [after, isBefore],
    ] as const) {
      for (const block of blocks) {
        const other = this.#matches.of(block);
        if (!other || !isContainer(block)) continue;
        const owner = others.has(other) ? undefined : this.#ownerOf(other, others);
        const isPart = partTypes.has(block.type) && owner !== undefined && !this.#matches.of(owner);
        if (isPart || (others.has(other) && this.#isMostlyOthers(block, other, others))) this.#matches.delete(block);
      }
    }
  }

  #isMostlyOthers(block: Block, counterpart: Block, others: ReadonlySet<Block>): boolean {
    const owners = this.#ownersOf(block, others);
    owners.delete(counterpart);
    // An item moved below another one only changes its level, and a divided list is still a list.
    const isOther = ({ type }: Block) => !partTypes.has(type) && type !== block.type;
    const weight = [...owners].reduce((sum, [owner, one]) => sum + (isOther(owner) ? one : 0), 0);
    return weight > 0 && 2 * weight >= block.text.length;
  }

  /** Matches containers of different kinds with equal blocks in them: a quote that became a hint. */
  #matchFrames(
    lefts: readonly Block[],
    rights: readonly Block[],
    before: readonly Block[],
    after: readonly Block[],
  ): void {
    if (!lefts.length || !rights.length) return;
    const [isBefore, isAfter] = [new Set(before), new Set(after)];
    const frameOf = new Map(lefts.map(block => [block, mostOf(this.#ownersOf(block, isAfter))]));
    for (const right of rights) {
      const frame = mostOf(this.#ownersOf(right, isBefore));
      if (!frame || frameOf.get(frame) !== right || this.#matches.of(frame)) continue;
      // A list that was put into a hint is still a list.
      if (frame.type === right.type || !(hasChildLike(frame, right) || hasChildLike(right, frame)))
        this.#matches.add(frame, right);
    }
  }

  /** Replaces blocks that are in frames on the other side by groups. */
  #grouped(
    blocks: readonly Block[],
    frames: readonly Block[],
    match: (group: Block, frame: Block) => void,
  ): readonly Block[] {
    const open = frames.filter(frame => !this.#matches.of(frame));
    if (!open.length) return blocks;
    const places = new Map(blocks.map((block, index) => [block, index]));
    const isHere = new Set(blocks);
    const groups = new Map<Block, Block>();
    const members = new Set<Block>();
    for (const frame of open) {
      const owners = this.#ownersOf(frame, isHere);
      const indexes = [...owners.keys()].flatMap(owner => places.get(owner) ?? []).sort((one, other) => one - other);
      const run = this.#longestRun(blocks, indexes, owners);
      const first = run[0];
      if (!first || run.some(block => members.has(block) || partTypes.has(block.type))) continue;
      const weight = run.reduce((sum, block) => sum + (owners.get(block) ?? 0), 0);
      if (2 * weight < frame.text.length) continue;
      const group = groupOf(run);
      groups.set(first, group);
      for (const block of run) members.add(block);
      match(group, frame);
    }
    if (!groups.size) return blocks;
    return blocks.flatMap(block => groups.get(block) ?? (members.has(block) ? [] : block));
  }

  /** Returns the largest run of blocks that are in a frame now, with only unmatched blocks between them. */
  #longestRun(blocks: readonly Block[], indexes: readonly number[], owners: Weights): Block[] {
    let run: { blocks: Block[]; weight: number } = { blocks: [], weight: 0 };
    let best = run;
    let last = -1;
    for (const index of indexes) {
      const [block] = blocks.slice(index, index + 1);
      if (!block) continue;
      const between = blocks.slice(last + 1, index);
      const isNext = run.blocks.length > 0 && between.every(one => !this.#matches.of(one));
      if (isNext) run.blocks.push(...between, block);
      else run = { blocks: [block], weight: 0 };
      run.weight += owners.get(block) ?? 0;
      if (run.weight > best.weight) best = run;
      last = index;
    }
    return best.blocks;
  }

  /** Returns the blocks of the other side that are in a frame, weighted by the length of their text. */
  #ownersOf(frame: Block, others: ReadonlySet<Block>): Weights {
    const owners: Weights = new Map();
    const visit = (block: Block, depth: number) => {
      const other = this.#matches.of(block);
      // A part may contain its former siblings now.
      const isPart = partTypes.has(block.type) && !(other && others.has(other));
      const owner = other && !isPart && this.#ownerOf(other, others);
      if (owner) owners.set(owner, (owners.get(owner) ?? 0) + block.text.length + 1);
      else if ((!other || isPart) && depth > 0) for (const child of block.children) visit(child, depth - 1);
    };
    for (const child of frame.children) visit(child, maxDepth - 1);
    for (const [owner, weight] of owners) {
      const isWhole = this.#matches.of(owner) !== undefined || 2 * weight >= owner.text.length;
      if (!isWhole) owners.delete(owner);
    }
    return owners;
  }

  /** Returns the block itself, or its unmatched ancestor that is one of `others`. */
  #ownerOf(block: Block, others: ReadonlySet<Block>): Block | undefined {
    if (others.has(block)) return block;
    let outer = this.#matches.parentOf(block);
    for (let depth = 0; outer && depth < maxDepth; depth++) {
      if (this.#matches.of(outer) && !partTypes.has(outer.type)) return undefined;
      if (others.has(outer)) return outer;
      outer = this.#matches.parentOf(outer);
    }
    return undefined;
  }
}

function isContainer({ type, children }: Block): boolean {
  return children.length > 0 && type !== 'table' && type !== 'images';
}

function hasChildLike({ children }: Block, { type }: Block): boolean {
  return children.some(child => child.type === type);
}

/** Returns the block with at least 90 % of the weight. */
function mostOf(weights: Weights): Block | undefined {
  let most: [Block, number] | undefined;
  let all = 0;
  for (const entry of weights) {
    all += entry[1];
    if (!most || entry[1] > most[1]) most = entry;
  }
  return most && most[1] >= 0.9 * all ? most[0] : undefined;
}

function groupOf(children: Block[]): Block {
  return {
    type: 'group',
    start: children[0]?.start ?? 0,
    end: children.at(-1)?.end ?? 0,
    text: children.map(({ text }) => text).join(' '),
    source: '',
    attributes: {},
    children,
  };
}
