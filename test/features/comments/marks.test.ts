import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EditedLines } from '../../../src/features/comments/editedLines.ts';
import { ConversationDecorations } from '../../../src/features/comments/conversationDecorations.ts';
import { contentUri, documentKey } from '../../../src/model/content/address.ts';
import type { PlacedConversation } from '../../../src/model/discussions/discussion.ts';
import { replaceWindowProperties } from '../../host/window.ts';

const uri = contentUri({ connection: 'c', space: 's', version: { kind: 'changeRequest', number: 8 }, path: 'a.md' });
const document = documentKey(uri);

/** Returns a conversation whose last line is this one. */
function onLine(end: number, status = 'open'): PlacedConversation {
  const one = { comment: { status }, placement: { uri, range: { start: end, end } } };
  return one as unknown as PlacedConversation;
}

/** An editor of a document, which records the decorations. */
class Editor {
  readonly document = { uri, version: 1 };
  readonly #drawn = new Map<vscode.TextEditorDecorationType, readonly vscode.Range[]>();
  readonly #words: ReadonlyMap<object, string | undefined>;
  /** The number of calls of `setDecorations`. */
  notifications = 0;

  constructor(words: ReadonlyMap<object, string | undefined>) {
    this.#words = words;
  }

  setDecorations(type: vscode.TextEditorDecorationType, ranges: readonly vscode.Range[]): void {
    this.notifications++;
    this.#drawn.set(type, ranges);
  }

  /** Returns the decorations after the lines. */
  get marks(): string[] {
    const marks = [...this.#drawn].flatMap(([type, ranges]) =>
      ranges.map(({ end }) => `${end.line}: ${this.#words.get(type)}`),
    );
    return marks.sort();
  }

  /** Changes the text, which removes the decorations. */
  change(): void {
    this.document.version++;
    this.#drawn.clear();
  }
}

describe('decorations for conversations without a thread', () => {
  let marks: ConversationDecorations;
  let editor: Editor;
  let restore: () => void;

  beforeEach(() => {
    const words = new Map<object, string | undefined>();
    const createTextEditorDecorationType = ({ after }: vscode.DecorationRenderOptions) => {
      const type = { dispose: () => {} };
      words.set(type, after?.contentText);
      return type;
    };
    editor = new Editor(words);
    restore = replaceWindowProperties({ visibleTextEditors: [editor], createTextEditorDecorationType });
    marks = new ConversationDecorations(new EditedLines());
  });
  afterEach(() => {
    marks.dispose();
    restore();
  });

  it('show the number of open conversations on a line', () => {
    marks.set(document, [onLine(3), onLine(3), onLine(3, 'resolved'), onLine(5), onLine(7, 'resolved')]);
    assert.deepEqual(editor.marks, ['3: 2 open conversations', '5: 1 open conversation']);
  });

  it('disappear with the conversations, one or all', () => {
    marks.set(document, [onLine(3), onLine(3), onLine(5), onLine(5)]);
    marks.set(document, [onLine(3)]);
    assert.deepEqual(editor.marks, ['3: 1 open conversation']);
    marks.set(document, []);
    assert.deepEqual(editor.marks, []);
  });

  it('are redrawn only when the text changes', () => {
    marks.set(document, [onLine(3)]);
    marks.set(document, [onLine(3)]);
    marks.draw();
    assert.equal(editor.notifications, 1);
    editor.change();
    marks.draw();
    assert.deepEqual(editor.marks, ['3: 1 open conversation']);
  });

  it('belong to their document only', () => {
    marks.set(documentKey(uri.with({ path: `${uri.path}x` })), [onLine(3)]);
    assert.deepEqual(editor.marks, []);
  });
});
