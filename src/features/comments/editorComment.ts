import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLine } from '../../api/escape.ts';
import { sanitizeMarkdown } from '../../markdown/sanitizeMarkdown.ts';
import type { PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import {
  describeDraftPlacement,
  canReply,
  describePlacement,
  reactionsOf,
  conversationRemarks,
  withMentionNames,
} from '../../model/discussions/commentText.ts';
import { withDifference } from '../../model/discussions/suggestions.ts';
import type { Comment, CommentReply } from '../../model/discussions/requests.ts';
import { type CommentContext, rightsOn } from '../../model/discussions/conversationContext.ts';
import { markTrusted } from '../../ui/trusted.ts';
import type { Placement } from '../../model/discussions/placement.ts';

/** A comment or reply as VS Code shows it. */
export interface EditorComment extends vscode.Comment {
  /** The key of the discussion. */
  readonly discussion: string;
  /** The ID of the first comment of the conversation. */
  readonly conversation: string;
  readonly id: string;
  readonly isReply: boolean;
  /** True if the user has not seen the comment yet. */
  readonly isNew?: boolean;
  /** The Markdown on the server, also while the comment is edited. */
  readonly markdown: string;
  /** The displayed Markdown: names in place of IDs, a diff in place of a suggestion. */
  readonly preview: string;
  /** Set for a comment that is not on the server. */
  readonly draft?: Draft;
}

/** Creates the comments of a conversation. Objects that have not changed or are being edited are reused. */
export function toEditorComments(
  { comment, replies }: PlacedConversation,
  before: readonly EditorComment[],
  commentContext: CommentContext,
): EditorComment[] {
  const known = new Map(before.map(comment => [comment.id, comment]));
  return [comment, ...replies].map(message => {
    const fresh = toEditorComment(message, comment.id, commentContext);
    const old = known.get(message.id);
    if (!old || old.mode === vscode.CommentMode.Editing) return old ?? fresh;
    const isSameText =
      old.markdown === fresh.markdown && old.author.name === fresh.author.name && old.isNew === fresh.isNew;
    // A new object is redrawn, which would take the focus from its buttons.
    if (!isSameText) return fresh;
    const { reactions = [], label, contextValue, body, preview } = fresh;
    return Object.assign(old, { reactions, label, contextValue, body, preview });
  });
}

export function toEditorComment(
  message: Comment | CommentReply,
  conversation: string,
  commentContext: CommentContext,
): EditorComment {
  const { id, postedBy, postedAt, editedAt, reactions } = message;
  const { discussion, user, nameOf, original } = commentContext;
  const isNew = commentContext.isNew?.(message) ?? false;
  const markdown = message.body.markdown ?? '';
  const compared = original === undefined ? markdown : withDifference(markdown, original);
  const body = bodyOf(withMentionNames(compared, nameOf));
  return markTrusted({
    discussion,
    conversation,
    id,
    markdown,
    preview: body.value,
    isReply: message.object === 'comment-reply',
    author: { name: escapeLine(postedBy.displayName, 100) || t('Somebody') },
    body,
    mode: vscode.CommentMode.Preview,
    contextValue: contextValueOf(message, commentContext),
    reactions: reactionsOf(reactions, user),
    ...(postedAt && { timestamp: new Date(postedAt) }),
    ...((isNew || editedAt) && { label: [isNew && t('new'), editedAt && t('edited')].filter(Boolean).join(', ') }),
    isNew,
  });
}

interface Unsent {
  isSending: boolean;
  /** The name of the user. */
  author?: string | undefined;
  /** The source lines that a suggestion replaces. */
  original?: string | undefined;
  /** True if a pending comment has an unsaved edit. */
  isChanging?: boolean;
}

/** Creates the comment of a draft, or reuses the object that shows the same text. */
export function draftToEditorComment(
  draft: Draft,
  before: readonly EditorComment[],
  { isSending, author, original, isChanging }: Unsent,
): EditorComment {
  const known = before.find(comment => comment.draft?.id === draft.id);
  if (known && (isSending || known.mode === vscode.CommentMode.Editing)) return known;
  const drawn = draftComment(draft, author, original);
  const fresh = isChanging ? { ...drawn, label: t`${drawn.label ?? ''}; your change is not saved` } : drawn;
  const isSame = known?.markdown === draft.text && known.preview === fresh.preview && known.label === fresh.label;
  return isSame ? known : fresh;
}

/** Creates the comment of an unsent or pending draft, with the buttons that send it. */
export function draftComment(draft: Draft, author?: string, original?: string): EditorComment {
  const compared = original === undefined ? draft.text : withDifference(draft.text, original);
  const body = draft.resolved === undefined ? bodyOf(compared) : settlementBody(draft.resolved);
  return markTrusted({
    id: draft.id,
    discussion: draft.discussion,
    conversation: draft.conversation ?? draft.id,
    draft,
    markdown: draft.text,
    preview: body.value,
    isReply: false,
    author: { name: escapeLine(author ?? '', 100) || t('You') },
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
  return new vscode.MarkdownString(resolved ? t('*Resolves the conversation*') : t('*Reopens the conversation*'));
}

function unsentLabel({ edited, attempt, pending, changes }: Draft): string {
  if (pending !== undefined) return t('pending: sent with your review');
  if (changes !== undefined) return t('not sent: your change of a pending comment that is gone');
  if (edited) return t('not sent: your change of a comment');
  // The server does not list replies, so whether this one has arrived is unknown.
  return attempt?.replies === undefined ? t('not sent') : t('perhaps not sent');
}

/**
 * Returns the typed text, or the original Markdown if the body is unchanged. VS Code writes the typed text into `body`,
 * as a string or as a MarkdownString.
 */
export function editedTextOf({ body, markdown, preview }: EditorComment): string {
  const text = typeof body === 'string' ? body : body.value;
  return text === preview || text === bodyOf(markdown).value ? markdown : text;
}

/** Sanitizes Markdown for display: no HTML, no commands, and no links except to the web. */
export function bodyOf(markdown: string): vscode.MarkdownString {
  return new vscode.MarkdownString(markdown.trim() === '' ? t('*(empty)*') : sanitizeMarkdown(markdown));
}

/** Returns the body of a comment box, or Markdown that is already sanitized. */
export function editedBody(markdown: string): vscode.MarkdownString {
  return new vscode.MarkdownString(markdown);
}

/** Returns the context value for menus, which lists the rights of the user. */
function contextValueOf(message: Comment | CommentReply, commentContext: CommentContext): string {
  return [
    'comment',
    ...Object.entries(rightsOn(message, commentContext)).flatMap(([mark, holds]) => (holds ? [mark] : [])),
  ].join('.');
}

/**
 * Returns the context value for menus: `thread.open` or `thread.resolved`, with `.reply` if the user may reply,
 * `.settled` if the review will resolve or reopen it, and `.earlier` if the page has changed since.
 */
export function threadContext({ comment, placement }: PlacedConversation, comments: readonly EditorComment[]): string {
  const state = comment.status === 'resolved' ? 'resolved' : 'open';
  const isSettled = comments.some(({ draft }) => draft?.resolved !== undefined);
  const isEarlier = placement.isEarlier || placement.goneFrom !== undefined;
  return `thread.${state}${canReply(comment) ? '.reply' : ''}${isSettled ? '.settled' : ''}${isEarlier ? '.earlier' : ''}`;
}

/** Returns the label of a thread: the number of new comments, its subject, and how exact its placement is. */
export function threadLabel(conversation: PlacedConversation, comments: readonly EditorComment[] = []): string {
  const newCount = comments.filter(({ isNew }) => isNew).length;
  return (
    [newCount > 0 ? t`${newCount} new` : '', ...conversationRemarks(conversation, { locale: vscode.env.language })]
      .filter(Boolean)
      .join(' · ') || t('Discussion')
  );
}

/** Returns the label of a draft that has not started a conversation: its state and its target. */
export function unsentThreadLabel(placement: Placement, [unsent]: readonly EditorComment[]): string {
  const state = unsent?.draft?.pending === undefined ? t('Not sent') : t('Pending');
  const place = unsent?.draft ? describeDraftPlacement(unsent.draft, placement) : describePlacement(placement);
  return [state, place].filter(Boolean).join(' · ');
}
