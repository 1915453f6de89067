import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { SendAttempt } from './delivery.ts';
import type { Conversation } from './requests.ts';
import type { CommentTarget, Placement } from './placement.ts';

/** A text or a resolution that the service does not have yet. */
export interface Draft {
  readonly id: string;
  /** Name of the account that typed the text; missing in drafts of earlier versions. */
  readonly account?: string | undefined;
  /** Key of the discussion. */
  readonly discussion: string;
  readonly text: string;
  /** Target of the comment, or of the conversation that the draft belongs to. */
  readonly target: CommentTarget;
  /** Quotation of deleted text, put above the text when it is sent. */
  readonly quote?: string | undefined;
  /** True if the line of the text is unknown, so that it would be sent as a comment on the whole page. */
  readonly isLineUnknown?: boolean | undefined;
  /** ID of the comment that is replied to, or whose conversation contains the edited message. */
  readonly conversation?: string | undefined;
  /** Beginning of that comment's text, quoted if the comment is deleted before the draft is sent. */
  readonly conversationText?: string | undefined;
  /** ID of the comment or reply that is edited. */
  readonly edited?: string | undefined;
  /** ID of the pending draft whose text this one replaces, once its author confirms the change. */
  readonly changes?: string | undefined;
  /** Earlier attempt to send the text, by which it is looked up before it is sent again. */
  readonly attempt?: SendAttempt | undefined;
  /** Set for a pending draft, as its position in the order of sending. */
  readonly pending?: number | undefined;
  /** Set if the draft has no text, but resolves (true) or reopens (false) its conversation. */
  readonly resolved?: boolean | undefined;
}

/** A place that offers unsent drafts for editing. */
export type DraftSurface = 'editor' | 'reviewPage';

/** A comment text that the extension proposes and the user has not typed. */
export interface PreparedComment {
  uri: vscode.Uri;
  /** Zero-based line. */
  line: number;
  text: string;
}

/** Returns the number of pending drafts in words, such as "3 pending comments". */
export function describePendingCount(pending: readonly Draft[]): string {
  const { length } = pending;
  const settled = pending.filter(({ resolved }) => resolved !== undefined).length;
  if (settled === 0) return length === 1 ? t('1 pending comment') : t`${length} pending comments`;
  if (settled < length) return t`${length} pending comments and resolutions`;
  return length === 1 ? t('1 pending resolution') : t`${length} pending resolutions`;
}

export function newDraftId(): string {
  return randomUUID();
}

/** Returns the parts of a draft that come from its conversation. */
export function draftFieldsOf(
  conversation: Conversation & { placement?: Pick<Placement, 'range'> },
): Pick<Draft, 'conversation' | 'conversationText' | 'target'> {
  const { id, body } = conversation.comment;
  const conversationText = body?.markdown?.slice(0, maxConversationText);
  const target = targetOfConversation(conversation);
  const line = target.node === undefined ? undefined : conversation.placement?.range?.start;
  const placed = { ...target, ...(line !== undefined && { line }) };
  return { conversation: id, target: placed, ...(conversationText && { conversationText }) };
}

/** Maximum length of the stored conversation text, in characters. */
const maxConversationText = 1000;

/** Returns the page and block that a conversation is about. */
export function targetOfConversation({ comment }: Conversation): CommentTarget {
  const { page, node } = comment.target;
  const preview = node?.preview;
  const ofPage = page && { page: page.id, ...(page.title && { pageTitle: page.title }) };
  return { ...ofPage, ...(node && { node: node.id, ...(preview && { preview }) }) };
}
