import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { mapLines } from '../../markdown/lineMap.ts';
import { documentKey, isPageOfChangeRequest } from '../../model/content/address.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { discussionKey, discussionSubjectOf } from '../../model/discussions/subject.ts';
import type { LineRange } from '../../model/discussions/placement.ts';

interface LineMap {
  version: number;
  stored: string;
  lineInEditor: (line: number) => number;
}

/** Maps the lines of conversations to editors with unsaved changes, because the server counts lines in its own text. */
export class EditedLines {
  /** The text of each edited page on the server, by `documentKey`. */
  readonly #stored = new Map<string, string>();
  /** Pages that were read or could not be read. They are not read again with each key press. */
  readonly #attempted = new Set<string>();
  readonly #maps = new WeakMap<vscode.TextDocument, LineMap>();

  /** Returns whether a page is edited and its text on the server is not loaded yet. */
  isUnknown({ uri, isDirty }: vscode.TextDocument): boolean {
    return isDirty && isPageOfChangeRequest(uri) && !this.#attempted.has(documentKey(uri));
  }

  /** Loads the text on the server of the edited pages of a discussion, unless that was attempted before. */
  async load({ content, writing }: Pick<App, 'content' | 'writing'>, { key }: Discussion): Promise<void> {
    const pages = vscode.workspace.textDocuments.filter(({ uri }) => {
      const subject = isPageOfChangeRequest(uri) ? discussionSubjectOf(uri) : undefined;
      return subject && discussionKey(subject) === key;
    });
    if (pages.length === 0) return;
    const { drafts } = await writing.load();
    await Promise.all(
      pages.map(async ({ uri, isDirty }) => {
        const page = documentKey(uri);
        if (!isDirty && !drafts.get(page) && !this.#stored.has(page)) return;
        this.#attempted.add(page);
        // If the text on the server is unknown, threads stay on their lines in that text.
        const text = await storedText(content, uri).catch(() => undefined);
        if (text === undefined) this.#stored.delete(page);
        else this.#stored.set(page, text);
      }),
    );
  }

  /** Returns the lines in an editor for lines of the text on the server. */
  inEditor(uri: vscode.Uri, lines: LineRange | undefined): LineRange | undefined {
    const key = documentKey(uri);
    const stored = this.#stored.get(key);
    if (!lines || stored === undefined) return lines;
    const document = vscode.workspace.textDocuments.find(document => documentKey(document.uri) === key);
    if (!document) return lines;
    const { lineInEditor } = this.#mapOf(document, stored);
    return { start: lineInEditor(lines.start), end: lineInEditor(lines.end) };
  }

  #mapOf(document: vscode.TextDocument, stored: string): LineMap {
    const known = this.#maps.get(document);
    if (known?.version === document.version && known.stored === stored) return known;
    const { version } = document;
    const map = { version, stored, lineInEditor: mapLines(stored, document.getText()) };
    this.#maps.set(document, map);
    return map;
  }
}

async function storedText(content: App['content'], uri: vscode.Uri): Promise<string | undefined> {
  const entry = await content.lookUp(uri);
  return entry?.kind === 'page' ? entry.snapshot.markdown(entry.page.id) : undefined;
}
