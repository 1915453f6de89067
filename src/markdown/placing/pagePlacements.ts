import { type CommentPlacement, type PlacementQuery, placeCommentResumable } from './commentPlacement.ts';
import type { DocumentNode } from '../document.ts';
import { nodeAt, type NodeAtLines } from './nodeAt.ts';
import { type PlacedPage, placePageResumable } from './nodePlacement.ts';
import type { SliceQueue } from '../slices.ts';

/** A page whose nodes and comments are placed until the signal is aborted. */
interface Page {
  nodes: readonly DocumentNode[];
  markdown: string;
  signal?: AbortSignal | undefined;
}

/** The positions of nodes and comments on a page. The page is parsed on the first request. */
export class PagePlacements {
  readonly #page: Page;
  readonly #queue: SliceQueue;
  #placedPage: Promise<PlacedPage> | undefined;

  constructor(page: Page, queue: SliceQueue) {
    this.#page = page;
    this.#queue = queue;
  }

  async place(target: PlacementQuery): Promise<CommentPlacement> {
    return this.#queue.run(placeCommentResumable(await this.#placed(), target), this.#page.signal);
  }

  async nodeAt(start: number, end: number): Promise<NodeAtLines | undefined> {
    return nodeAt(await this.#placed(), start, end);
  }

  #placed(): Promise<PlacedPage> {
    const { nodes, markdown, signal } = this.#page;
    return (this.#placedPage ??= this.#queue.run(placePageResumable({ nodes }, markdown), signal));
  }
}
