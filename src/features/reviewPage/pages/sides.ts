import { failedAs } from '../../../api/errors.ts';
import type { Snapshot } from '../../../model/content/snapshot.ts';
import type { PageText } from '../../../markdown/review/index.ts';
import { readEmoji } from '../../../ui/emoji.ts';
import { type Layouts, meaningsOn } from './references.ts';

/** A side of a page as it is read, with what it refers to. */
export interface ReadSide extends Layouts {
  text: PageText;
  snapshot: Snapshot;
}

/** A side that may not have been kept. */
export async function readKept(snapshot: Snapshot, id: string): Promise<ReadSide | undefined> {
  try {
    return await readSide(snapshot, id, { isTextAlone: true });
  } catch (error) {
    if (failedAs(error, 'notOffered', 'notFound')) return undefined;
    throw error;
  }
}

/** Of what was kept on this computer there is the text alone. */
export async function readSide(
  snapshot: Snapshot,
  id: string,
  { isTextAlone = false } = {},
): Promise<ReadSide | undefined> {
  const pages = await snapshot.pages();
  const entry = pages.byId.get(id);
  if (!entry) return undefined;
  const markdown = await snapshot.markdown(id);
  const files = !isTextAlone && /\/files\/|\.assets\//.test(markdown) ? await snapshot.files() : undefined;
  const { path } = entry;
  const emoji = /:[\w+-]+:/.test(markdown) ? new Map(await readEmoji()) : undefined;
  const context = { meaningOf: meaningsOn({ path, pages, files }), emoji };
  return { text: { markdown, context }, snapshot, path, pages, files };
}
