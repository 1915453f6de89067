import type * as vscode from 'vscode';
import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import type { Change } from '../../../model/content/changes.ts';
import { baseSnapshot } from '../../../model/content/comparison.ts';
import { versionOf } from '../../../model/content/content.ts';
import { type Snapshot, uriOf } from '../../../model/content/snapshot.ts';
import { formatSize } from '../../content/node.ts';
import type { ReviewPageModels } from '../models.ts';

/** Returns true if a webview can show a file as an image, judged by its extension. */
export function isPictureFile(name: string): boolean {
  return /\.(svg|png|jpe?g|gif|webp|avif)$/i.test(name);
}

/** Returns the webview addresses of both versions of a changed image, and their sizes as text. */
export async function changedPictures(
  { content, reviews }: Pick<ReviewPageModels, 'content' | 'reviews'>,
  place: ChangeRequestPlace,
  { file = '', verb }: Change,
  addressIn: (uri: vscode.Uri) => string,
): Promise<{ before: string | undefined; after: string | undefined; sizes: string }> {
  const [entryBefore, entryAfter] = await Promise.all([
    verb === 'created'
      ? undefined
      : baseSnapshot(content, place, reviews.since(place)?.revision).then(({ snapshot }) => entryIn(snapshot, file)),
    verb === 'deleted' ? undefined : content.snapshot(versionOf(place)).then(snapshot => entryIn(snapshot, file)),
  ]);
  const sizes = [entryBefore, entryAfter].flatMap(one =>
    one?.entry.file.size === undefined ? [] : formatSize(one.entry.file.size),
  );
  const [before, after] = [entryBefore, entryAfter].map(one => one && addressIn(uriOf(one.snapshot.place, one.entry)));
  return { before, after, sizes: sizes.join(' → ') };
}

/** Returns the entry of a file in a version; its path may differ between versions. */
async function entryIn(snapshot: Snapshot, id: string) {
  const entry = (await snapshot.files()).byId.get(id);
  return entry && { snapshot, entry };
}
