import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { registerAhead } from './ahead.ts';
import { registerConflictMarks } from './conflictMarks.ts';
import { registerRefusals } from './refusals.ts';

/** What goes with open documents: what is said of them, and what is read of the pages beside them. */
export function start(app: App): vscode.Disposable {
  return vscode.Disposable.from(registerRefusals(app), registerConflictMarks(app), registerAhead(app));
}
