import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { Place } from '../../model/content/snapshot.ts';
import { OutageRetries } from '../../model/session/outageRetries.ts';
import { largestImage } from './paths.ts';

/** Limits of the cache: the number of images, and the total length of their data URIs. */
const capacity = { images: 200, letters: 32 * 1024 ** 2 };
const maxConcurrentReads = 4;
/** How long an image that was shown or read is still expected to be in a preview. */
const recentMs = 60_000;
/** Images that arrive within this time are shown together, because each refresh renders the whole page again. */
const batchMs = 400;
/** Delay before a refresh that did not show the images is repeated. It grows by half each time. */
const firstRetryMs = 600;
const maxRetryMs = 30_000;

interface CachedImage {
  image: vscode.Uri;
  shownAt: number;
  /**
   * A data URI of the image, or of a text that explains why it is not shown. Empty while it is read, and after a
   * failure.
   */
  data: string;
  /** Time of the read, in milliseconds since 1970. */
  readAt?: number;
  /** True if `data` was included in a rendering. */
  isShown: boolean;
  /** The length of a data URI that exceeded the limit. */
  neededLength?: number | undefined;
}

/**
 * Caches images as data URIs for documents whose URI has a query, such as a page title: the preview may not read files
 * beside them. Rendering is synchronous, so previews are refreshed as images arrive.
 */
export class PreviewImages implements vscode.Disposable {
  readonly #app: App;
  readonly #cache = new Map<string, CachedImage>();
  readonly #retries: OutageRetries;
  readonly #subscriptions: vscode.Disposable;
  readonly #queue: CachedImage[] = [];
  #activeReads = 0;
  #showTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(app: App) {
    this.#app = app;
    this.#retries = new OutageRetries(app.session);
    this.#subscriptions = vscode.Disposable.from(
      this.#retries,
      app.content.onDidChange(place => this.#invalidate(place)),
    );
  }

  /**
   * Returns a data URI of an image or of a text that explains why it is not shown; undefined until the image is read.
   */
  of(image: vscode.Uri): string | undefined {
    const address = image.toString();
    const cached = this.#cache.get(address) ?? this.#add(address, image);
    if (!cached) return noRoom;
    cached.shownAt = Date.now();
    if (cached.neededLength !== undefined && this.#hasRoom(cached.neededLength)) {
      this.#readAgain(cached);
    }
    cached.isShown = cached.data !== '';
    return cached.data || undefined;
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#showTimer);
    clearTimeout(this.#retryTimer);
    this.#queue.length = 0;
    this.#subscriptions.dispose();
  }

  #add(address: string, image: vscode.Uri): CachedImage | undefined {
    if (!this.#hasRoom(0)) return undefined;
    const cached = { image, shownAt: Date.now(), data: '', isShown: false };
    this.#cache.set(address, cached);
    this.#enqueue(cached);
    return cached;
  }

  /**
   * Evicts images until a data URI of this length fits. Recently shown images stay, because they would be requested
   * again.
   */
  #hasRoom(letters: number): boolean {
    for (const [address, { shownAt }] of this.#cache) {
      if (this.#fits(letters)) return true;
      if (Date.now() - shownAt > recentMs) this.#cache.delete(address);
    }
    return this.#fits(letters);
  }

  #fits(letters: number): boolean {
    let sum = letters;
    for (const { data } of this.#cache.values()) sum += data.length;
    return this.#cache.size < capacity.images && sum <= capacity.letters;
  }

  #readAgain(cached: CachedImage): void {
    cached.data = '';
    cached.neededLength = undefined;
    this.#enqueue(cached);
  }

  /** Reads an image as soon as fewer than `maxConcurrentReads` are being read. */
  #enqueue(cached: CachedImage): void {
    if (!this.#queue.includes(cached)) this.#queue.push(cached);
    if (this.#activeReads < maxConcurrentReads) void this.#readQueue();
  }

  async #readQueue(): Promise<void> {
    this.#activeReads++;
    for (let cached = this.#queue.shift(); cached; cached = this.#queue.shift()) {
      await this.#read(cached);
      cached.readAt = Date.now();
      if (this.#isDisposed) return;
      this.#showTimer ??= setTimeout(() => {
        this.#showTimer = undefined;
        if (this.#hasUnshownImages()) void this.#refresh(firstRetryMs);
      }, batchMs);
    }
    this.#activeReads--;
  }

  /**
   * Refreshes previews. Retries, because VS Code drops a refresh that arrives while it checks whether a preview is
   * stale.
   */
  async #refresh(delayMs: number): Promise<void> {
    await vscode.commands.executeCommand('markdown.preview.refresh');
    clearTimeout(this.#retryTimer);
    if (this.#isDisposed) return;
    this.#retryTimer = setTimeout(() => {
      const shouldRetry = this.#hasUnshownImages() && isPreviewOpen();
      if (shouldRetry) void this.#refresh(Math.min(delayMs * 1.5, maxRetryMs));
    }, delayMs);
  }

  /** Returns true if a recently read image is in no rendering yet. The page of an older one may be closed. */
  #hasUnshownImages(): boolean {
    const isRecent = ({ readAt = 0 }: CachedImage) => Date.now() - readAt <= recentMs;
    return [...this.#cache.values()].some(known => known.data !== '' && !known.isShown && isRecent(known));
  }

  async #read(cached: CachedImage): Promise<void> {
    const { path } = cached.image;
    const type = types.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
    if (!type) return;
    try {
      const entry = await this.#app.content.lookUp(cached.image);
      const size = entry?.kind === 'file' ? (entry.file.size ?? 0) : 0;
      const bytes = size > largestImage ? undefined : await vscode.workspace.fs.readFile(cached.image);
      if (!bytes || bytes.length > largestImage) {
        cached.data = svgWithText(t`Too large to be shown here: ${inMegabytes(bytes?.length ?? size)}`);
        return;
      }
      const data = `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
      const hasRoom = this.#hasRoom(data.length);
      cached.data = hasRoom ? data : noRoom;
      cached.neededLength = hasRoom ? undefined : data.length;
      this.#retries.forget(path);
    } catch (error) {
      // A missing file is not cached, because a file of that name may be inserted into the page at any time.
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
        this.#cache.delete(cached.image.toString());
        return;
      }
      // The alternative text is shown instead.
      this.#app.failures.log(`Could not read the image ${path}.`, error);
      this.#retries.noteFailure(path, error, () => this.#readAgain(cached));
    }
  }

  /** Drops the images of changed content. An image that a page still waits for is read again. */
  #invalidate({ connection, space }: Place): void {
    for (const [address, known] of this.#cache) {
      const owner = parseContentUri(known.image);
      if (owner?.connection !== connection.id || owner.space !== space) continue;
      if (known.isShown || Date.now() - known.shownAt > recentMs) this.#cache.delete(address);
      else this.#readAgain(known);
    }
  }
}

/** A preview opened later is rendered with the images that have arrived by then, so it needs no refresh. */
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
  const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${new Intl.NumberFormat(vscode.env.language, oneDigit).format(bytes / 1024 ** 2)} MB`;
}

/** Renders a sentence as an image with a colour that is readable in light and dark themes. */
function svgWithText(sentence: string): string {
  const text = `<text x="8" y="20" fill="#808080" font-family="sans-serif" font-size="13">${sentence}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sentence.length * 8 + 16}" height="30">${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const noRoom = svgWithText(t('Not shown: the images that are open are too large together'));

const types: ReadonlyMap<string, string> = new Map([
  ...['png', 'gif', 'webp', 'avif', 'bmp', 'jpeg'].map(type => [type, type] as const),
  ['jpg', 'jpeg'],
  ['svg', 'svg+xml'],
  ['ico', 'x-icon'],
]);
