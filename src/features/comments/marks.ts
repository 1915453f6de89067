import * as vscode from 'vscode';
import { documentKey } from '../../model/content/address.ts';
import type { PlacedConversation } from '../../model/discussions/discussion.ts';
import { rangeOn } from './place.ts';

/** Marks the lines of conversations that have no thread now: beside the scroll bar, and behind the line. */
export class Marks implements vscode.Disposable {
  readonly #type = vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.commentUnresolvedForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 2em' },
  });
  /** How many there are on which line, by the keys of documents. */
  readonly #documents = new Map<string, ReadonlyMap<number, number>>();
  /** What each editor has: to send it again takes as long as the first time. */
  readonly #drawn = new WeakMap<vscode.TextEditor, { lines: ReadonlyMap<number, number>; version: number }>();

  /** Has these conversations marked on a document, and no others. */
  set(document: string, conversations: readonly PlacedConversation[]): void {
    const lines = new Map<number, number>();
    for (const { placement, comment } of conversations) {
      if (comment.status === 'resolved') continue;
      const line = rangeOn(placement.uri, placement.range)?.end.line ?? 0;
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
    const before = this.#documents.get(document);
    if (lines.size === 0 && !before) return;
    this.#documents.set(document, before && isSame(before, lines) ? before : lines);
    this.draw(document);
    if (lines.size === 0) this.#documents.delete(document);
  }

  /** Draws the marks in the editors of a document, or in all. */
  draw(document?: string): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const key = documentKey(editor.document.uri);
      const lines = document === undefined || document === key ? this.#documents.get(key) : undefined;
      if (lines) this.#drawIn(editor, lines);
    }
  }

  /** Decorations move with the text: what an editor has is sent to it again when that is another. */
  #drawIn(editor: vscode.TextEditor, lines: ReadonlyMap<number, number>): void {
    const { version } = editor.document;
    const drawn = this.#drawn.get(editor);
    if (drawn?.lines === lines && drawn.version === version) return;
    editor.setDecorations(this.#type, [...lines].map(markOf));
    this.#drawn.set(editor, { lines, version });
  }

  dispose(): void {
    this.#type.dispose();
  }
}

function isSame(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  return one.size === other.size && [...one].every(([line, count]) => other.get(line) === count);
}

function markOf([line, count]: [number, number]): vscode.DecorationOptions {
  const contentText = count === 1 ? '1 open conversation' : `${count} open conversations`;
  return { range: new vscode.Range(line, 0, line, 99_999), renderOptions: { after: { contentText } } };
}
