import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { registerConflictMarks } from './conflictMarks.ts';
import { registerFileSystem } from './fileSystem.ts';
import { registerRefusals } from './refusals.ts';
import { registerSourceLinks } from './sourceLinks.ts';

export function register(app: App): vscode.Disposable {
  return vscode.Disposable.from(
    registerFileSystem(app),
    registerSourceLinks(app),
    registerRefusals(app),
    registerConflictMarks(app),
  );
}
