import { t } from '@vscode/l10n';
import { escapeLine } from '../../api/escape.ts';
import { type Change, type ChangedValue, renamedFile } from '../content/changes.ts';
import { type File, type Page, type PageLayout, withChildren } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';
import { contentKeyOfFile, contentKeyOfPage } from './contents.ts';

/**
 * Returns the pages and files that differ between two revisions. If files cannot be listed, `filesFailed` receives the
 * error and only pages are compared.
 */
export async function changesBetween(
  before: Snapshot,
  now: Snapshot,
  filesFailed: (error: unknown) => void = () => {},
): Promise<Change[]> {
  const [were, are] = await Promise.all([before.pages(), now.pages()]);
  // Of a revision that is cached on disk, only the pages are known.
  const files = await Promise.all([before.files(), now.files()]).catch((error: unknown) => {
    filesFailed(error);
    return undefined;
  });
  const contentIn = ({ head }: Snapshot) => {
    return (entry: Entry) =>
      'page' in entry ? contentKeyOfPage(entry.page, head.revision) : contentKeyOfFile(entry.file);
  };
  const contents = [contentIn(before), contentIn(now)] as const;
  return [
    ...withSmallChanges([...differences([were.byId, are.byId], contents, 'page')], [were, are]),
    ...(files ? differences([files[0].byId, files[1].byId], contents, 'file') : []),
  ];
}

/** Marks pages whose address changed only because a page or group above them moved. */
function withSmallChanges(changes: readonly Change[], [were, are]: Sides<PageLayout>): Change[] {
  const [wasIn, isIn] = [parentsIn(were.pages), parentsIn(are.pages)];
  return changes.map(change => {
    const id = change.page ?? '';
    const isInPlace = change.verb === 'moved' && !change.hasNewSlug && wasIn.get(id) === isIn.get(id);
    return isInPlace ? { ...change, smallChange: 'Address' } : change;
  });
}

/** Returns the ID of the parent page or group, by page ID. */
function parentsIn(pages: readonly Page[]): Map<string, string> {
  return new Map([...withChildren(pages)].flatMap(({ id, pages = [] }) => pages.map(child => [child.id, id])));
}

type Entry = { path: string } & ({ page: Page } | { file: File });
type Sides<T> = readonly [before: T, now: T];

function* differences(
  [were, are]: Sides<ReadonlyMap<string, Entry>>,
  [before, now]: Sides<(entry: Entry) => string>,
  kind: 'page' | 'file',
): Generator<Change> {
  for (const id of new Set([...are.keys(), ...were.keys()])) {
    const [was, is] = [were.get(id), are.get(id)];
    const entry = is ?? was;
    if (!entry) continue;
    const isMoved = was !== undefined && is !== undefined && kind === 'page' && was.path !== is.path;
    const isEdited = was !== undefined && is !== undefined && before(was) !== now(is);
    if (was && is && !isMoved && !isEdited) continue;
    const verb = !was ? 'created' : !is ? 'deleted' : isEdited ? 'edited' : 'moved';
    const [name, detail] = 'page' in entry ? [entry.page.title, entry.page.path ?? ''] : [entry.file.name, 'file'];
    const isSlug = was && is && 'page' in was && 'page' in is && was.page.slug !== is.page.slug;
    const renamed = was && is && 'file' in was && 'file' in is ? renamedBetween(was.file, is.file) : {};
    const more = { ...(isSlug && { hasNewSlug: true as const }), ...renamed };
    yield { name, detail, verb, isMoved, [kind]: id, ...more };
  }
}

function renamedBetween(was: File, is: File): Pick<Change, 'values' | 'word' | 'formerName'> {
  if (was.name === is.name) return {};
  const isReplaced = was.size !== is.size || was.contentType !== is.contentType;
  const value: ChangedValue = {
    name: t('Name'),
    before: `“${escapeLine(was.name)}”`,
    after: `“${escapeLine(is.name)}”`,
  };
  return { values: [value], ...renamedFile(was.name, isReplaced) };
}
