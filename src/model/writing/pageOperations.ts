import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import { Failure, isCancellation, reasonOf } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { type ChangeRequestPlace, hasEnded, changeRequestName, describeStatus } from '../content/changeRequests.ts';
import { type Content, versionOf } from '../content/content.ts';
import { type Page, withChildren } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';
import { type ContentEdit, maxEditsPerRequest, sendEdits } from './pageEdits.ts';

/** The result of changing the pages of a change request. */
export interface PagesChanged {
  /** The content after the change, and before it. */
  snapshot: Snapshot;
  before: Snapshot;
  /** The revision before the change. */
  revisionBefore: string;
}

/** Thrown if several requests were needed and only the first ones succeeded. */
export class PartialChangeFailure extends Failure {}

/** The edits, or a function that plans them for the current pages. */
export type EditPlan = readonly ContentEdit[] | ((pages: readonly Page[]) => readonly ContentEdit[]);

/** Compares the pages before and after the edits of one request, to find out whether they were made. */
export type ChangeCheck = (after: Snapshot, before: Snapshot, edits: readonly ContentEdit[]) => Promise<boolean>;

/** The edits of a change, which may need several requests. */
export interface EditsToSend {
  readonly count: number;
  /** The number of edits that the server has acknowledged. */
  readonly sentCount: number;
  send(signal?: AbortSignal): Promise<void>;
  /** Looks up how many edits were made, including those of an aborted request. */
  countDone(): Promise<number>;
}

/**
 * Creates, changes, deletes or reverts pages of a change request, in as few requests as possible. After a lost reply,
 * `isDone` is called. `sendAll` may show the progress of the requests. Throws a Failure or ApiError if edits were not
 * made.
 */
export async function changePages(
  content: Content,
  place: ChangeRequestPlace,
  plan: EditPlan,
  isDone: ChangeCheck,
  sendAll: (edits: EditsToSend) => Promise<void> = edits => edits.send(),
): Promise<PagesChanged> {
  const { changeRequests } = content;
  const changeRequest = await changeRequests.fetch(place);
  if (hasEnded(changeRequest)) {
    throw new Failure(
      tEscaped`${changeRequestName(changeRequest)} is ${describeStatus(changeRequest.status)}, so its pages can no longer be changed. Propose a change in a new change request.`,
    );
  }
  const before = await content.snapshot(versionOf(place));
  // The pages are read before the edits, because they can no longer be read after a lost reply.
  const { pages } = await before.pages();
  const edits = typeof plan === 'function' ? plan(pages) : plan;
  let count = 0;
  const nextPart = () => edits.slice(count, count + maxEditsPerRequest);
  const isPartDone = async (part: readonly ContentEdit[]) => {
    await changeRequests.fetch(place);
    return isDone(await content.snapshot(versionOf(place)), before, part);
  };
  const send = async (signal?: AbortSignal) => {
    for (; count < edits.length; count += maxEditsPerRequest) {
      const part = nextPart();
      const lookUp = async () => ((await isPartDone(part)) ? { result: undefined } : undefined);
      try {
        signal?.throwIfAborted();
        const reply = await sendEdits(place, part, { lookUp, signal });
        if (reply) changeRequests.add(place, reply, performance.now());
      } catch (error) {
        if (count === 0 || isCancellation(error)) throw error;
        const sentence = [t`Only ${count} of ${edits.length} changes were made.`, reasonOf(error)].join(' ');
        throw new PartialChangeFailure(sentence, { cause: error });
      }
    }
  };
  const countDone = async () => {
    const part = nextPart();
    return part.length > 0 && (await isPartDone(part)) ? count + part.length : Math.min(count, edits.length);
  };
  if (edits.length > 0) {
    await sendAll({
      count: edits.length,
      get sentCount() {
        return count;
      },
      send,
      countDone,
    });
  }
  return { before, snapshot: await content.snapshot(versionOf(place)), revisionBefore: changeRequest.revision };
}

/** Returns all pages of a revision by ID, groups and links included. */
export async function pagesById(snapshot: Snapshot): Promise<Map<string, Page>> {
  return new Map([...withChildren((await snapshot.pages()).pages)].map(page => [page.id, page]));
}

/** Returns the text and the settings of a page, for comparison. */
export async function stateOfPage(snapshot: Snapshot, id: string): Promise<unknown> {
  return [await snapshot.markdown(id), (await pagesById(snapshot)).get(id)];
}

/** Throws a Failure if a page has changed since, because undoing would lose that change. */
export async function assertUnchanged(
  content: Content,
  place: ChangeRequestPlace,
  { id, title }: Page,
  stateBefore: unknown,
): Promise<void> {
  await content.changeRequests.fetch(place);
  if (isDeepStrictEqual(await stateOfPage(await content.snapshot(versionOf(place)), id), stateBefore)) return;
  throw new Failure(tEscaped`Could not undo this: "${title}" has changed since then, and undoing would lose that.`);
}

/** Returns true if the pages that edits name no longer exist. */
export async function noPagesExist(
  after: Snapshot,
  _before: Snapshot,
  edits: readonly ContentEdit[],
): Promise<boolean> {
  const pages = await pagesById(after);
  return edits.every(edit => !('page' in edit && pages.has(edit.page)));
}

/** Returns true if the pages that edits name exist. */
export async function allPagesExist(
  after: Snapshot,
  _before: Snapshot,
  edits: readonly ContentEdit[],
): Promise<boolean> {
  const pages = await pagesById(after);
  return edits.every(edit => 'page' in edit && pages.has(edit.page));
}

/** Returns the siblings of a page, including the page, and the page above them, if any. */
export function siblingsOf(pages: readonly Page[], id: string, parent?: Page): { siblings: Page[]; parent?: Page } {
  if (pages.some(page => page.id === id)) return { siblings: [...pages], ...(parent && { parent }) };
  for (const page of pages) {
    const result = siblingsOf(page.pages ?? [], id, page);
    if (result.siblings.length > 0) return result;
  }
  return { siblings: [] };
}
