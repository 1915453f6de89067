import { type CommentPlacement, type CommentTarget, placingComment } from './commentPlacement.ts';
import type { DocumentNode } from '../document.ts';
import { nodeAt, type NodeAtLines } from './nodeAt.ts';
import { type PlacedPage, placing } from './nodePlacement.ts';
import { inSlices } from '../slices.ts';

/** A page of which places are asked, until that is given up. */
export interface Page {
  nodes: readonly DocumentNode[];
  markdown: string;
  signal?: AbortSignal | undefined;
}

/** The places on a page, wherever they are found. */
export interface Places {
  place(target: CommentTarget): Promise<CommentPlacement>;
  nodeAt(start: number, end: number): Promise<NodeAtLines | undefined>;
}

export type Question = { [M in keyof Places]: [method: M, ...args: Parameters<Places[M]>] }[keyof Places];

/** Finds places in this thread, in slices, beginning with the first question. */
export class PlacesHere implements Places {
  readonly #page: Page;
  #placed: Promise<PlacedPage> | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  async place(target: CommentTarget): Promise<CommentPlacement> {
    return inSlices(placingComment(await this.#found(), target), this.#page.signal);
  }

  async nodeAt(start: number, end: number): Promise<NodeAtLines | undefined> {
    return nodeAt(await this.#found(), start, end);
  }

  #found(): Promise<PlacedPage> {
    const { nodes, markdown, signal } = this.#page;
    return (this.#placed ??= inSlices(placing({ nodes }, markdown), signal));
  }
}

export function answer(places: Places, question: Question): Promise<unknown> {
  return question[0] === 'place' ? places.place(question[1]) : places.nodeAt(question[1], question[2]);
}
