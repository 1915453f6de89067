import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { registerConflictMarks } from './conflictMarks.ts';
import { registerRefusals } from './refusals.ts';

/** What is said of open documents: which hold a conflict, and in which something may not be done. */
export function registerRemarks(app: App): vscode.Disposable {
  return vscode.Disposable.from(registerRefusals(app), registerConflictMarks(app));
}
