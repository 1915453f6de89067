import { failedAs } from '../../api/errors.ts';
import { attempt, Failure, NotOffered, Remark } from '../../api/failure.ts';
import { plain, words } from '../../api/words.ts';
import { aroundChange, withControls } from '../../markdown/lineDifference.ts';
import { type ChangeRequestPlace, hasEnded, nameOf, parametersOf } from '../../model/content/changeRequests.ts';
import { type Content, versionOf } from '../../model/content/content.ts';
import type { Place } from '../../model/content/snapshot.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';
import type { Comment } from '../../model/discussions/requests.ts';
import { linesAt, linesOf, suggestionIn } from '../../model/discussions/suggestions.ts';
import { button } from '../../ui/command.ts';
import { NotDone, withWrite } from '../../ui/progress.ts';
import type { Failures } from '../../ui/failures.ts';
import { confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';

const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';

/** A page, and the lines in it that other ones are proposed for. */
interface Aim {
  page: string;
  title: string;
  text: string;
  lines: { start: number; end: number };
}

interface Around {
  content: Content;
  discussions: Discussions;
  failures: Failures;
}

/** A comment that proposes other lines. */
interface Suggestion {
  discussion: Discussion;
  conversation: PlacedConversation;
  markdown: string;
}

/**
 * Puts what a comment proposes into its page, where the lines are still those that it was proposed for. `shown` settles
 * when everybody sees what has become of it.
 */
export async function applySuggestion(
  context: Around,
  { discussion, conversation, markdown }: Suggestion,
  shown: () => Promise<void>,
): Promise<void> {
  const proposed = suggestionIn(markdown);
  if (proposed === undefined) throw new Failure('This comment suggests nothing any more.');
  const { connection, space, version } = await discussion.place();
  if (version.kind !== 'changeRequest') throw new Failure('Only the pages of change requests can be changed.');
  const place = { connection, space, number: version.number };
  const aim = await aimOf(context, place, conversation.comment);
  const [before, after] = [linesOf(aim.text, aim.lines), proposed];
  if (before === after) throw new Remark('The page says that already.');
  const [gone, come] = aroundChange(withControls(before), withControls(after), 200);
  const detail = words`"${plain(gone, 300)}"` + '\n\nbecomes\n\n' + words`"${plain(come, 300)}"`;
  await confirm(words`Change "${aim.title}" in #${place.number}?`, detail, 'Apply');
  // Somebody may have been quicker than the answer.
  const now = await aimOf(context, place, conversation.comment);
  if (now.text !== aim.text)
    throw new Failure(words`Could not apply the suggestion: "${aim.title}" has just changed. Look at it again.`);
  const changed = withLines(now, after);
  const isThere = async () => (await textNow(context, place, now.page)) === changed;
  const options = { lookUp: async () => ((await isThere()) ? { result: undefined } : undefined) };
  const body = { changes: [{ operation: 'update_page' as const, page: now.page, document: { markdown: changed } }] };
  await withWrite(
    words`Changing "${aim.title}"`,
    signal => attempt('apply the suggestion', () => send(place, body, { ...options, signal })),
    async () => ((await isThere()) ? 'The page says it now.' : new NotDone('The page does not say it.')),
  );
  // It is applied: what cannot be read now says nothing of that.
  const isAsSent = await isThere().catch(() => true);
  await shown();
  const resolve = button(context, 'Resolve Conversation', {
    action: 'resolve the conversation',
    run: () => discussion.writing.change(conversation.comment.id, { resolved: true }),
  });
  const said = words`"${aim.title}" says now what was suggested.`;
  if (isAsSent) return say.info(said, resolve);
  say.warn(said + inItsOwnWay, resolve);
}

async function send(
  { connection, ...place }: ChangeRequestPlace,
  body: { changes: { operation: 'update_page'; page: string; document: { markdown: string } }[] },
  options: object,
): Promise<void> {
  try {
    await connection.api.optional(route, { ...parametersOf({ connection, ...place }), body }, options);
  } catch (error) {
    throw failedAs(error, 'notOffered') ? new NotOffered(notOffered, { cause: error }) : error;
  }
}

const inItsOwnWay = ' The server has written other lines of it in its own way, too: look at the changes of the page.';

const notOffered =
  'Could not apply the suggestion: this server lets clients read pages only. Copy the suggestion, and change the page in its app.';

/** Where a comment stands in the newest revision. Throws where the lines are not those any more that it is about. */
async function aimOf(context: Around, place: ChangeRequestPlace, { target }: Comment): Promise<Aim> {
  const { content, discussions } = context;
  const changeRequest = await content.changeRequests.fresh(place);
  if (hasEnded(changeRequest))
    throw new Failure(words`Could not apply the suggestion: ${nameOf(changeRequest)} is ${changeRequest.status}.`);
  const version = versionOf(place);
  const placement = await discussions.placements.of(version, target);
  const { range, uri } = placement;
  const lines = await linesAt(content, placement);
  const found = await content.lookUp(uri);
  const isSame = lines !== undefined && (await isAsWritten(context, version, { target, lines }));
  if (!range || found?.kind !== 'page' || !isSame) throw new Failure(notAsMeant);
  const { id: page, title } = found.page;
  return { page, title, text: await found.snapshot.markdown(page), lines: range };
}

const notAsMeant =
  'Could not apply the suggestion: the lines that it was made for are not there any more, or not as they were. ' +
  'Show what has changed since, or copy the suggestion.';

/** Whether lines say what they said when a comment was written; not where that is not known. */
async function isAsWritten(
  { content, discussions }: Around,
  version: Place,
  { target, lines }: { target: Comment['target']; lines: string },
): Promise<boolean> {
  const { revision } = target;
  if (!revision) return false;
  // What the comment itself says of its page is from when it was read.
  if (revision === (await content.snapshot(version)).head.revision) return true;
  try {
    const then = await discussions.placements.of({ ...version, version: { kind: 'revision', revision } }, target);
    return (await linesAt(content, then)) === lines;
  } catch (error) {
    if (failedAs(error, 'notOffered', 'notFound')) return false;
    throw error;
  }
}

async function textNow({ content }: Around, place: ChangeRequestPlace, page: string): Promise<string> {
  await content.changeRequests.fresh(place);
  return (await content.snapshot(versionOf(place))).markdown(page);
}

function withLines({ text, lines: { start, end } }: Aim, proposed: string): string {
  const all = text.split('\n');
  return [...all.slice(0, start), ...(proposed === '' ? [] : proposed.split('\n')), ...all.slice(end + 1)].join('\n');
}
