import type { Block } from '../../block.ts';

/** The matching blocks of both sides of a page, and the parent of each block. */
export class Matches {
  readonly #afterOf: Map<Block, Block>;
  readonly #beforeOf: Map<Block, Block>;
  readonly #parents = new Map<Block, Block>();

  constructor(matches: ReadonlyMap<Block, Block>, before: readonly Block[], after: readonly Block[]) {
    this.#afterOf = new Map(matches);
    this.#beforeOf = new Map([...matches].map(([before, after]) => [after, before]));
    for (const block of [...before, ...after]) this.#addParents(block);
  }

  #addParents(block: Block): void {
    for (const child of block.children) {
      this.#parents.set(child, block);
      this.#addParents(child);
    }
  }

  add(before: Block, after: Block): void {
    this.#afterOf.set(before, after);
    this.#beforeOf.set(after, before);
  }

  /** Removes the match of a block. */
  delete(block: Block): void {
    const [before, after] = [this.#beforeOf.get(block) ?? block, this.#afterOf.get(block) ?? block];
    this.#afterOf.delete(before);
    this.#beforeOf.delete(after);
  }

  afterOf(block: Block): Block | undefined {
    return this.#afterOf.get(block);
  }

  beforeOf(block: Block): Block | undefined {
    return this.#beforeOf.get(block);
  }

  /** Returns the matching block of the other side. */
  of(block: Block): Block | undefined {
    return this.#afterOf.get(block) ?? this.#beforeOf.get(block);
  }

  /** Returns the parent of a block. */
  parentOf(block: Block): Block | undefined {
    return this.#parents.get(block);
  }

  pairs(): [before: Block, after: Block][] {
    return [...this.#afterOf];
  }
}
