import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { Place } from '../../model/content/snapshot.ts';
import { largestImage } from './paths.ts';

/** How many images are kept at hand, and how many letters of them. */
const capacity = { images: 200, letters: 32 * 1024 ** 2 };
/** How many are read at once. */
const maxConcurrentReads = 4;
/** Milliseconds in which an image that was shown or read is still expected in a preview. */
const recentMs = 60_000;
/** Milliseconds in which images that arrive are shown together: the whole page is made anew with each. */
const batchMs = 400;
/** After how many milliseconds a refresh that has not shown them is repeated: half as many again each time. */
const firstRetryMs = 600;
const maxRetryMs = 30_000;

interface CachedImage {
  image: vscode.Uri;
  shownAt: number;
  /** An address that holds all of it, or says why it is not shown; empty while it is read, and where that failed. */
  data: string;
  /** When it was read (milliseconds since 1970). */
  readAt?: number;
  /** Whether that was in a page. */
  isShown: boolean;
  /** How many letters it takes where there was no room for it. */
  neededLength?: number | undefined;
}

/**
 * The images of documents whose address has a query, such as the title of a page: the preview is let read no file beside
 * one, so they are put into the page itself. A rendering cannot wait: as they arrive, it is made once more.
 */
export class PreviewImages implements vscode.Disposable {
  readonly #app: App;
  /** By address. */
  readonly #known = new Map<string, CachedImage>();
  readonly #subscriptions: vscode.Disposable;
  readonly #waiting: CachedImage[] = [];
  #reading = 0;
  #showTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(app: App) {
    this.#app = app;
    this.#subscriptions = app.content.onDidChange(place => this.#invalidate(place));
  }

  /** An image as an address that holds all of it, as soon as it has been read; one that says why it is not shown. */
  of(image: vscode.Uri): string | undefined {
    const address = image.toString();
    const known = this.#known.get(address) ?? this.#startReading(address, image);
    if (!known) return noRoom;
    known.shownAt = Date.now();
    if (known.neededLength !== undefined && this.#hasRoom(known.neededLength)) {
      Object.assign(known, { data: '', wanted: undefined });
      this.#enqueue(known);
    }
    known.isShown = known.data !== '';
    return known.data || undefined;
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#showTimer);
    clearTimeout(this.#retryTimer);
    this.#waiting.length = 0;
    this.#subscriptions.dispose();
  }

  #startReading(address: string, image: vscode.Uri): CachedImage | undefined {
    if (!this.#hasRoom(0)) return undefined;
    const asked = { image, shownAt: Date.now(), data: '', isShown: false };
    this.#known.set(address, asked);
    this.#enqueue(asked);
    return asked;
  }

  /** Makes room for an image of so many letters. What is shown now stays: it would be asked for again at once. */
  #hasRoom(letters: number): boolean {
    for (const [address, { shownAt }] of this.#known) {
      if (this.#fits(letters)) return true;
      if (Date.now() - shownAt > recentMs) this.#known.delete(address);
    }
    return this.#fits(letters);
  }

  #fits(letters: number): boolean {
    let sum = letters;
    for (const { data } of this.#known.values()) sum += data.length;
    return this.#known.size < capacity.images && sum <= capacity.letters;
  }

  /** Reads an image when it is its turn: none waits for another to be shown. */
  #enqueue(asked: CachedImage): void {
    if (!this.#waiting.includes(asked)) this.#waiting.push(asked);
    if (this.#reading < maxConcurrentReads) void this.#readWaiting();
  }

  async #readWaiting(): Promise<void> {
    this.#reading++;
    for (let asked = this.#waiting.shift(); asked; asked = this.#waiting.shift()) {
      await this.#read(asked);
      asked.readAt = Date.now();
      if (this.#isDisposed) return;
      this.#showTimer ??= setTimeout(() => {
        this.#showTimer = undefined;
        if (this.#hasUnshownImages()) void this.#show(firstRetryMs);
      }, batchMs);
    }
    this.#reading--;
  }

  /** VS Code forgets to refresh a preview that is about to look whether it has to: then it is asked once more. */
  async #show(pauseMs: number): Promise<void> {
    await vscode.commands.executeCommand('markdown.preview.refresh');
    clearTimeout(this.#retryTimer);
    if (this.#isDisposed) return;
    this.#retryTimer = setTimeout(() => {
      const isWanted = this.#hasUnshownImages() && isPreviewOpen();
      if (isWanted) void this.#show(Math.min(pauseMs * 1.5, maxRetryMs));
    }, pauseMs);
  }

  /** Whether images were read that are in no page yet. The page of those that were read long ago may be closed. */
  #hasUnshownImages(): boolean {
    const isRecent = ({ readAt = 0 }: CachedImage) => Date.now() - readAt <= recentMs;
    return [...this.#known.values()].some(known => known.data !== '' && !known.isShown && isRecent(known));
  }

  async #read(asked: CachedImage): Promise<void> {
    const { path } = asked.image;
    const type = types.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
    if (!type) return;
    try {
      const entry = await this.#app.content.lookUp(asked.image);
      const size = entry?.kind === 'file' ? (entry.file.size ?? 0) : 0;
      const bytes = size > largestImage ? undefined : await vscode.workspace.fs.readFile(asked.image);
      if (!bytes || bytes.length > largestImage) {
        asked.data = svgWithText(`Too large to be shown here: ${inMegabytes(bytes?.length ?? size)}`);
        return;
      }
      const data = `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
      const fits = this.#hasRoom(data.length);
      Object.assign(asked, fits ? { data } : { data: noRoom, wanted: data.length });
    } catch (error) {
      // A file of that name may be inserted into the page at any time.
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
        this.#known.delete(asked.image.toString());
        return;
      }
      // Its text stands in its place.
      this.#app.failures.log(`Could not read the image ${path}.`, error);
    }
  }

  /** Drops the images of changed content. An image that a page still waits for is read again. */
  #invalidate({ connection, space }: Place): void {
    for (const [address, known] of this.#known) {
      const owner = parseContentUri(known.image);
      if (owner?.connection !== connection.id || owner.space !== space) continue;
      if (known.isShown || Date.now() - known.shownAt > recentMs) this.#known.delete(address);
      else this.#enqueue(Object.assign(known, { data: '', wanted: undefined }));
    }
  }
}

/** A preview that is opened later is made with the images that have arrived by then. */
function isPreviewOpen(): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputWebview) &&
        input.viewType.includes('markdown.preview'),
    ),
  );
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/** An image of a sentence of ours, which reads in light and dark. */
function svgWithText(sentence: string): string {
  const text = `<text x="8" y="20" fill="#808080" font-family="sans-serif" font-size="13">${sentence}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sentence.length * 8 + 16}" height="30">${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const noRoom = svgWithText('Not shown: the images that are open are too large together');

/** The types of images that browsers show, by file extension. */
const types: ReadonlyMap<string, string> = new Map([
  ...['png', 'gif', 'webp', 'avif', 'bmp', 'jpeg'].map(type => [type, type] as const),
  ['jpg', 'jpeg'],
  ['svg', 'svg+xml'],
  ['ico', 'x-icon'],
]);
