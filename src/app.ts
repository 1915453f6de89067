import type * as vscode from 'vscode';
import type { Content } from './model/content/content.ts';
import type { Discussions } from './model/discussions/discussions.ts';
import type { Session } from './model/session/session.ts';
import type { Failures } from './ui/failures.ts';
import type { Tree } from './ui/tree/tree.ts';

/** What every feature is given: the models and the shared helpers. Made once, in extension.ts. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly failures: Failures;
  readonly session: Session;
  readonly content: Content;
  readonly discussions: Discussions;
  readonly tree: Tree;
}
