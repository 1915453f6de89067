import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { Place } from '../../model/content/snapshot.ts';

/** How many images are kept at hand, and how many bytes of them; one more takes the place of one not shown lately. */
const capacity = { images: 200, bytes: 32 * 1024 ** 2 };
/** Milliseconds in which what was shown may be shown still. */
const lately = 60_000;
/** How often it is looked whether a refresh has shown them, and after how many milliseconds. */
const tries = 5;
const pause = 600;

interface Known {
  image: vscode.Uri;
  shownAt: number;
  /** An address that holds all of it; empty while it is being read, and where that failed. */
  data: string;
  /** Whether that was in a page. */
  isShown: boolean;
}

/**
 * The images of documents whose address has a query, such as the title of a page: the preview is let read no file beside
 * one, so they are put into the page itself. A rendering cannot wait; when they are there, it is made once more.
 */
export class Images implements vscode.Disposable {
  readonly #app: App;
  /** By address. */
  readonly #known = new Map<string, Known>();
  readonly #listening: vscode.Disposable;
  #reading: Promise<unknown> | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
    this.#listening = app.content.onDidChange(place => this.#forget(place));
  }

  /** An image as an address that holds all of it, as soon as it has been read. */
  of(image: vscode.Uri): string | undefined {
    const address = image.toString();
    const known = this.#known.get(address);
    if (known) {
      known.shownAt = Date.now();
      known.isShown = known.data !== '';
      return known.data || undefined;
    }
    if (this.#hasRoom()) {
      const asked = { image, shownAt: Date.now(), data: '', isShown: false };
      this.#known.set(address, asked);
      this.#ask(asked);
    }
    return undefined;
  }

  dispose(): void {
    clearTimeout(this.#again);
    this.#listening.dispose();
  }

  /** What is shown now stays: it would be asked for again at once. */
  #hasRoom(): boolean {
    for (const [address, { shownAt }] of this.#known) {
      if (!this.#isFull()) return true;
      if (Date.now() - shownAt > lately) this.#known.delete(address);
    }
    return !this.#isFull();
  }

  #isFull(): boolean {
    let bytes = 0;
    for (const { data } of this.#known.values()) bytes += data.length;
    return this.#known.size >= capacity.images || bytes >= capacity.bytes;
  }

  /** Reads an image, and shows all that were asked for when the last one is there. */
  #ask(asked: Known): void {
    const reading = Promise.all([this.#reading, this.#read(asked)]).then(() => {
      if (this.#reading !== reading) return;
      this.#reading = undefined;
      void this.#show(tries);
    });
    this.#reading = reading;
  }

  /** VS Code forgets to refresh a preview that is about to look whether it has to: then it is asked once more. */
  async #show(left: number): Promise<void> {
    await vscode.commands.executeCommand('markdown.preview.refresh');
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      const isLeft = [...this.#known.values()].some(({ data, isShown }) => data !== '' && !isShown);
      if (isLeft && left > 0) void this.#show(left - 1);
    }, pause);
  }

  async #read(asked: Known): Promise<void> {
    const { path } = asked.image;
    const type = types.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
    if (!type) return;
    try {
      const bytes = await vscode.workspace.fs.readFile(asked.image);
      if (bytes.length < capacity.bytes / 4) {
        asked.data = `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
      }
    } catch (error) {
      // Its text stands in its place.
      this.#app.failures.log(`Could not read the image ${path}.`, error);
    }
  }

  #forget({ connection, space }: Place): void {
    for (const [address, { image }] of this.#known) {
      const owner = parseContentUri(image);
      if (owner?.connection === connection.id && owner.space === space) this.#known.delete(address);
    }
  }
}

/** What browsers show as an image, by the ending of its name. */
const types: ReadonlyMap<string, string> = new Map([
  ...['png', 'gif', 'webp', 'avif', 'bmp', 'jpeg'].map(type => [type, type] as const),
  ['jpg', 'jpeg'],
  ['svg', 'svg+xml'],
  ['ico', 'x-icon'],
]);
