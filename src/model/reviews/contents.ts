import { createHash } from 'node:crypto';
import type { Change } from '../content/changes.ts';
import type { File, Page } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';

/**
 * What tells the content of a page or file that a change request changes from any other content of it: the same where it
 * was only moved. Undefined for what is neither.
 */
export async function contentOfChange({ page, file, verb }: Change, snapshot: Snapshot): Promise<string | undefined> {
  if (!page && !file) return undefined;
  if (verb === 'deleted') return 'deleted';
  const { revision } = snapshot.head;
  if (page) {
    const entry = (await snapshot.pages()).byId.get(page);
    return entry ? contentOfPage(entry.page, revision) : digest(revision);
  }
  // What cannot be read is told by the revision.
  const files = await snapshot.files().catch(() => undefined);
  const entry = files?.byId.get(file ?? '');
  return entry ? digest(ofFile(entry.file)) : digest(revision);
}

/** Without the ID of its text nothing but the revision tells whether that is another. */
export function contentOfPage(page: Page, revision = ''): string {
  const { documentId, title, linkTitle, slug, description, emoji, icon, hidden, cover, layout, target, href } = page;
  const { noIndex, noRobotsIndex, condition, variables, tags, metaLinks, frontMatter } = page;
  return digest([
    documentId ?? revision,
    ...[title, linkTitle, slug, description, emoji, icon, hidden, cover, layout, target, href],
    ...[noIndex, noRobotsIndex, condition, variables, tags, metaLinks, frontMatter],
  ]);
}

/** The same in every revision: the address that a file is downloaded from is of one of them. */
export function contentOfFile({ name, size, contentType }: File): string {
  return digest([name, size, contentType]);
}

function ofFile({ name, size, contentType, downloadURL }: File): unknown {
  // What follows the path may be a signature, which is another each time.
  return [name, size, contentType, URL.parse(downloadURL)?.pathname];
}

function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
