import { createHash } from 'node:crypto';
import type { Change } from '../content/changes.ts';
import type { File, Page } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';

/**
 * Returns a key of the changed content of a page or file, which does not change when it is moved. Returns undefined for
 * other changes.
 */
export async function contentKeyOfChange(
  { page, file, verb }: Change,
  snapshot: Snapshot,
): Promise<string | undefined> {
  if (!page && !file) return undefined;
  if (verb === 'deleted') return 'deleted';
  const { revision } = snapshot.head;
  if (page) {
    const entry = (await snapshot.pages()).byId.get(page);
    return entry ? contentKeyOfPage(entry.page, revision) : digest(revision);
  }
  // If the files cannot be listed, the revision serves as the key.
  const files = await snapshot.files().catch(() => undefined);
  const entry = files?.byId.get(file ?? '');
  return entry ? digest(ofFile(entry.file)) : digest(revision);
}

/** Returns the content key of a page. Without a document ID, it contains the revision, which may have another text. */
export function contentKeyOfPage(page: Page, revision = ''): string {
  const { documentId, title, linkTitle, slug, description, emoji, icon, hidden, cover, layout, target, href } = page;
  const { noIndex, noRobotsIndex, condition, variables, tags, metaLinks, frontMatter } = page;
  return digest([
    documentId ?? revision,
    ...[title, linkTitle, slug, description, emoji, icon, hidden, cover, layout, target, href],
    ...[noIndex, noRobotsIndex, condition, variables, tags, metaLinks, frontMatter],
  ]);
}

/**
 * Returns a content key of a file for comparing revisions. It excludes the download address, which differs in each
 * revision.
 */
export function contentKeyOfFile({ name, size, contentType }: File): string {
  return digest([name, size, contentType]);
}

function ofFile({ name, size, contentType, downloadURL }: File): unknown {
  // The query may contain a signature, which differs in each response.
  return [name, size, contentType, URL.parse(downloadURL)?.pathname];
}

function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
