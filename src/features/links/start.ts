import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { registerHover } from './hover.ts';
import { registerReferences } from './references.ts';

/** What is wanted of links with the first document of the service. */
export function start(app: App): vscode.Disposable {
  return vscode.Disposable.from(registerHover(app), registerReferences(app));
}
