import * as vscode from 'vscode';
import { documentKey } from '../../model/content/address.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { EditorComment } from './editorComment.ts';

/** A thread in an editor, with its content. */
export interface EditorThread {
  readonly discussion: Discussion;
  thread: vscode.CommentThread;
  comments: EditorComment[];
  /** The conversation in the thread; undefined for a draft that has not started one yet. */
  conversation: PlacedConversation | undefined;
  /** True if the conversation was deleted elsewhere while the user may have been typing here. */
  isDeleted: boolean;
  /** True while a text from this thread is being sent. */
  isSending: boolean;
  /** The content of the thread as last drawn, as JSON. */
  drawn?: string | undefined;
}

export function emptyThread(discussion: Discussion): Omit<EditorThread, 'thread'> {
  return { discussion, comments: [], conversation: undefined, isDeleted: false, isSending: false };
}

export function threadKey(discussion: string, id: string): string {
  return `${discussion} ${id}`;
}

/** The conversations of a discussion on one document. */
export interface DocumentConversations {
  discussion: Discussion;
  conversations: PlacedConversation[];
}

/** Groups the conversations of a discussion by document key. */
export function groupByDocument(
  discussion: Discussion,
  conversations: PlacedConversation[],
): Map<string, DocumentConversations> {
  const pages = Map.groupBy(conversations, ({ placement }) => documentKey(placement.uri));
  return new Map([...pages].map(([key, conversations]) => [key, { discussion, conversations }]));
}

/** Returns the visible lines of a document in all editors. */
export function linesOnScreen(document: string): { start: number; end: number }[] {
  const editors = vscode.window.visibleTextEditors.filter(editor => documentKey(editor.document.uri) === document);
  return editors.flatMap(({ visibleRanges }) =>
    visibleRanges.map(({ start, end }) => ({ start: start.line, end: end.line })),
  );
}

export function isExpanded({ thread }: EditorThread): boolean {
  return thread.collapsibleState === vscode.CommentThreadCollapsibleState.Expanded;
}

/** Returns true if the user types in a thread, or would lose text with it. */
export function isTypedIn({ isSending, isDeleted, comments }: EditorThread): boolean {
  const isTyped = ({ mode, draft }: EditorComment) => mode === vscode.CommentMode.Editing || draft !== undefined;
  return isSending || isDeleted || comments.some(isTyped);
}

/** Returns true for a thread that must not be removed. Removing an expanded one would move the text below it. */
export function isInUse(shownThread: EditorThread): boolean {
  return isExpanded(shownThread) || isTypedIn(shownThread);
}

/** Returns the initial state of a thread: resolved conversations are collapsed, and so are all if there are many. */
export function initialState(conversation: PlacedConversation | undefined, isAmongMany: boolean) {
  const { Expanded, Collapsed } = vscode.CommentThreadCollapsibleState;
  return conversation?.comment.status === 'resolved' || isAmongMany ? Collapsed : Expanded;
}
