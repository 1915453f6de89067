import { Worker } from 'node:worker_threads';
import type { Page, Question } from './places.ts';
import type { Answer, Told } from './serve.ts';
import { inSlices } from '../slices.ts';
import type { Steps } from '../steps.ts';

/** Milliseconds without a question after which a worker ends, and without an answer after which it is given up. */
export interface Patience {
  idle: number;
  answer: number;
}

/** A worker that finds places, from its start to its end. */
export class PlacerWorker {
  readonly #worker: Worker;
  readonly #patience: Patience;
  readonly #ended: (error: Error | undefined) => void;
  readonly #pages = new WeakMap<Page, Promise<number>>();
  readonly #forgotten = new FinalizationRegistry<number>(page => this.#tell({ page, isForgotten: true }));
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** `ended` is told of the end, and of what was the matter where nobody wanted it. */
  constructor(file: string, patience: Patience, ended: (error: Error | undefined) => void) {
    this.#patience = patience;
    this.#ended = ended;
    this.#worker = new Worker(file);
    this.#worker.on('message', (answer: Answer) => this.#take(answer));
    this.#worker.on('error', error => this.end(error));
    this.#worker.on('exit', () => this.end(new Error('The worker ended.')));
    this.#watch();
  }

  /** Rejects where there is no answer, for whatever reason. */
  async ask(page: Page, question: Question): Promise<unknown> {
    const known = this.#pages.get(page) ?? this.#send(page);
    this.#pages.set(page, known);
    const number = await known;
    // It has forgotten the page by then, and would not answer.
    page.signal?.throwIfAborted();
    if (this.#isOver) throw new Error('The worker has ended.');
    const id = this.#count++;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#watch();
    this.#tell({ page: number, id, question });
    return waiting.promise;
  }

  end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.values()) reject(error ?? new Error('The worker was ended.'));
    void this.#worker.terminate();
    this.#ended(error);
  }

  async #send(page: Page): Promise<number> {
    const number = this.#count++;
    this.#forgotten.register(page, number);
    // What listens must not keep the page.
    page.signal?.addEventListener('abort', () => this.#tell({ page: number, isForgotten: true }), { once: true });
    await inSlices(this.#sending(number, page), page.signal);
    return number;
  }

  *#sending(page: number, { nodes, markdown }: Page): Steps<void> {
    this.#tell({ page, markdown });
    for (let from = 0; from < nodes.length; from += atOnce) {
      this.#tell({ page, nodes: nodes.slice(from, from + atOnce) });
      yield;
    }
  }

  #tell(told: Told): void {
    this.#worker.postMessage(told);
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.answer);
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const isIdle = this.#waiting.size === 0;
    // Nothing waits for a worker that has nothing to do.
    if (isIdle) this.#worker.unref();
    else this.#worker.ref();
    const error = isIdle ? undefined : new Error('The worker did not answer in time.');
    this.#timer = setTimeout(() => this.end(error), isIdle ? this.#patience.idle : this.#patience.answer).unref();
  }
}

/** How many nodes are handed over without looking at the clock. */
const atOnce = 20;
