import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Attempt } from './delivery.ts';
import type { CommentTarget } from './placements.ts';
import type { Conversation } from './requests.ts';

/** What someone typed and the service does not have. */
export interface Draft {
  readonly id: string;
  /** The name of the account that typed it; earlier versions did not store it. */
  readonly account?: string | undefined;
  /** Key of the discussion. */
  readonly discussion: string;
  readonly text: string;
  /** What a new comment hangs on. */
  readonly target: CommentTarget;
  /** What stands above the text when it is sent: a quotation of what it is about, where that was deleted. */
  readonly quote?: string | undefined;
  /** Set where the text was typed in a box of which nothing tells the line: it would be sent to the whole page. */
  readonly isLineUnknown?: boolean | undefined;
  /** The comment that is replied to, or whose conversation holds what is edited. */
  readonly conversation?: string | undefined;
  /** The comment or reply that is edited. */
  readonly edited?: string | undefined;
  /** By what it is looked up before it is sent again. */
  readonly attempt?: Attempt | undefined;
  /** Set for what is held back until its review is finished: by this number they are sent one after the other. */
  readonly pending?: number | undefined;
  /** Set where no text is held back, but that the conversation is resolved or reopened. */
  readonly resolved?: boolean | undefined;
}

/** Where texts that were not sent are offered, and can be changed. */
export type Surface = 'editor' | 'reviewPage';

/** A comment that somebody is offered, who has not typed it. */
export interface PreparedComment {
  uri: vscode.Uri;
  /** Zero-based. */
  line: number;
  text: string;
}

/** How much is held back, in words. */
export function countOf(pending: readonly Draft[]): string {
  const { length } = pending;
  const settled = pending.filter(({ resolved }) => resolved !== undefined).length;
  const noun = settled === 0 ? 'comment' : settled === length ? 'resolution' : 'comments and resolution';
  return `${length} pending ${noun}${length === 1 ? '' : 's'}`;
}

export function newDraftId(): string {
  return randomUUID();
}

/** What a conversation hangs on. */
export function targetOf({ comment }: Conversation): CommentTarget {
  const { page, node } = comment.target;
  const preview = node?.preview;
  const ofPage = page && { page: page.id, ...(page.title && { pageTitle: page.title }) };
  return { ...ofPage, ...(node && { node: node.id, ...(preview && { preview }) }) };
}
