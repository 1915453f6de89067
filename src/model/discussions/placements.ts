import * as vscode from 'vscode';
import type { NodeDescription, PlacedPage } from '../../markdown/index.ts';
import { contentUri, documentKey, overviewUri, parseOverviewUri } from '../content/address.ts';
import type { PageEntry } from '../content/layout.ts';
import { Failure, type FailureLog } from '../../api/failure.ts';
import type { Content } from '../content/content.ts';
import { inSlices } from '../slices.ts';
import { addressOf, type Place, type Snapshot, uriOf } from '../content/snapshot.ts';
import type { Connection } from '../session/connection.ts';
import { type Comment, eachOf } from './requests.ts';

/** By what the place of a comment was found; `changeRequest` and `space` are the whole of them. */
export type Exactness = 'node' | 'preview' | 'heading' | 'page' | 'changeRequest' | 'space';

/** Where a comment stands. */
export interface Placement {
  uri: vscode.Uri;
  /** Zero-based lines, both included; undefined when it is about the whole document. */
  range: Lines | undefined;
  exactness: Exactness;
  /** Whether that is what was commented, and not a substitute for it. */
  isExact: boolean;
  /** Whether the page has changed since the comment was written. */
  isEarlier: boolean;
  /** Set where nobody has looked for its lines yet, since nobody looks at its page. */
  isRough?: true;
  /** What people call the cell of a table. */
  cell?: string | undefined;
  /** The title of a page that is no longer there. */
  goneFrom?: string | undefined;
}

export interface Lines {
  start: number;
  end: number;
}

/** What a new comment hangs on. */
export interface CommentTarget {
  page?: string;
  node?: string;
  /** The words of the node. */
  preview?: string;
}

type Target = Pick<Comment['target'], 'node' | 'page' | 'tableCell' | 'revision'>;

/** Finds the lines of nodes. Each page of a revision is matched once. */
export class Placements {
  readonly #content: Content;
  readonly #log: FailureLog;
  readonly #pages = new WeakMap<Snapshot, Map<string, Promise<PlacedPage>>>();
  readonly #described = new WeakMap<Connection, Map<string, Promise<NodeDescription | undefined>>>();

  constructor(content: Content, log: FailureLog) {
    this.#content = content;
    this.#log = log;
  }

  /** Finds where a comment stands in the newest revision of its place. */
  async of(place: Place, target: Target): Promise<Placement> {
    return this.#in(await this.#content.snapshot(place), target);
  }

  /**
   * The same for many comments of one place, which is asked for its newest revision once. The lines of those on pages that
   * nobody looks at are not looked for.
   */
  async ofAll(
    place: Place,
    targets: readonly Target[],
    isLookedAt: (document: vscode.Uri) => boolean,
  ): Promise<Placement[]> {
    if (targets.length === 0) return [];
    const snapshot = await this.#content.snapshot(place);
    const known = this.#pages.get(snapshot);
    const isExact = (uri: vscode.Uri, page: string) => isLookedAt(uri) || known?.has(page) === true;
    return eachOf(targets, target => this.#in(snapshot, target, isExact));
  }

  async #in(
    snapshot: Snapshot,
    target: Target,
    isExact: (document: vscode.Uri, page: string) => boolean = () => true,
  ): Promise<Placement> {
    const { place } = snapshot;
    const layout = await snapshot.pages();
    const roughly = (uri: vscode.Uri, page: string) => (isExact(uri, page) ? {} : { isRough: true as const });
    const wholeAt = wholeUri(place, layout.byPath.values());
    const whole = { uri: wholeAt, range: undefined, isEarlier: false, ...roughly(wholeAt, '') } as const;
    const level = place.version.kind === 'changeRequest' ? 'changeRequest' : 'space';
    if (!target.page) return { ...whole, exactness: level, isExact: true };
    const entry = layout.byId.get(target.page.id);
    if (!entry) {
      const goneFrom = target.page.title ?? target.page.id;
      return { ...whole, exactness: level, isExact: false, goneFrom };
    }
    const uri = uriOf(place, entry);
    const isEarlier = target.page.outdated ?? (target.revision ?? snapshot.head.revision) !== snapshot.head.revision;
    const rough = roughly(uri, entry.page.id);
    if (!target.node || rough.isRough) {
      return { uri, range: undefined, exactness: 'page', isExact: true, isEarlier, ...rough };
    }
    const found = await this.#ofNode(snapshot, { ...target, page: target.page, node: target.node }).catch(error => {
      this.#log.log(`Could not find the places of the comments on "${entry.page.title}".`, error);
      return { exactness: 'page', range: undefined } as const;
    });
    return { uri, isEarlier, isExact: found.exactness === 'node', ...found };
  }

  /** Reads by what lines are told on a page, for who has begun to write a comment there. */
  async prepare(uri: vscode.Uri): Promise<void> {
    const found = await this.#content.lookUp(uri);
    if (found?.kind === 'page') await this.#page(found.snapshot, found.page.id);
  }

  /** What a comment on these lines of a document hangs on. Throws a Failure when the document is gone. */
  async targetAt(uri: vscode.Uri, lines: Lines | undefined): Promise<CommentTarget> {
    return (await this.aimAt(uri, lines)).target;
  }

  /** The same, and whether that is all that the lines hold: a comment hangs on one block. */
  async aimAt(uri: vscode.Uri, lines: Lines | undefined): Promise<{ target: CommentTarget; isAll: boolean }> {
    if (parseOverviewUri(uri)) return { target: {}, isAll: true };
    const found = await this.#content.find(uri);
    if (found?.kind !== 'page') {
      throw new Failure('Could not comment on the page: it is not there any more. Refresh to see what is there now.');
    }
    const { snapshot, page } = found;
    const all = { target: { page: page.id }, isAll: true };
    if (!lines) return all;
    const { nodeAt, placePage } = await import('../../markdown/index.ts');
    // The lines are those of the text in the editor, which may be older than what has been heard of since.
    const key = documentKey(uri);
    const document = vscode.workspace.textDocuments.find(document => documentKey(document.uri) === key);
    const current = await snapshot.markdown(page.id);
    const shown = document?.getText() ?? current;
    if (isAllOf(shown, lines)) return all;
    const isCurrent = shown === current;
    const placed = isCurrent ? await this.#page(snapshot, page.id) : placePage(await snapshot.document(page.id), shown);
    const node = nodeAt(placed, lines.start, lines.end);
    if (!node) return all;
    return { target: { page: page.id, node: node.id, preview: node.preview }, isAll: holds(node, lines, shown) };
  }

  async #ofNode(
    snapshot: Snapshot,
    target: Required<Pick<Target, 'node' | 'page'>> & Target,
  ): Promise<Pick<Placement, 'exactness' | 'range' | 'cell'>> {
    const { page, node, tableCell, revision } = target;
    const { placingComment } = await import('../../markdown/index.ts');
    const placed = await this.#page(snapshot, page.id);
    let found = await inSlices(placingComment(placed, { node, cell: tableCell }));
    if (found.exactness !== 'node' && revision && revision !== snapshot.head.revision) {
      const before = await this.#asWritten(snapshot.place, { page: page.id, node: node.id, revision });
      if (before) {
        const { preview, heading } = before;
        const quoted = { id: node.id, preview: node.preview ?? preview };
        found = await inSlices(placingComment(placed, { node: quoted, heading }));
      }
    }
    if (found.exactness === 'page') return { exactness: 'page', range: undefined };
    const { exactness, start, end, cell } = found;
    return { exactness, range: { start, end }, cell };
  }

  /** What the node said, and under which heading, when it was commented. Asked once, also where there is no answer. */
  #asWritten(place: Place, written: { page: string; node: string; revision: string }) {
    const described = this.#described.get(place.connection) ?? new Map<string, Promise<NodeDescription | undefined>>();
    this.#described.set(place.connection, described);
    const key = JSON.stringify([place.space, written]);
    const known = described.get(key);
    if (known) return known;
    // Only some servers offer earlier revisions. What is known of the place without them has to do.
    const asked = this.#describe(place, written).catch(() => undefined);
    described.set(key, asked);
    return asked;
  }

  async #describe(place: Place, { page, node, revision }: { page: string; node: string; revision: string }) {
    const { describeNode } = await import('../../markdown/index.ts');
    const version = { kind: 'revision', revision } as const;
    const document = await (await this.#content.snapshot({ ...place, version })).document(page);
    return document && describeNode(document, node);
  }

  #page(snapshot: Snapshot, page: string): Promise<PlacedPage> {
    const pages = this.#pages.get(snapshot) ?? new Map<string, Promise<PlacedPage>>();
    this.#pages.set(snapshot, pages);
    const known = pages.get(page);
    if (known) return known;
    const placed = matchNodes(snapshot, page);
    pages.set(page, placed);
    // Who asked hears of a failure; the next one asks again.
    placed.catch(() => pages.delete(page));
    return placed;
  }
}

/** Who comments on every line of a page means the page. */
function isAllOf(text: string, { start, end }: Lines): boolean {
  const last = text.split('\n').length - 1;
  return last > 0 && start === 0 && end >= last;
}

/** Tells whether all of the lines that say something are among those of a block. Who means one line means its block. */
function holds(block: Lines, { start, end }: Lines, text: string): boolean {
  if (start === end) return true;
  const said = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : index));
  return said.every(index => index < start || index > end || (block.start <= index && index <= block.end));
}

async function matchNodes(snapshot: Snapshot, page: string): Promise<PlacedPage> {
  const { placing } = await import('../../markdown/index.ts');
  const [document, markdown] = await Promise.all([snapshot.document(page), snapshot.markdown(page)]);
  return inSlices(placing(document, markdown));
}

/** The document for comments on all of a place: the overview of a change request, or the first page of a space. */
function wholeUri(place: Place, pages: Iterable<PageEntry>): vscode.Uri {
  const { connection, space, version } = place;
  if (version.kind === 'changeRequest') {
    return overviewUri({ connection: connection.id, space, changeRequest: version.number });
  }
  const [first] = pages;
  return first ? uriOf(place, first) : contentUri({ ...addressOf(place), path: 'README.md' });
}
