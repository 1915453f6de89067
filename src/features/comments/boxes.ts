import * as vscode from 'vscode';

// The boxes in which people type comments are documents of their own. VS Code does not say to which thread one belongs,
// and does not close the document with the box.

/** The boxes that are on the screen. */
export function boxes(): vscode.TextDocument[] {
  return vscode.window.visibleTextEditors.map(({ document }) => document).filter(isBox);
}

function isBox({ uri }: Pick<vscode.TextDocument, 'uri'>): boolean {
  return uri.scheme === 'comment';
}

/** Tells whether something has been typed that would be lost with its thread. */
export function hasUnsentText(): boolean {
  return boxes().some(box => box.getText().trim() !== '');
}

/** Boxes of replies and new comments are named after their controller, those of edits not. */
export function isReplyBox({ uri }: Pick<vscode.TextDocument, 'uri'>, controller: string): boolean {
  return isBox({ uri }) && uri.authority === controller;
}

export function isEditBox({ uri }: Pick<vscode.TextDocument, 'uri'>): boolean {
  return isBox({ uri }) && uri.authority === '';
}

/** The box of a thread that had comments is named after it, by a number that grows with each thread. */
export function threadNumber({ uri }: Pick<vscode.TextDocument, 'uri'>, controller: string): number | undefined {
  const name = nameOf(uri);
  const number = name.startsWith(`${controller}.`) ? Number(name.slice(controller.length + 1)) : NaN;
  return Number.isNaN(number) ? undefined : number;
}

/** The box of a thread that had no comments has a number of its own. */
export function isNewBox(document: Pick<vscode.TextDocument, 'uri'>): boolean {
  return isBox(document) && /^\d+$/.test(nameOf(document.uri));
}

/** What a box is named after, behind an ID of its own. VS Code 1.105 adds who made it: `….md?{"extensionId":…}`. */
function nameOf({ path }: vscode.Uri): string {
  return /\/commentinput-[0-9a-f-]{36}-(.+?)\.md(?:\?|$)/.exec(path)?.[1] ?? '';
}
