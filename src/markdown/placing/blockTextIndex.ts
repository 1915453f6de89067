import type { Block } from '../block.ts';
import { signatureOf } from './signatures.ts';
import type { Resumable } from '../resumable.ts';
import { similarityOf, type Trigrams, trigramsOf } from './trigrams.ts';

/** The least similarity of a block to quoted text. */
const enoughAlike = 0.6;

/** An index of a page's blocks by text, so that many comments find their quotes without scanning all blocks. */
export class BlockTextIndex {
  readonly #blocks: readonly Block[];
  /** The texts of all blocks, concatenated. */
  readonly #text: string;
  /** The offset of each block in that text. */
  readonly #starts: readonly number[];
  readonly #headings: ReadonlyMap<string, Block>;
  readonly #known = new Map<string, Block | undefined>();
  #trigrams: TrigramIndex | undefined;

  private constructor(blocks: readonly Block[], signatures: readonly string[]) {
    this.#blocks = blocks;
    this.#text = `${end}${signatures.join(end)}${end}`;
    let start = 1;
    this.#starts = signatures.map(signature => (start += signature.length + 1) - signature.length - 1);
    const headings = blocks.flatMap((block, index): [string, Block][] =>
      block.type === 'heading' ? [[signatures[index] ?? '', block]] : [],
    );
    this.#headings = new Map(headings.reverse());
  }

  static *of(outermost: readonly Block[]): Resumable<BlockTextIndex> {
    const blocks = [...everyBlock(outermost)];
    const signatures: string[] = [];
    for (const { text } of blocks) {
      signatures.push(signatureOf(text));
      yield;
    }
    return new BlockTextIndex(blocks, signatures);
  }

  heading(text: string): Block | undefined {
    return this.#headings.get(signatureOf(text));
  }

  /** Finds the block with quoted text: by its whole text, its beginning, a part, or similarity. */
  *find(quote: string): Resumable<Block | undefined> {
    const words = signatureOf(quote);
    if (!words) return undefined;
    const known = this.#known.get(words);
    if (known || this.#known.has(words)) return known;
    const block = this.#findExact(words) ?? (yield* this.#findSimilar(words));
    this.#known.set(words, block);
    return block;
  }

  #findExact(words: string): Block | undefined {
    const whole = this.#text.indexOf(`${end}${words}${end}`);
    const beginning = whole < 0 && words.length >= 4 ? this.#text.indexOf(`${end}${words}`) : whole;
    if (beginning >= 0) return this.#blockAt(beginning + 1);
    const middle = words.length >= 12 ? this.#text.indexOf(words) : -1;
    return middle >= 0 ? this.#blockAt(middle) : undefined;
  }

  #blockAt(offset: number): Block | undefined {
    let [from, to] = [0, this.#starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) from = middle;
      else to = middle;
    }
    return this.#blocks[from];
  }

  *#findSimilar(words: string): Resumable<Block | undefined> {
    this.#trigrams ??= yield* this.#indexed();
    const quoteTrigrams = trigramsOf(words);
    let best: { index: number; worth: number } | undefined;
    for (const [index, common] of this.#trigrams.common(quoteTrigrams)) {
      // A block many times as long as the quote cannot be similar.
      const length = this.#lengthOf(index);
      const isComparable = length <= 3 * words.length && words.length <= 3 * length;
      const worth = isComparable ? similarityOf(common, quoteTrigrams.total + this.#trigrams.totalOf(index)) : 0;
      const isFirst = index < (best?.index ?? Infinity);
      const isBetter = worth > (best?.worth ?? 0) || (worth === best?.worth && isFirst);
      if (worth >= enoughAlike && isBetter) best = { index, worth };
    }
    return best && this.#blocks[best.index];
  }

  #lengthOf(index: number): number {
    return (this.#starts[index + 1] ?? this.#text.length) - (this.#starts[index] ?? 0) - 1;
  }

  *#indexed(): Resumable<TrigramIndex> {
    const index = new TrigramIndex();
    for (const start of this.#starts) {
      index.add(trigramsOf(this.#text.slice(start, this.#text.indexOf(end, start))));
      yield;
    }
    return index;
  }
}

/** Separates the texts of blocks; signatures contain only letters and digits. */
const end = '\n';

/** An index of texts by trigram, with counts. */
class TrigramIndex {
  readonly #places = new Map<string, number[]>();
  readonly #totals: number[] = [];

  add({ counts, total }: Trigrams): void {
    for (const [trigram, count] of counts) {
      const places = this.#places.get(trigram);
      if (places) places.push(this.#totals.length, count);
      else this.#places.set(trigram, [this.#totals.length, count]);
    }
    this.#totals.push(total);
  }

  totalOf(index: number): number {
    return this.#totals[index] ?? 0;
  }

  /** Returns the number of common trigrams with each text, by its index. */
  common({ counts }: Trigrams): Map<number, number> {
    const common = new Map<number, number>();
    for (const [trigram, count] of counts) {
      const places = this.#places.get(trigram) ?? [];
      for (let at = 0; at < places.length; at += 2) {
        const [index = 0, other = 0] = [places[at], places[at + 1]];
        common.set(index, (common.get(index) ?? 0) + Math.min(count, other));
      }
    }
    return common;
  }
}

/** Yields inner blocks first, so that the smallest of equally good matches wins. */
function* everyBlock(blocks: readonly Block[]): Iterable<Block> {
  for (const block of blocks) {
    yield* everyBlock(block.children);
    yield block;
  }
}
