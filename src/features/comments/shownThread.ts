import * as vscode from 'vscode';
import { documentKey } from '../../model/content/address.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { ShownComment } from './shownComment.ts';

/** A thread on the screen and what it shows. */
export interface ShownThread {
  readonly discussion: Discussion;
  thread: vscode.CommentThread;
  comments: ShownComment[];
  /** Undefined for a text that could not be sent and began no conversation yet. */
  conversation: PlacedConversation | undefined;
  /** The conversation was deleted elsewhere while something may have been typed here. */
  isGone: boolean;
  /** Whether a text was sent from here that the service does not have yet. */
  isSending: boolean;
  /** What VS Code was told of it last. */
  drawn?: string | undefined;
}

export function emptyIn(discussion: Discussion): Omit<ShownThread, 'thread'> {
  return { discussion, comments: [], conversation: undefined, isGone: false, isSending: false };
}

export function keyOf(discussion: string, id: string): string {
  return `${discussion} ${id}`;
}

/** The conversations of a discussion on one document. */
export interface Page {
  discussion: Discussion;
  conversations: PlacedConversation[];
}

/** Conversations of a discussion by the keys of the documents that they are on. */
export function pagesOf(discussion: Discussion, conversations: PlacedConversation[]): Map<string, Page> {
  const pages = Map.groupBy(conversations, ({ placement }) => documentKey(placement.uri));
  return new Map([...pages].map(([key, conversations]) => [key, { discussion, conversations }]));
}

/** The lines of a document that are on the screen, in whichever editors. */
export function linesOnScreen(document: string): { start: number; end: number }[] {
  const editors = vscode.window.visibleTextEditors.filter(editor => documentKey(editor.document.uri) === document);
  return editors.flatMap(({ visibleRanges }) =>
    visibleRanges.map(({ start, end }) => ({ start: start.line, end: end.line })),
  );
}

export function isExpanded({ thread }: ShownThread): boolean {
  return thread.collapsibleState === vscode.CommentThreadCollapsibleState.Expanded;
}

/** Whether somebody types in a thread, or would lose something with it. */
export function isTypedIn({ isSending, isGone, comments }: ShownThread): boolean {
  const isTyped = ({ mode, draft }: ShownComment) => mode === vscode.CommentMode.Editing || draft !== undefined;
  return isSending || isGone || comments.some(isTyped);
}

/** An open thread never leaves unasked either: what is below it would move. */
export function isInUse(shownThread: ShownThread): boolean {
  return isExpanded(shownThread) || isTypedIn(shownThread);
}

/** A resolved conversation is closed, and so are all where there are many. */
export function firstState(conversation: PlacedConversation | undefined, isAmongMany: boolean) {
  const { Expanded, Collapsed } = vscode.CommentThreadCollapsibleState;
  return conversation?.comment.status === 'resolved' || isAmongMany ? Collapsed : Expanded;
}
