import * as vscode from 'vscode';
import { plain } from '../../api/words.ts';
import { harmless } from '../../markdown/harmless.ts';
import type { PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import type { Placement } from '../../model/discussions/placements.ts';
import { withNames } from '../../model/discussions/mentions.ts';
import { withDifference } from '../../model/discussions/suggestions.ts';
import { reactionsOf } from '../../model/discussions/reactions.ts';
import { draftPlaceInWords, mayReply, placeInWords, remarksOn } from '../../model/discussions/remarks.ts';
import type { Comment, Reply } from '../../model/discussions/requests.ts';
import { rightsOn, type Sight } from '../../model/discussions/sights.ts';
import { own } from '../../ui/own.ts';

/** A comment or reply as VS Code shows it. */
export interface ShownComment extends vscode.Comment {
  /** Key of the discussion. */
  readonly discussion: string;
  /** The comment that the conversation began with. */
  readonly conversation: string;
  readonly id: string;
  readonly isReply: boolean;
  /** Whether others have said it since the user looked last. */
  readonly isNew?: boolean;
  /** What the service has, while an edit is under way. */
  readonly markdown: string;
  /** The same as it is shown: names in place of IDs, what has changed in place of what is proposed. */
  readonly preview: string;
  /** Set for a text that the service does not have. */
  readonly draft?: Draft;
}

/** Makes what is shown of a conversation, keeping the objects that show the same as before or are being edited. */
export function shownComments(
  { comment, replies }: PlacedConversation,
  before: readonly ShownComment[],
  sight: Sight,
): ShownComment[] {
  const known = new Map(before.map(comment => [comment.id, comment]));
  return [comment, ...replies].map(message => {
    const fresh = shownComment(message, comment.id, sight);
    const old = known.get(message.id);
    if (!old || old.mode === vscode.CommentMode.Editing) return old ?? fresh;
    const isSameText =
      old.markdown === fresh.markdown && old.author.name === fresh.author.name && old.isNew === fresh.isNew;
    // Another object is drawn anew, which would take the focus off its buttons.
    if (!isSameText) return fresh;
    const { reactions = [], label, contextValue, body, preview } = fresh;
    return Object.assign(old, { reactions, label, contextValue, body, preview });
  });
}

export function shownComment(message: Comment | Reply, conversation: string, sight: Sight): ShownComment {
  const { id, postedBy, postedAt, editedAt, reactions } = message;
  const { discussion, user, nameOf, original } = sight;
  const isNew = sight.isNew?.(message) ?? false;
  const markdown = message.body.markdown ?? '';
  const compared = original === undefined ? markdown : withDifference(markdown, original);
  const body = bodyOf(withNames(compared, nameOf));
  return own({
    discussion,
    conversation,
    id,
    markdown,
    preview: body.value,
    isReply: message.object === 'comment-reply',
    author: { name: plain(postedBy.displayName, 100) || 'Somebody' },
    body,
    mode: vscode.CommentMode.Preview,
    contextValue: contextValueOf(message, sight),
    reactions: reactionsOf(reactions, user),
    ...(postedAt && { timestamp: new Date(postedAt) }),
    ...((isNew || editedAt) && { label: [isNew && 'new', editedAt && 'edited'].filter(Boolean).join(', ') }),
    isNew,
  });
}

interface Unsent {
  isSending: boolean;
  /** The name of the user. */
  author?: string | undefined;
  /** The lines that it stands on, where it proposes others. */
  original?: string | undefined;
}

/** A text that the service does not have, by the object that shows it already unless it says something else by now. */
export function shownDraft(
  draft: Draft,
  before: readonly ShownComment[],
  { isSending, author, original }: Unsent,
): ShownComment {
  const known = before.find(comment => comment.draft?.id === draft.id);
  if (known && (isSending || known.mode === vscode.CommentMode.Editing)) return known;
  const fresh = draftComment(draft, author, original);
  return known && known.markdown === draft.text && known.preview === fresh.preview ? known : fresh;
}

/** A text that was not sent, or is held back, as a comment that can be sent from where it stands. */
export function draftComment(draft: Draft, author?: string, original?: string): ShownComment {
  const compared = original === undefined ? draft.text : withDifference(draft.text, original);
  const body = draft.resolved === undefined ? bodyOf(compared) : settlementBody(draft.resolved);
  return own({
    id: draft.id,
    discussion: draft.discussion,
    conversation: draft.conversation ?? draft.id,
    draft,
    markdown: draft.text,
    preview: body.value,
    isReply: false,
    author: { name: plain(author ?? '', 100) || 'You' },
    label: unsentLabel(draft),
    body,
    mode: vscode.CommentMode.Preview,
    contextValue: draftContext(draft),
  });
}

function draftContext({ pending, resolved }: Draft): string {
  if (resolved !== undefined) return 'comment.pending.settlement';
  return pending === undefined ? 'comment.draft' : 'comment.pending';
}

function settlementBody(resolved: boolean): vscode.MarkdownString {
  return new vscode.MarkdownString(resolved ? '*Resolves the conversation*' : '*Reopens the conversation*');
}

function unsentLabel({ edited, attempt, pending }: Draft): string {
  if (pending !== undefined) return 'pending: sent with your review';
  if (edited) return 'not sent: your change of a comment';
  // The server does not list the replies among which it could be found.
  return attempt?.replies === undefined ? 'not sent' : 'perhaps not sent';
}

/** VS Code writes what was typed into the body, in whichever form that had. Nobody has typed what is only shown. */
export function textOf({ body, markdown, preview }: ShownComment): string {
  const text = typeof body === 'string' ? body : body.value;
  return text === preview || text === bodyOf(markdown).value ? markdown : text;
}

/** Markdown of others: no HTML, no commands, and no links but to the web. */
export function bodyOf(markdown: string): vscode.MarkdownString {
  return new vscode.MarkdownString(markdown.trim() === '' ? '*(empty)*' : harmless(markdown));
}

/** A text as it is: what stands in the box of a comment, or what was made to be shown. */
export function editedBody(markdown: string): vscode.MarkdownString {
  return new vscode.MarkdownString(markdown);
}

/** What its reader may do with a comment, for the menus. */
function contextValueOf(message: Comment | Reply, sight: Sight): string {
  return [
    'comment',
    ...Object.entries(rightsOn(message, sight)).flatMap(([mark, holds]) => (holds ? [mark] : [])),
  ].join('.');
}

/**
 * `thread.open` or `thread.resolved`, with `.reply` for who may take part, `.settled` where it becomes the other with the
 * review, and `.earlier` where the page is another now.
 */
export function threadContext({ comment, placement }: PlacedConversation, comments: readonly ShownComment[]): string {
  const state = comment.status === 'resolved' ? 'resolved' : 'open';
  const isSettled = comments.some(({ draft }) => draft?.resolved !== undefined);
  const isEarlier = placement.isEarlier || placement.goneFrom !== undefined;
  return `thread.${state}${mayReply(comment) ? '.reply' : ''}${isSettled ? '.settled' : ''}${isEarlier ? '.earlier' : ''}`;
}

/** The line above a thread: what is new in it, what it is about, and how far its place can be trusted. */
export function labelOf(conversation: PlacedConversation, comments: readonly ShownComment[] = []): string {
  const news = comments.filter(({ isNew }) => isNew).length;
  return (
    [news > 0 ? `${news} new` : '', ...remarksOn(conversation, { locale: vscode.env.language })]
      .filter(Boolean)
      .join(' · ') || 'Discussion'
  );
}

/** The line above a text that began no conversation yet: what it will be about when it is sent. */
export function unsentLabelOf(placement: Placement, [unsent]: readonly ShownComment[]): string {
  const state = unsent?.draft?.pending === undefined ? 'Not sent' : 'Pending';
  const place = unsent?.draft ? draftPlaceInWords(unsent.draft, placement) : placeInWords(placement);
  return [state, place].filter(Boolean).join(' · ');
}
