import './localization.ts';
import * as vscode from 'vscode';
import type { App } from './app.ts';
import { threadCommandNouns } from './features/comments/index.ts';
import { features } from './features/index.ts';
import { organizationNodes } from './features/organizations/organizationNodes.ts';
import { reviewListRoot } from './features/reviewList/index.ts';
import { actionsForFailure } from './features/session/index.ts';
import { Content } from './model/content/content.ts';
import { Discussions } from './model/discussions/discussions.ts';
import { createDrafts } from './model/discussions/drafts.ts';
import { withSequentialState } from './model/globalState.ts';
import { Inbox } from './model/reviews/inbox.ts';
import { Reviews } from './model/reviews/reviews.ts';
import { Session } from './model/session/session.ts';
import { Writing } from './model/writing/writing.ts';
import { type MarginaliaApi, publicApi } from './publicApi.ts';
import { registerCommands, RunningCommands } from './ui/command.ts';
import { Failures } from './ui/failures.ts';
import { Singletons } from './ui/singletons.ts';
import { Tree } from './ui/tree/tree.ts';

/** Creates the models and shared helpers, and registers the features. VS Code disposes all of them. */
export function activate(context: vscode.ExtensionContext): MarginaliaApi {
  const app = build(withSequentialState(context));
  const { session, content, discussions, drafts, writing, reviews, inbox, tree } = app;
  context.subscriptions.push(session, content, discussions, drafts, writing, reviews, inbox, tree);
  for (const register of features) context.subscriptions.push(register(app));
  const load = async () => ({ commands: (await import('./features/commands.ts')).commands, context: app });
  context.subscriptions.push(registerCommands(app, noun => !threadCommandNouns.has(noun), load));
  // The log is disposed last, because the other objects may still write to it.
  context.subscriptions.push(app.log);
  return publicApi(app);
}

function build(context: vscode.ExtensionContext): App {
  const { globalState, globalStorageUri } = context;
  const log = vscode.window.createOutputChannel('Marginalia', { log: true });
  const failures = new Failures(log, actionsForFailure);
  const session = new Session(context, log);
  const content = new Content(session, vscode.Uri.joinPath(globalStorageUri, 'content'), globalState);
  const discussions = new Discussions(session, content, failures);
  const drafts = createDrafts(globalStorageUri, failures, session);
  const writing = new Writing(session, content, context, failures);
  const [reviews, inbox] = [new Reviews(session, content, globalState), new Inbox(session, content, globalState)];
  const [rows, lists] = [organizationNodes(() => app), reviewListRoot(() => app)];
  const [tree, reviewLists] = [new Tree(rows, failures), new Tree(lists, failures)];
  const models = { session, content, discussions, drafts, writing, reviews, inbox, tree, reviewLists };
  const [running, singletons] = [new RunningCommands(), new Singletons(() => app)];
  const shared = { context, log, failures, running, singletons, replies: new Map() };
  const app: App = { ...models, ...shared, startSandbox: () => startSandbox(context) };
  return app;
}

/** Starts the sandbox service inside the extension host. It is closed when VS Code deactivates the extension. */
async function startSandbox(context: vscode.ExtensionContext) {
  const sandbox = await (await import('./sandbox/index.ts')).startSandbox({});
  context.subscriptions.push({ dispose: () => void sandbox.close() });
  return sandbox;
}
