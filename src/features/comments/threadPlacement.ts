import * as vscode from 'vscode';
import { documentKey, parseOverviewUri, titleIn } from '../../model/content/address.ts';
import { openAddressFinder, openDocumentAddresses } from '../../model/content/openAddresses.ts';
import type { Content } from '../../model/content/content.ts';
import type { DeletedPages } from '../../model/discussions/deletedPages.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import { withQuote } from '../../model/discussions/outbox.ts';
import type { Session } from '../../model/session/session.ts';
import { readLinesAt, suggestionIn } from '../../model/discussions/suggestions.ts';
import { discussionLine } from '../content/node.ts';
import type { LineRange, Placement } from '../../model/discussions/placement.ts';

/**
 * Returns a function that finds the address of a thread: the one under which its document is open. A thread at an
 * address without a title stays there, because that address contains no outdated title.
 */
export function addressFinder(): (document: vscode.Uri, thread?: vscode.CommentThread) => vscode.Uri {
  const open = openAddressFinder();
  return (document, thread) => {
    const isUnnamed = thread && titleIn(thread.uri) === undefined && documentKey(thread.uri) === documentKey(document);
    return open(document) ?? (isUnnamed ? thread.uri : document);
  };
}

/** A column after the end of every line. */
const endOfLine = 99_999;

/**
 * Returns the range of a thread. In an overview, all threads are placed below its summary, which they would hide
 * otherwise. A range of several lines, or at the beginning of a line, would split a wrapped paragraph: VS Code puts the
 * thread below the first line on the screen.
 */
export function threadRange(uri: vscode.Uri, lines: LineRange | undefined): vscode.Range | undefined {
  const line = parseOverviewUri(uri) ? discussionLine : lines?.end;
  return line === undefined ? undefined : new vscode.Range(line, endOfLine, line, endOfLine);
}

export function isThreadAt({ uri, range }: vscode.CommentThread, placement: Placement): boolean {
  const isOnLines = threadRange(placement.uri, placement.range) !== undefined;
  return uri.toString() === placement.uri.toString() && (range !== undefined) === isOnLines;
}

/** True if a discussion belongs to the current account, nobody is signed in, or one of its documents is open. */
export function canHaveThreads({ current }: Pick<Session, 'current'>, { subject }: Discussion): boolean {
  const { connection } = subject;
  return (
    !current || current.id === connection || openDocumentAddresses().some(({ authority }) => authority === connection)
  );
}

interface PlacedDraft {
  draft: Draft;
  placement: Placement | undefined;
  /** The lines that the draft replaces, if it is a suggestion. */
  original: string | undefined;
}

/** Returns unsent drafts with their placements. */
export async function placeDrafts(
  { content, discussions: { placements } }: { content: Content; discussions: Discussions },
  discussion: Discussion,
  drafts: Draft[],
  deletedPages: DeletedPages,
): Promise<PlacedDraft[]> {
  const place = await discussion.place();
  return Promise.all(
    drafts.map(async draft => {
      const typed = { target: draft.target, markdown: withQuote(draft.text, draft.quote) };
      const placement = await placements.visibleDraftPlacement(place, typed, deletedPages);
      const isSuggestion = placement && suggestionIn(draft.text) !== undefined;
      // If the lines cannot be read, the suggestion is shown as it was written.
      const original = isSuggestion ? await readLinesAt(content, placement).catch(() => undefined) : undefined;
      return { draft, placement, original };
    }),
  );
}
