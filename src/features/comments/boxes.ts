import * as vscode from 'vscode';

// VS Code's comment boxes are documents. VS Code does not report which thread one belongs to, and does not close the
// document together with the box.

/** Returns the visible comment boxes. */
export function commentBoxes(): vscode.TextDocument[] {
  return vscode.window.visibleTextEditors.map(({ document }) => document).filter(isBox);
}

function isBox({ uri }: Pick<vscode.TextDocument, 'uri'>): boolean {
  return uri.scheme === 'comment';
}

/** Returns true if a visible comment box contains text, which would be lost with its thread. */
export function hasUnsentText(): boolean {
  return commentBoxes().some(box => box.getText().trim() !== '');
}

/**
 * Returns true for the box of a reply or new comment. Its authority is the controller ID, while that of an edit box is
 * empty.
 */
export function isReplyBox({ uri }: Pick<vscode.TextDocument, 'uri'>, controller: string): boolean {
  return isBox({ uri }) && uri.authority === controller;
}

export function isEditBox({ uri }: Pick<vscode.TextDocument, 'uri'>): boolean {
  return isBox({ uri }) && uri.authority === '';
}

/** Returns the number of the thread of a reply box, which increases with each thread; undefined for other boxes. */
export function threadNumber({ uri }: Pick<vscode.TextDocument, 'uri'>, controller: string): number | undefined {
  const name = nameOf(uri);
  const number = name.startsWith(`${controller}.`) ? Number(name.slice(controller.length + 1)) : NaN;
  return Number.isNaN(number) ? undefined : number;
}

/** Returns true for the box of a new comment. Its name is a number of its own. */
export function isNewBox(document: Pick<vscode.TextDocument, 'uri'>): boolean {
  return isBox(document) && /^\d+$/.test(nameOf(document.uri));
}

/** Returns the name of a box after its UUID. VS Code 1.105 appends the owner: `....md?{"extensionId":...}`. */
function nameOf({ path }: vscode.Uri): string {
  return /\/commentinput-[0-9a-f-]{36}-(.+?)\.md(?:\?|$)/.exec(path)?.[1] ?? '';
}
