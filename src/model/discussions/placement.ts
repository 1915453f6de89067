import type * as vscode from 'vscode';
import type { Comment } from './requests.ts';
import type { Resumable } from '../../markdown/resumable.ts';
import { contentUri, overviewUri } from '../content/address.ts';
import type { PageEntry, PageLayout } from '../content/layout.ts';
import { versionAddress, type Place, type Snapshot, uriOf } from '../content/snapshot.ts';

/** The fields of a comment that determine its placement. */
export type PlacementTarget = Pick<Comment['target'], 'node' | 'page' | 'tableCell' | 'revision'>;

/** The target of a new comment. */
export interface CommentTarget {
  page?: string;
  /** Title of the page when the comment was written, used if the page is deleted. */
  pageTitle?: string;
  node?: string;
  /** Text of the node. Without a node: the text of a block that was deleted before the comment was written. */
  preview?: string;
  /** Line of the block when the comment was written. If the block is gone, the comment can go near this line. */
  line?: number;
}

/** Returns the target of a new comment as the service reports it. */
export function toPlacementTarget({ page, pageTitle: title, node, preview }: CommentTarget): PlacementTarget {
  const ofPage = page && { id: page, ...(title && { title }) };
  const quoted = node && { id: node, ...(preview && { preview }) };
  return { ...(ofPage && { page: ofPage }), ...(quoted && { node: quoted }) };
}

/** How the placement of a comment was found; `changeRequest` and `space` stand for the whole of it. */
export type PlacementExactness =
  'node' | 'replacement' | 'table' | 'preview' | 'heading' | 'page' | 'changeRequest' | 'space';

/** Where a comment is shown. */
export interface Placement {
  uri: vscode.Uri;
  /** Zero-based lines, both included; undefined if the comment is about the whole document. */
  range: LineRange | undefined;
  exactness: PlacementExactness;
  /** True if this is the commented text itself and not a substitute. */
  isExact: boolean;
  /** True if the page has changed since the comment was written. */
  isEarlier: boolean;
  /** Set if the lines are not determined yet, because the page is not in view. */
  isRough?: true;
  /** Readable name of the table cell. */
  cell?: string | undefined;
  /** Title of a page that no longer exists; empty if the title is unknown. */
  goneFrom?: string | undefined;
}

export interface LineRange {
  start: number;
  end: number;
}

interface RoughPlacement {
  uri: vscode.Uri;
  isRough?: true;
}

/** Determines placements as far as possible without searching for lines. */
export class RoughPlacements {
  readonly #snapshot: Snapshot;
  readonly #layout: PageLayout;
  readonly #isVisible: (document: vscode.Uri, page: string) => boolean;
  readonly #pages = new Map<string, RoughPlacement>();

  /** Placements in documents for which `isLookedAt` returns false are rough: their lines are not searched. */
  constructor(
    snapshot: Snapshot,
    layout: PageLayout,
    isLookedAt: (document: vscode.Uri, page: string) => boolean = () => true,
  ) {
    this.#snapshot = snapshot;
    this.#layout = layout;
    this.#isVisible = isLookedAt;
  }

  *ofAll(targets: readonly PlacementTarget[]): Resumable<Placement[]> {
    const placements: Placement[] = [];
    for (const target of targets) {
      placements.push(this.of(target));
      yield;
    }
    return placements;
  }

  of(target: PlacementTarget): Placement {
    const { place, head } = this.#snapshot;
    const { page, revision } = target;
    const entry = page && this.#layout.byId.get(page.id);
    if (entry) {
      const isEarlier = page.outdated ?? (revision ?? head.revision) !== head.revision;
      return { ...this.#at(entry), range: undefined, exactness: 'page', isExact: true, isEarlier };
    }
    const exactness = place.version.kind === 'changeRequest' ? 'changeRequest' : 'space';
    const whole = { ...this.#whole(), range: undefined, isEarlier: false, exactness } as const;
    return page ? { ...whole, isExact: false, goneFrom: page.title ?? '' } : { ...whole, isExact: true };
  }

  #at({ path, page }: PageEntry): RoughPlacement {
    return this.#roughPlacement(page.id, () => uriOf(this.#snapshot.place, { path, page }));
  }

  #whole(): RoughPlacement {
    return this.#roughPlacement('', () => wholeUri(this.#snapshot.place, this.#layout.byPath.values()));
  }

  #roughPlacement(page: string, uriOf: () => vscode.Uri): RoughPlacement {
    const known = this.#pages.get(page);
    if (known) return known;
    const uri = uriOf();
    const surveyed: RoughPlacement = this.#isVisible(uri, page) ? { uri } : { uri, isRough: true };
    this.#pages.set(page, surveyed);
    return surveyed;
  }
}

/** Returns the document for comments on the whole: the overview of a change request, or the first page of a space. */
function wholeUri(place: Place, pages: Iterable<PageEntry>): vscode.Uri {
  const { connection, space, version } = place;
  if (version.kind === 'changeRequest') {
    return overviewUri({ connection: connection.id, space, changeRequest: version.number });
  }
  const [first] = pages;
  return first ? uriOf(place, first) : contentUri({ ...versionAddress(place), path: 'README.md' });
}
