import * as vscode from 'vscode';
import type { App } from '../../../app.ts';
import { documentKey, headAddress, contentUri } from '../../../model/content/address.ts';
import { documentOfTarget } from '../../content/node.ts';

/** A page of a change request, and a line of its source. */
export interface PageLine {
  id: string;
  line: number;
}

/** Returns the page and line that the command was called on; undefined if the target is not a page. */
export async function activePageLine(app: App, target: unknown): Promise<PageLine | undefined> {
  const editor = vscode.window.activeTextEditor;
  const uri = target === undefined ? editor?.document.uri : documentOfTarget(target);
  const head = uri && headAddress(uri);
  if (!head) return undefined;
  const entry = await app.content.lookUp(contentUri(head));
  if (entry?.kind !== 'page') return undefined;
  const isActiveEditor = editor && documentKey(editor.document.uri) === documentKey(uri);
  return { id: entry.page.id, line: isActiveEditor ? editor.selection.active.line : 0 };
}
