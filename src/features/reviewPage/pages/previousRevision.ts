import { t } from '@vscode/l10n';
import { isCancellation } from '../../../api/failure.ts';
import { formatList } from '../../../api/lists.ts';
import { escapeLine } from '../../../api/escape.ts';
import { runInSlices } from '../../../markdown/slices.ts';
import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import { type Change, otherChangeKinds } from '../../../model/content/changes.ts';
import { revisionSnapshot } from '../../../model/content/comparison.ts';
import { versionOf } from '../../../model/content/content.ts';
import { isDocument } from '../../../model/content/layout.ts';
import type { Snapshot } from '../../../model/content/snapshot.ts';
import { changesBetween } from '../../../model/reviews/changesBetween.ts';
import { contentKeyOfPage } from '../../../model/reviews/contents.ts';
import { type SharedKind, sharedChangesBetween } from '../../../model/reviews/sharedChanges.ts';
import type { ComparedVersion, OtherChange, ComparisonRow, ToPage } from '../../../webview/reviewPage/messages.ts';
import { summarizeChanges } from '../head.ts';
import type { ReviewPageModels } from '../models.ts';
import type { PageLine } from './blockAt.ts';
import { comparableTexts } from './comparison.ts';
import { keyOfListedChange, otherChangeKey } from './otherChanges.ts';
import { readIfCached, readSide, type ReadSide } from './sides.ts';
import { mapConcurrently } from '../../../model/concurrency.ts';

export type ListedPages = Extract<ToPage, { type: 'pages' }>;

/** The differences between the previous and the newest revision, by page ID, file ID, or key of other changes. */
interface Difference {
  snapshot: Snapshot;
  changes: ReadonlyMap<string, Change>;
  /** The kinds of content that could not be compared, for messages. */
  notCompared: readonly UncomparedKind[];
}

/** A block that differs from the previous revision. */
interface ChangedBlock {
  /** The kind of change in words, such as "Changed since it was shown". */
  recentChange: string;
  /** The line in the current source; for a removed block, the line where it was removed. */
  line: number;
  /** The last line; undefined if the block was removed. */
  end: number | undefined;
  /** The first line in the previous source. */
  before: string | undefined;
}

/** The revision that the review page showed previously. Changes since then are marked. */
export class PreviousRevision {
  readonly revision: string;
  readonly #app: ReviewPageModels;
  readonly #place: ChangeRequestPlace;
  #difference: Promise<Difference | undefined> | undefined;

  constructor(app: ReviewPageModels, place: ChangeRequestPlace, revision: string) {
    [this.#app, this.#place, this.revision] = [app, place, revision];
  }

  /** Adds to each listed page and file how it has changed since the previous revision. */
  async mark(listed: ListedPages): Promise<ListedPages> {
    const difference = await this.#read();
    const withNews = <T extends { id: string }>(one: T, key = one.id) => {
      const change = difference?.changes.get(key);
      return change ? { ...one, recentChange: recentChangeOf.get(change.verb) ?? changedText } : one;
    };
    return {
      ...listed,
      pages: listed.pages.map(page => withNews(page)),
      files: listed.files.map(file => withNews(file)),
      others: listed.others.map(other => withNews(other, keyOfListedChange(other))),
    };
  }

  /**
   * Marks the rows of a page that differ from the previous revision. If that cannot be read, returns the rows
   * unchanged.
   */
  async markRows(
    rows: readonly ComparisonRow[],
    { id, before, after }: { id: string; before: ReadSide | undefined; after: ReadSide | undefined },
    signal: AbortSignal,
  ): Promise<readonly ComparisonRow[]> {
    const blocks = await this.#changedBlocks(id, after, signal);
    const recentChange = new Map<number, string>();
    const linesBefore = blocks.length > 0 ? (before?.text.markdown.split('\n') ?? []) : [];
    for (const block of blocks) {
      for (const index of rowsOfBlock(rows, block, linesBefore))
        if (!recentChange.has(index)) recentChange.set(index, block.recentChange);
    }
    return rows.map((row, index) => {
      const text = recentChange.get(index);
      return text === undefined
        ? row
        : { ...row, recentChange: row.kind === 'removed' ? t('Removed since it was shown') : text };
    });
  }

  /** Returns the first listed change since the previous revision: a page and its line, or another change. */
  async firstChange({ pages, files, others }: ListedPages, signal: AbortSignal): Promise<PageLine | undefined> {
    const { id } = [...pages, ...files, ...others].find(({ recentChange }) => recentChange !== undefined) ?? {};
    if (id === undefined) return undefined;
    const now = await this.#app.content.snapshot(versionOf(this.#place));
    const isPage = (await now.pages()).byId.has(id);
    const [block] = isPage ? await this.#changedBlocks(id, await readSide(now, id), signal) : [];
    return { id, line: block?.line ?? 0 };
  }

  /** Summarizes the changes since the previous revision, with the names of those that are not in the list. */
  async summary({ pages, files, others, against, more }: ListedPages): Promise<string> {
    const difference = await this.#read();
    if (!difference) {
      return t('This is the newest state. What is new is not known: the state that was shown before cannot be read.');
    }
    const changes = [...difference.changes.values()];
    const uncheckedKinds = [...difference.notCompared.map(kind => kindLabels[kind]), ...kindsNotCompared(others)];
    const text =
      changes.length === 0 && uncheckedKinds.length > 0
        ? t('Since it was shown: nothing that can be compared has changed.')
        : summarizeChanges(
            { changes, more: 0 },
            { label: t({ message: 'it was shown', comment: ['Completes "since ..."'] }) },
          );
    const listed = new Set([
      ...pages.map(({ id }) => id),
      ...files.map(({ id }) => id),
      ...others.map(keyOfListedChange),
    ]);
    const unlisted = changes.filter(change => !listed.has(keyOf(change)));
    const names = unlisted.slice(0, 3).map(({ name }) => `“${escapeLine(name, 60)}”`);
    const furtherNames = unlisted.length > 3 ? [t`${unlisted.length - 3} more`] : [];
    return [
      text,
      unlisted.length > 0 && unlistedSentence(inWords([...names, ...furtherNames]), more === 0 ? against : undefined),
      uncheckedKinds.length > 0 && t`What is new about ${inWords(uncheckedKinds)} is not known.`,
    ]
      .filter(Boolean)
      .join(' ');
  }

  /** Returns undefined if the previous revision cannot be read. */
  #read(): Promise<Difference | undefined> {
    return (this.#difference ??= this.#compare().catch((error: unknown) => {
      this.#app.failures.log('Could not compare the review page with the revision that it showed before.', error);
      return undefined;
    }));
  }

  async #compare(): Promise<Difference> {
    const { content } = this.#app;
    const version = versionOf(this.#place);
    const [snapshot, now] = await Promise.all([
      revisionSnapshot(content, version, this.revision),
      content.snapshot(version),
    ]);
    const notCompared = new Set<UncomparedKind>();
    const recordFailure = (kinds: readonly UncomparedKind[], error: unknown) => {
      this.#app.failures.log(
        `Could not compare ${kinds.join(' and ')} with the revision that the review page showed before.`,
        error,
      );
      for (const kind of kinds) notCompared.add(kind);
    };
    const [listed, shared] = await Promise.all([
      changesBetween(snapshot, now, error => recordFailure(['files'], error)),
      sharedChangesBetween(snapshot, now).catch((error: unknown) => {
        recordFailure(['variables', 'reusableContent'], error);
        return { changes: [], notCompared: [] };
      }),
    ]);
    for (const kind of shared.notCompared) notCompared.add(kind);
    const changes = [...(await withoutUnchangedPages(listed, [snapshot, now])), ...shared.changes];
    return {
      snapshot,
      changes: new Map(changes.map(change => [keyOf(change), change])),
      notCompared: (['files', 'variables', 'reusableContent'] as const).filter(kind => notCompared.has(kind)),
    };
  }

  /**
   * Returns the changed blocks of a page in their order. Empty if the page is new or deleted, or cannot be compared.
   */
  async #changedBlocks(id: string, after: ReadSide | undefined, signal: AbortSignal): Promise<ChangedBlock[]> {
    const difference = await this.#read();
    if (!after || !difference?.changes.has(id)) return [];
    try {
      const before = await readIfCached(difference.snapshot, id);
      return before ? await changedBlocks(before, after, signal) : [];
    } catch (error) {
      if (isCancellation(error) || signal.aborted) throw error;
      this.#app.failures.log(`Could not compare page ${id} with its previous revision.`, error);
      return [];
    }
  }
}

function keyOf(change: Change): string {
  return change.page ?? change.file ?? otherChangeKey(change);
}

function unlistedSentence(names: string, against: ComparedVersion | undefined): string {
  if (!against) return t`Not listed: ${names}.`;
  return against.isSince
    ? t`No difference from an earlier revision: ${names}.`
    : t`No difference from main content: ${names}.`;
}

type UncomparedKind = SharedKind | 'files';

const kindLabels: Readonly<Record<UncomparedKind, string>> = {
  files: t('files'),
  variables: t('variables'),
  reusableContent: t('reusable content'),
};

/** Returns the kinds of listed changes that revisions do not contain: tags, and kinds of later servers. */
function kindsNotCompared(others: readonly OtherChange[]): string[] {
  const kinds = new Set(others.map(({ detail }) => detail));
  const hasTags = kinds.delete(otherChangeKinds.tag);
  const isOther = [...kinds].some(
    kind => kind !== otherChangeKinds.variable && kind !== otherChangeKinds.reusableContent,
  );
  return [...(hasTags ? [t('tags')] : []), ...(isOther ? [t('other changes')] : [])];
}

function inWords(names: readonly string[]): string {
  return formatList(names);
}

/**
 * Maximum number of edited pages whose texts are compared. Beyond it, a page whose text has a new ID counts as edited.
 */
const maxComparedTexts = 20;

/** Removes pages that were saved without a change, which the service lists as edited. */
async function withoutUnchangedPages(
  changes: readonly Change[],
  sides: readonly [Snapshot, Snapshot],
): Promise<Change[]> {
  const edited = changes.filter(({ page, verb }) => page !== undefined && verb === 'edited');
  if (edited.length > maxComparedTexts) return [...changes];
  const compared = await mapConcurrently(changes, async (change): Promise<Change[]> => {
    if (!edited.includes(change) || !(await isSamePage(change.page ?? '', sides))) return [change];
    return change.isMoved ? [{ ...change, verb: 'moved' }] : [];
  });
  return compared.flat();
}

async function isSamePage(id: string, sides: readonly [Snapshot, Snapshot]): Promise<boolean> {
  const [pageBefore, pageAfter] = await Promise.all(sides.map(async side => (await side.pages()).byId.get(id)?.page));
  if (!pageBefore || !pageAfter) return false;
  const [propertiesBefore, properties] = [pageBefore, pageAfter].map(page =>
    contentKeyOfPage({ ...page, documentId: '' }),
  );
  if (propertiesBefore !== properties) return false;
  if (!isDocument(pageBefore) && !isDocument(pageAfter)) return true;
  // A text that cannot be read counts as changed.
  const texts = await Promise.all(sides.map(side => side.markdown(id).catch(() => undefined)));
  return texts[0] !== undefined && texts[0] === texts[1];
}

async function changedBlocks(before: ReadSide, after: ReadSide, signal: AbortSignal): Promise<ChangedBlock[]> {
  const { comparePagesResumable, lineOf, rowsOf } = await import('../../../markdown/review/index.ts');
  const rows = rowsOf(await runInSlices(comparePagesResumable(...comparableTexts({ before, after })), signal));
  const linesBefore = before.text.markdown.split('\n');
  return rows.flatMap(({ kind, lines }, index): ChangedBlock[] => {
    const recentChange = recentChangeOfBlocks.get(kind);
    if (recentChange === undefined) return [];
    const [start] = lines.before ?? [];
    const block = { recentChange, before: start === undefined ? undefined : linesBefore[start] };
    return [{ ...block, line: lineOf(rows, index) ?? 0, end: lines.after?.[1] }];
  });
}

/**
 * Returns the indexes of the rows that show a changed block. A removed block is shown in its row if the base also has
 * it; otherwise the row before it is marked.
 */
function rowsOfBlock(
  rows: readonly ComparisonRow[],
  { line, end, before }: ChangedBlock,
  linesBefore: readonly string[],
): number[] {
  const isVisibleRow = ({ kind, line }: ComparisonRow) =>
    line !== undefined && kind !== 'removed' && kind !== 'moved-away';
  const index = rows.findLastIndex(row => isVisibleRow(row) && (row.line ?? 0) <= line);
  if (end !== undefined) {
    const inside = rows.flatMap((row, index) => {
      const isInside = isVisibleRow(row) && (row.line ?? 0) > line && (row.line ?? 0) <= end;
      return isInside ? [index] : [];
    });
    return [index, ...inside];
  }
  const isRemoved = (row: ComparisonRow) => row.kind === 'removed' && linesBefore[row.lineBefore ?? -1] === before;
  const removed = rows.findIndex(row => isRemoved(row) && row.line === line);
  return [removed < 0 ? index : removed];
}

const changedText = t('Changed since it was shown');

const recentChangeOf: ReadonlyMap<Change['verb'], string> = new Map<Change['verb'], string>([
  ['created', t('Added since it was shown')],
  ['deleted', t('Deleted since it was shown')],
  ['moved', t('Moved since it was shown')],
]);

const recentChangeOfBlocks: ReadonlyMap<string, string> = new Map([
  ['changed', changedText],
  ['added', t('Added since it was shown')],
  ['removed', t('Something was removed here since it was shown')],
  ['moved', t('Moved since it was shown')],
]);
