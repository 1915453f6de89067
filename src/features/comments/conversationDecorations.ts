import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { documentKey } from '../../model/content/address.ts';
import type { PlacedConversation } from '../../model/discussions/discussion.ts';
import type { EditedLines } from './editedLines.ts';
import { threadRange } from './threadPlacement.ts';

/** The number of conversations on each line. */
type Lines = ReadonlyMap<number, number>;

/** Decorates the lines of conversations that have no thread, in the overview ruler and after the line. */
export class ConversationDecorations implements vscode.Disposable {
  /**
   * Decoration types by conversation count. VS Code receives ranges of shared types in a tenth of the time of
   * individual texts.
   */
  readonly #types = new Map<number, vscode.TextEditorDecorationType>();
  /** Lines by document key. */
  readonly #documents = new Map<string, Lines>();
  /** The decorations of each editor. */
  readonly #drawn = new WeakMap<vscode.TextEditor, { lines: Lines; version: number }>();

  readonly #editedLines: EditedLines;

  constructor(editedLines: EditedLines) {
    this.#editedLines = editedLines;
  }

  /** Replaces the marked conversations of a document. */
  set(document: string, conversations: readonly PlacedConversation[]): void {
    const lines = new Map<number, number>();
    for (const { placement, comment } of conversations) {
      if (comment.status === 'resolved') continue;
      const line =
        threadRange(placement.uri, this.#editedLines.inEditor(placement.uri, placement.range))?.end.line ?? 0;
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
    const before = this.#documents.get(document);
    if (lines.size === 0 && !before) return;
    this.#documents.set(document, before && isSame(before, lines) ? before : lines);
    this.draw(document);
    if (lines.size === 0) this.#documents.delete(document);
  }

  /** Draws the decorations in the editors of a document, or in all editors. */
  draw(document?: string): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const key = documentKey(editor.document.uri);
      const lines = document === undefined || document === key ? this.#documents.get(key) : undefined;
      if (lines) this.#drawIn(editor, lines);
    }
  }

  dispose(): void {
    for (const type of this.#types.values()) type.dispose();
  }

  /**
   * Sets the decorations of an editor. Decorations move with edits, so they are set again when the document version
   * changes.
   */
  #drawIn(editor: vscode.TextEditor, lines: Lines): void {
    const { version } = editor.document;
    const drawn = this.#drawn.get(editor);
    if (drawn?.lines === lines && drawn.version === version) return;
    this.#drawn.set(editor, { lines, version });
    const byCount = Map.groupBy(lines.keys(), line => lines.get(line) ?? 0);
    for (const count of new Set([...byCount.keys(), ...(drawn?.lines.values() ?? [])])) {
      const withCount = byCount.get(count) ?? [];
      editor.setDecorations(
        this.#typeOf(count),
        withCount.map(line => new vscode.Range(line, 0, line, 99_999)),
      );
    }
  }

  #typeOf(count: number): vscode.TextEditorDecorationType {
    const type = this.#types.get(count) ?? typeOf(count);
    this.#types.set(count, type);
    return type;
  }
}

function isSame(one: Lines, other: Lines): boolean {
  return one.size === other.size && [...one].every(([line, count]) => other.get(line) === count);
}

function typeOf(count: number): vscode.TextEditorDecorationType {
  const contentText = count === 1 ? t('1 open conversation') : t`${count} open conversations`;
  return vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.commentUnresolvedForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    after: { contentText, color: new vscode.ThemeColor('foreground'), fontStyle: 'italic', margin: '0 0 0 2em' },
  });
}
