import type * as vscode from 'vscode';
import type { Content } from './model/content/content.ts';
import type { Discussions } from './model/discussions/discussions.ts';
import type { Drafts } from './model/discussions/drafts.ts';
import type { RepliesByPath } from './model/requests.ts';
import type { Inbox } from './model/reviews/inbox.ts';
import type { Reviews } from './model/reviews/reviews.ts';
import type { Credentials, Session } from './model/session/session.ts';
import type { Writing } from './model/writing/writing.ts';
import type { RunningCommands } from './ui/command.ts';
import type { Failures } from './ui/failures.ts';
import type { Singletons } from './ui/singletons.ts';
import type { Tree } from './ui/tree/tree.ts';

/** The models and shared helpers that every feature receives. They are created once, in extension.ts. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly failures: Failures;
  readonly running: RunningCommands;
  readonly session: Session;
  readonly content: Content;
  readonly discussions: Discussions;
  readonly drafts: Drafts;
  readonly writing: Writing;
  readonly reviews: Reviews;
  readonly inbox: Inbox;
  readonly tree: Tree;
  /** The change request lists of the *Review* view. */
  readonly reviewLists: Tree;
  readonly replies: RepliesByPath;
  /** State that features keep until the window closes. */
  readonly singletons: Singletons<App>;
  /** Starts the local sandbox service, and resolves to its credentials. */
  readonly startSandbox: () => Promise<Credentials & { close(): Promise<void> }>;
}
