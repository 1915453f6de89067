import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import { attempt, Failure, isCancellation, UnsupportedOperation, reasonOf, Notice } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { excerptAroundChange, withVisibleControls } from '../../markdown/lineDifference.ts';
import {
  type ChangeRequestPlace,
  hasEnded,
  changeRequestName,
  describeStatus,
} from '../../model/content/changeRequests.ts';
import { type Content, versionOf } from '../../model/content/content.ts';
import { type Place, uriOf } from '../../model/content/snapshot.ts';
import { readLinesAt, textOfLines, suggestionIn, withSuggestions } from '../../model/discussions/suggestions.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';
import { excerptOf } from '../../model/discussions/commentText.ts';
import type { LineRange } from '../../model/discussions/placement.ts';
import type { Comment } from '../../model/discussions/requests.ts';
import type { PageChange, PageSaveEvent } from '../../model/writing/pageWriter.ts';
import { readOnlySentence } from '../../model/writing/readOnlyReasons.ts';
import type { Writing } from '../../model/writing/writing.ts';
import { retryableButton } from '../../ui/command.ts';
import type { Failures } from '../../ui/failures.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';

/** A page, and the lines in it that a suggestion replaces. */
interface SuggestionTarget extends Omit<PageChange, 'place'> {
  lines: LineRange;
}

export interface SuggestionContext {
  content: Content;
  discussions: Discussions;
  failures: Failures;
  writing: Writing;
}

/** A comment that contains a suggestion. */
export interface Suggestion {
  discussion: Discussion;
  conversation: PlacedConversation;
  markdown: string;
}

/** A suggestion whose original lines are still in the page. */
export interface ApplicableSuggestion extends Suggestion, SuggestionTarget {
  proposed: string;
}

/** A suggestion that cannot be applied. `reason` is a whole sentence. */
export interface RefusedSuggestion extends Suggestion {
  reason: string;
}

/**
 * Replaces the lines of a page with the suggestion of a comment, if the page still has those lines. `refreshViews`
 * resolves when all views show the result.
 */
export async function applySuggestion(
  context: SuggestionContext,
  suggestion: Suggestion,
  refreshViews: () => Promise<void>,
): Promise<void> {
  if (suggestionIn(suggestion.markdown) === undefined) throw new Failure(t('This comment suggests nothing any more.'));
  const place = await requireOpen(context, suggestion.discussion);
  const original = await checkOne(context, place, suggestion);
  const [before, after] = [textOfLines(original.text, original.lines), original.proposed];
  if (before === after) throw new Notice(t('The page says that already.'));
  const [removed, added] = excerptAroundChange(withVisibleControls(before), withVisibleControls(after), 200);
  const becomes = t({ message: 'becomes', comment: ['Between the old text above it and the new text below it'] });
  const detail = [tEscaped`"${removed}"`, becomes, tEscaped`"${added}"`].join('\n\n');
  await confirm(tEscaped`Change "${original.title}" in #${place.number}?`, detail, t('Apply'));
  // The page may have changed while the confirmation was open.
  await requireOpen(context, suggestion.discussion);
  const now = await checkOne(context, place, suggestion);
  if (now.text !== original.text)
    throw new Failure(
      tEscaped`Could not apply the suggestion: "${original.title}" has just changed. Look at it again.`,
    );
  await send(context, place, [now], refreshViews);
}

/** Applies suggestions with one change for each page. Reports which ones could not be applied, and why. */
export async function applySuggestions(
  context: SuggestionContext,
  discussion: Discussion,
  suggestions: readonly Suggestion[],
  { refused, refreshViews }: { refused: readonly RefusedSuggestion[]; refreshViews: () => Promise<void> },
): Promise<void> {
  const place = await requireOpen(context, discussion);
  // The pages may have changed while the user was choosing.
  const checked = await checkSuggestions(context, place, suggestions);
  await send(context, place, checked.applicable, refreshViews, [...refused, ...checked.refused]);
}

/** Separates suggestions that can be applied to the newest revision of the change request from those that cannot. */
export async function checkSuggestions(
  context: SuggestionContext,
  place: ChangeRequestPlace,
  suggestions: readonly Suggestion[],
): Promise<{ applicable: ApplicableSuggestion[]; refused: RefusedSuggestion[] }> {
  const applicable: ApplicableSuggestion[] = [];
  const refused: RefusedSuggestion[] = [];
  for (const suggestion of suggestions) {
    const target = await findTarget(context, place, suggestion.conversation.comment);
    const proposed = suggestionIn(suggestion.markdown) ?? '';
    if (!target) refused.push({ ...suggestion, reason: linesChanged });
    else if (textOfLines(target.text, target.lines) === proposed) refused.push({ ...suggestion, reason: alreadyThere });
    else applicable.push({ ...suggestion, ...target, proposed });
  }
  return { applicable, refused };
}

/** Returns the change request of a discussion. Throws a Failure if the user cannot edit its pages. */
export async function requireOpen(
  { content, writing }: SuggestionContext,
  discussion: Discussion,
): Promise<ChangeRequestPlace> {
  const { connection, space, version } = await discussion.place();
  if (version.kind !== 'changeRequest') throw new Failure(t('Only the pages of change requests can be changed.'));
  const place = { connection, space, number: version.number };
  const changeRequest = await content.changeRequests.fetch(place);
  if (hasEnded(changeRequest))
    throw new Failure(
      tEscaped`Could not apply the suggestion: ${changeRequestName(changeRequest)} is ${describeStatus(changeRequest.status)}.`,
    );
  const reason = await (await writing.load()).editing.reasonIn(place);
  if (reason === 'forbidden') throw new Failure(readOnlySentence(reason));
  return place;
}

/** The suggestions for one page, and the page edit that applies them. */
interface PageSuggestions {
  change: PageChange;
  applied: ApplicableSuggestion[];
}

async function send(
  context: SuggestionContext,
  place: ChangeRequestPlace,
  suggestions: readonly ApplicableSuggestion[],
  refreshViews: () => Promise<void>,
  alreadyRefused: readonly RefusedSuggestion[] = [],
): Promise<void> {
  const refused = [...alreadyRefused];
  const pages: PageSuggestions[] = [];
  for (const pageSuggestions of Map.groupBy(suggestions, ({ page }) => page).values()) {
    const [first] = pageSuggestions;
    if (!first) continue;
    const { uri, page, title, base } = first;
    const { text, applied, overlapping } = withSuggestions(base.text, pageSuggestions);
    pages.push({ change: { uri, place, page, title, text, base }, applied });
    refused.push(...overlapping.map(one => ({ ...one, reason: overlaps })));
  }
  if (pages.length === 0) throw new Failure([t('No suggestion was applied.'), await reasonsOf(refused)].join(' '));
  const areChanged = async () => {
    const texts = await Promise.all(pages.map(({ change }) => textNow(context, place, change.page)));
    return texts.every((text, index) => text === pages[index]?.change.text);
  };
  const sent = await runWriteWithProgress(
    pages.length === 1 ? tEscaped`Changing "${titleOf(pages)}"` : tEscaped`Changing ${pages.length} pages`,
    signal => attempt(t('apply the suggestion'), () => sendPages(context, pages, signal)),
    async () => {
      if (await areChanged()) return pages.length === 1 ? t('The page says it now.') : t('The pages say it now.');
      return new WriteNotDone(pages.length === 1 ? t('The page does not say it.') : t('The pages do not say it.'));
    },
  );
  for (const { applied, reason } of sent.failed) refused.push(...applied.map(one => ({ ...one, reason })));
  await refreshViews();
  const applied = sent.saved.flatMap(page => page.applied);
  const buttons = [resolveOffer(context, applied), undoOffer(context, sent.saved)];
  const isOnly = suggestions.length + alreadyRefused.length === 1;
  const message = isOnly ? tEscaped`Applied the suggestion to "${titleOf(sent.saved)}".` : describeApplied(sent.saved);
  const isAsSent = sent.saved.every(({ event, change }) => event.stored === undefined || event.stored === change.text);
  if (refused.length === 0 && isAsSent) return say.info(message, ...buttons);
  const reasons = refused.length > 0 ? t`Not applied: ${await reasonsOf(refused)}` : '';
  say.warn([message, reasons, isAsSent ? '' : reformattedNote].filter(Boolean).join(' '), ...buttons);
}

/** Changes pages in one request if the server supports it. Throws if no page could be changed. */
async function sendPages({ writing }: SuggestionContext, pages: readonly PageSuggestions[], signal: AbortSignal) {
  const writer = await writing.load();
  const results = await Promise.allSettled(pages.map(({ change }) => writer.change(change, signal)));
  const saved: (PageSuggestions & { event: PageSaveEvent })[] = [];
  const failed: (PageSuggestions & { reason: string; error: unknown })[] = [];
  for (const [index, page] of pages.entries()) {
    const result = results[index];
    if (result?.status === 'fulfilled') saved.push({ ...page, event: result.value });
    else if (result) failed.push({ ...page, reason: reasonOf(result.reason), error: result.reason });
  }
  const [first] = failed;
  if (first && (saved.length === 0 || failed.some(({ error }) => isCancellation(error)))) {
    throw first.error instanceof UnsupportedOperation
      ? new UnsupportedOperation(unsupportedMessage, { cause: first.error.cause })
      : first.error;
  }
  return { saved, failed };
}

/** Returns a button that resolves the conversations of the applied suggestions. */
function resolveOffer(context: SuggestionContext, applied: readonly ApplicableSuggestion[]): say.MessageAction {
  /** Suggestions whose conversations are not resolved yet, by the ID of the conversation. */
  const conversations = new Map(applied.map(one => [one.conversation.comment.id, one]));
  const isOne = conversations.size === 1;
  const resolve = async ({ discussion, conversation: { comment } }: Suggestion) => {
    await discussion.sender.change(comment.id, { resolved: true });
    conversations.delete(comment.id);
  };
  const run = async () => {
    const parts = [...conversations.values()].map(async conversation => ({
      label: await excerptOf(conversation.markdown, { limit: 80 }),
      action: t('resolve the conversation'),
      run: () => resolve(conversation),
      lookUp: undefined,
    }));
    const done: DoneSentences = {
      all: count => t`${count} conversations resolved.`,
      some: (count, total) => t`${count} of ${total} conversations resolved.`,
    };
    await runForEach(t('Resolving conversations'), done, await Promise.all(parts));
  };
  return retryableButton(context, isOne ? t('Resolve Conversation') : t('Resolve Conversations'), {
    action: isOne ? t('resolve the conversation') : t('resolve the conversations'),
    run,
  });
}

/** Returns a button that reverts pages to their text before the suggestions. */
function undoOffer(
  context: SuggestionContext,
  saved: readonly { change: Pick<PageChange, 'title'>; event: PageSaveEvent }[],
): say.MessageAction {
  /** Pages that are not reverted yet. */
  const remaining = new Set(saved);
  const run = async () => {
    const writer = await context.writing.load();
    const pages = [...remaining];
    const parts = pages.map(page => ({
      label: page.event.title,
      run: async (signal: AbortSignal) => {
        await writer.undo(page.event, send => send(signal));
        remaining.delete(page);
      },
      lookUp: undefined,
    }));
    const done: DoneSentences = {
      all: count => t`${count} pages put back.`,
      some: (count, total) => t`${count} of ${total} pages put back.`,
    };
    await runForEach(t('Undoing the suggestions'), done, parts);
    if (pages.length === 1) say.status(tEscaped`"${titleOf(pages)}" is as it was before the suggestions.`);
  };
  return retryableButton(context, t('Undo'), { action: t('undo the change'), run });
}

/** Returns the title of the first page. */
function titleOf([first]: readonly { change: Pick<PageChange, 'title'> }[]): string {
  return first?.change.title ?? '';
}

/** Reports how many of several suggestions were applied. */
function describeApplied(saved: readonly PageSuggestions[]): string {
  const count = saved.flatMap(({ applied }) => applied).length;
  if (saved.length > 1) return t`Applied ${count} suggestions to ${saved.length} pages.`;
  return count === 1
    ? tEscaped`Applied 1 suggestion to "${titleOf(saved)}".`
    : tEscaped`Applied ${count} suggestions to "${titleOf(saved)}".`;
}

/** Lists suggestions with the reasons why they were not applied, up to a limit. */
export async function reasonsOf(refused: readonly RefusedSuggestion[]): Promise<string> {
  const reasons = refused.slice(0, 5).map(async ({ markdown, reason }) => {
    return tEscaped`"${await excerptOf(markdown, { limit: 60 })}": ${reason}`;
  });
  const more = refused.length > 5 ? [t`And ${refused.length - 5} more.`] : [];
  return [...(await Promise.all(reasons)), ...more].join(' ');
}

const reformattedNote = t(
  'The server has written other lines of it in its own way, too: look at the changes of the page.',
);

const unsupportedMessage = t(
  'Could not apply the suggestion: this server lets clients read pages only. Copy the suggestion, and change the page in its app.',
);

const linesChanged = t('The lines that it was made for are not there any more, or not as they were.');
const alreadyThere = t('The page says that already.');
const overlaps = t('Another suggestion changes the same lines.');

async function checkOne(
  context: SuggestionContext,
  place: ChangeRequestPlace,
  suggestion: Suggestion,
): Promise<ApplicableSuggestion> {
  const target = await findTarget(context, place, suggestion.conversation.comment);
  if (target) return { ...suggestion, ...target, proposed: suggestionIn(suggestion.markdown) ?? '' };
  throw new Failure(
    t(
      'Could not apply the suggestion: the lines that it was made for are not there any more, or not as they were. ' +
        'Show what has changed since, or copy the suggestion.',
    ),
  );
}

/** Finds the lines of a comment in the newest revision. Returns undefined if they have changed since the comment. */
async function findTarget(
  context: SuggestionContext,
  place: ChangeRequestPlace,
  { target }: Comment,
): Promise<SuggestionTarget | undefined> {
  const { content, discussions } = context;
  const version = versionOf(place);
  const placement = await discussions.placements.of(version, target);
  const { range, uri } = placement;
  const lines = await readLinesAt(content, placement);
  const entry = await content.lookUp(uri);
  const isSame = lines !== undefined && (await isAsWritten(context, version, { target, lines }));
  if (!range || entry?.kind !== 'page' || !isSame) return undefined;
  const { id: page, title } = entry.page;
  const text = await entry.snapshot.markdown(page);
  const { revision } = entry.snapshot.head;
  return { uri: uriOf(entry.snapshot.place, entry), page, title, text, lines: range, base: { text, revision } };
}

/** Returns true if lines have not changed since a comment was written; false if that is not known. */
async function isAsWritten(
  { content, discussions }: SuggestionContext,
  version: Place,
  { target, lines }: { target: Comment['target']; lines: string },
): Promise<boolean> {
  const { revision } = target;
  if (!revision) return false;
  // The lines of a comment on the newest revision cannot have changed.
  if (revision === (await content.snapshot(version)).head.revision) return true;
  try {
    const then = await discussions.placements.of({ ...version, version: { kind: 'revision', revision } }, target);
    return (await readLinesAt(content, then)) === lines;
  } catch (error) {
    if (isApiError(error, 'notOffered', 'notFound')) return false;
    throw error;
  }
}

async function textNow({ content }: SuggestionContext, place: ChangeRequestPlace, page: string): Promise<string> {
  await content.changeRequests.fetch(place);
  return (await content.snapshot(versionOf(place))).markdown(page);
}
