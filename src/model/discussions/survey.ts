import type * as vscode from 'vscode';
import type { Steps } from '../../markdown/steps.ts';
import { contentUri, overviewUri } from '../content/address.ts';
import type { PageEntry, PageLayout } from '../content/layout.ts';
import { addressOf, type Place, type Snapshot, uriOf } from '../content/snapshot.ts';
import type { Placement, Target } from './placement.ts';

interface Surveyed {
  uri: vscode.Uri;
  isRough?: true;
}

/** Determines placements as far as possible without searching for lines. */
export class RoughPlacements {
  readonly #snapshot: Snapshot;
  readonly #layout: PageLayout;
  readonly #isLookedAt: (document: vscode.Uri, page: string) => boolean;
  readonly #pages = new Map<string, Surveyed>();

  /** Placements in documents that are not looked at are rough: their lines are not searched. */
  constructor(
    snapshot: Snapshot,
    layout: PageLayout,
    isLookedAt: (document: vscode.Uri, page: string) => boolean = () => true,
  ) {
    this.#snapshot = snapshot;
    this.#layout = layout;
    this.#isLookedAt = isLookedAt;
  }

  *ofAll(targets: readonly Target[]): Steps<Placement[]> {
    const placements: Placement[] = [];
    for (const target of targets) {
      placements.push(this.of(target));
      yield;
    }
    return placements;
  }

  of(target: Target): Placement {
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

  #at({ path, page }: PageEntry): Surveyed {
    return this.#surveyed(page.id, () => uriOf(this.#snapshot.place, { path, page }));
  }

  #whole(): Surveyed {
    return this.#surveyed('', () => wholeUri(this.#snapshot.place, this.#layout.byPath.values()));
  }

  #surveyed(page: string, uriOf: () => vscode.Uri): Surveyed {
    const known = this.#pages.get(page);
    if (known) return known;
    const uri = uriOf();
    const surveyed: Surveyed = this.#isLookedAt(uri, page) ? { uri } : { uri, isRough: true };
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
  return first ? uriOf(place, first) : contentUri({ ...addressOf(place), path: 'README.md' });
}
