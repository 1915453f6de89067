import { extname, join } from 'node:path';
import type { CommentPlacement, CommentTarget } from './commentPlacement.ts';
import type { NodeAtLines } from './nodeAt.ts';
import { answer, type Page, type Places, PlacesHere, type Question } from './places.ts';
import { type Patience, PlacerWorker } from './placerWorker.ts';

/** Characters from which on a page is placed in a worker. */
const largeFrom = 200_000;

type Log = (sentence: string, error: unknown) => void;

/** What differs in tests: the file that the worker runs, and how long it is waited for. */
interface Around extends Patience {
  file: string;
}

const usual: Around = { file: workerFile(), idle: 60_000, answer: 30_000 };

/** Finds places: those of large pages in a worker, which is there while somebody asks. */
export class Placer {
  readonly #log: Log;
  readonly #around: Around;
  #worker: PlacerWorker | undefined;
  #isBroken = false;

  constructor(log: Log, around: Partial<Around> = {}) {
    this.#log = log;
    this.#around = { ...usual, ...around };
  }

  /** Whether there is a worker now. */
  get hasWorker(): boolean {
    return this.#worker !== undefined;
  }

  on(page: Page): Places {
    if (page.markdown.length < largeFrom) return new PlacesHere(page);
    return new PlacesInWorker(page, question => this.#ask(page, question));
  }

  dispose(): void {
    this.#worker?.end();
  }

  async #ask(page: Page, question: Question): Promise<unknown> {
    if (this.#isBroken) throw new Error('There is no worker.');
    try {
      this.#worker ??= this.#start();
    } catch (error) {
      this.#giveUp(error);
      throw error;
    }
    return this.#worker.ask(page, question);
  }

  #start(): PlacerWorker {
    return new PlacerWorker(this.#around.file, this.#around, error => {
      this.#worker = undefined;
      if (error) this.#giveUp(error);
    });
  }

  /** What failed once is not tried again in this window. */
  #giveUp(error: unknown): void {
    this.#isBroken = true;
    this.#log('Could not find places on a long page in the background. They are found in slices instead.', error);
  }
}

/** Finds them here where the worker does not. */
class PlacesInWorker implements Places {
  readonly #page: Page;
  readonly #ask: (question: Question) => Promise<unknown>;
  #here: PlacesHere | undefined;

  constructor(page: Page, ask: (question: Question) => Promise<unknown>) {
    this.#page = page;
    this.#ask = ask;
  }

  place(target: CommentTarget): Promise<CommentPlacement> {
    return this.#answer(['place', target]) as Promise<CommentPlacement>;
  }

  nodeAt(start: number, end: number): Promise<NodeAtLines | undefined> {
    return this.#answer(['nodeAt', start, end]) as Promise<NodeAtLines | undefined>;
  }

  async #answer(question: Question): Promise<unknown> {
    const { signal } = this.#page;
    signal?.throwIfAborted();
    if (!this.#here) {
      try {
        return await this.#ask(question);
      } catch {
        // Why is in the log, unless it fails here, too, or nobody wants to know any more.
        signal?.throwIfAborted();
      }
    }
    this.#here ??= new PlacesHere(this.#page);
    return answer(this.#here, question);
  }
}

/** What the worker runs lies beside the sources, and as a bundle of its own beside the one that is made of them. */
function workerFile(): string {
  const extension = extname(import.meta.filename);
  return join(import.meta.dirname, extension === '.ts' ? 'worker.ts' : `placing${extension}`);
}
