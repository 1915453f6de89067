import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../../api/errors.ts';
import { Failure } from '../../../api/failure.ts';
import { formatDateTime } from '../../../api/time.ts';
import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import { revisionSnapshot } from '../../../model/content/comparison.ts';
import { versionOf } from '../../../model/content/content.ts';
import type { Snapshot } from '../../../model/content/snapshot.ts';
import { changesBetween } from '../../../model/reviews/changesBetween.ts';
import { contentKeyOfPage } from '../../../model/reviews/contents.ts';
import { LastSeenRevisions } from '../../../model/reviews/lastSeenRevisions.ts';
import { type ReviewedChange, treePathFinder } from '../../../model/reviews/readReview.ts';
import type { ListedPage } from '../../../webview/reviewPage/messages.ts';
import type { ReviewPageModels } from '../models.ts';

/** All pages of a change request, for servers that do not list its changes. */
export interface AllPages {
  /** Changes by page ID. */
  changes: ReadonlyMap<string, { change: ReviewedChange; kind: ListedPage['kind'] }>;
  /** The cached content of the user's last visit. */
  before: Snapshot | undefined;
  /** A sentence that says what the pages are compared with. */
  note: string;
}

/** Reads all pages, and how they have changed since the revision of the user's last visit. */
export async function readAllPages(
  { content, context }: ReviewPageModels,
  place: ChangeRequestPlace,
): Promise<AllPages> {
  const version = versionOf(place);
  const now = await content.snapshot(version);
  const lastVisit = new LastSeenRevisions(context.globalState).previousVisit(place, now.head.revision);
  const before = lastVisit && (await revisionSnapshot(content, version, lastVisit.revision).catch(undefinedIfMissing));
  const changesSinceVisit = before ? await changesBetween(before, now) : [];
  const changesById = new Map(
    changesSinceVisit.flatMap(change => (change.page === undefined ? [] : [[change.page, change]])),
  );
  const { byId, pages } = await now.pages();
  const folderPathOf = treePathFinder(pages);
  const listed = [...byId.values()].map(({ page, path }) => {
    const { id, title: name, path: detail = path } = page;
    const change = changesById.get(id) ?? { name, detail, verb: 'edited' as const, isMoved: false, page: id };
    const kind: ListedPage['kind'] = changesById.get(id)?.verb ?? 'same';
    const content = contentKeyOfPage(page, now.head.revision);
    return [id, { change: { ...change, content, ancestors: folderPathOf(change.detail) }, kind }] as const;
  });
  const removed = [...changesById].filter(([id]) => !byId.has(id));
  const deleted = removed.map(([id, change]) => {
    return [
      id,
      { change: { ...change, content: 'deleted', ancestors: folderPathOf(change.detail) }, kind: change.verb },
    ] as const;
  });
  const isCompared = before && lastVisit;
  const sentence = isCompared
    ? t`They are compared with what they were when you looked at them here, ${formatDateTime(lastVisit.at, vscode.env.language) ?? ''}.`
    : t('What they were before is not known here: from now on it is kept when you look at them.');
  return {
    changes: new Map([...listed, ...deleted]),
    before,
    note: [
      t('This server does not tell what a change request changes: all pages are shown as they are now.'),
      sentence,
    ].join(' '),
  };
}

/** Returns undefined for content that is not cached and that the server does not offer. Rethrows other errors. */
function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Failure || isApiError(error, 'notOffered', 'notFound')) return undefined;
  throw error;
}
