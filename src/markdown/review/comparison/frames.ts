import type { Block, BlockType } from '../../block.ts';
import type { Matches } from './matches.ts';

/** How far inside a new frame blocks are looked for: a list has them in its items. */
const maxDepth = 3;

/** What is a part of what is around it, and no block that can be put into a frame. */
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

/** Finds blocks that something was put around, or taken away from, such as a hint, and those that became another kind. */
export class Frames {
  readonly #matches: Matches;

  constructor(matches: Matches) {
    this.#matches = matches;
  }

  /**
   * Returns the blocks of both sides that stand beside each other. Blocks that are in a frame on the other side are in a
   * group that is matched with the frame.
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
   * Lets go of containers whose counterpart holds mostly what stood beside them: of a list of one item, below it a text,
   * that are items of one list now. What is inside them is matched still.
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
    // An item that was put below another one is on another level, a list that was cut stays a list.
    const isOther = ({ type }: Block) => !partTypes.has(type) && type !== block.type;
    const weight = [...owners].reduce((sum, [owner, one]) => sum + (isOther(owner) ? one : 0), 0);
    return weight > 0 && 2 * weight >= block.text.length;
  }

  /** Matches what holds the same blocks as before and is another kind: a quote that became a hint. */
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
      // A list in a hint is a list still.
      if (frame.type === right.type || !(hasChildLike(frame, right) || hasChildLike(right, frame)))
        this.#matches.add(frame, right);
    }
  }

  /** Puts blocks that are in frames on the other side into groups. */
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

  /** Of blocks that are in a frame now, those that only removed ones stand between. */
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

  /** Which of the blocks of the other side are in a frame, and how much of its text they are. */
  #ownersOf(frame: Block, others: ReadonlySet<Block>): Weights {
    const owners: Weights = new Map();
    const visit = (block: Block, depth: number) => {
      const other = this.#matches.of(block);
      // A part may have got what stood beside it.
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

  /** A block itself, or what it is in that has no counterpart, where that is one of these. */
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

/** The one that has nearly all of the weight. */
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
