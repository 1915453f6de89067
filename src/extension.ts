import * as vscode from 'vscode';
import { failedAs } from './api/errors.ts';
import type { App } from './app.ts';
import * as changeRequests from './features/changeRequests/index.ts';
import * as comments from './features/comments/index.ts';
import * as content from './features/content/index.ts';
import * as openapi from './features/openapi/index.ts';
import { organizationNodes } from './features/organizations/node.ts';
import * as preview from './features/preview/index.ts';
import * as session from './features/session/index.ts';
import * as sites from './features/sites/index.ts';
import * as tree from './features/tree/index.ts';
import { Content } from './model/content/content.ts';
import { Discussions } from './model/discussions/discussions.ts';
import { Session } from './model/session/session.ts';
import { type MarginaliaApi, publicApi } from './publicApi.ts';
import { Failures } from './ui/failures.ts';
import { Tree } from './ui/tree/tree.ts';

const features = [tree, content, preview, comments, changeRequests, sites, openapi];

/** Builds what the features share, registers them, and owns the end of everything. */
export function activate(context: vscode.ExtensionContext): MarginaliaApi {
  const app = build(context);
  const { log, session: accounts, content: contents, discussions, tree: rows } = app;
  context.subscriptions.push(accounts, contents, discussions, rows, session.register(app, startSandbox(context)));
  for (const feature of features) context.subscriptions.push(feature.register(app));
  // The others may write to it until they are gone.
  context.subscriptions.push(log);
  return publicApi(app);
}

function build(context: vscode.ExtensionContext): App {
  const log = vscode.window.createOutputChannel('Marginalia', { log: true });
  const failures = new Failures(log, error => (failedAs(error, 'signedOut') ? [session.signInOffer] : []));
  const accounts = new Session(context, log);
  const contents = new Content(accounts, vscode.Uri.joinPath(context.globalStorageUri, 'content'));
  const discussions = new Discussions(accounts, contents, failures);
  const rows = new Tree(
    organizationNodes(() => app),
    failures,
  );
  const app: App = { context, log, failures, session: accounts, content: contents, discussions, tree: rows };
  return app;
}

/** Starts the service inside the extension; it ends with the window. */
function startSandbox(context: vscode.ExtensionContext): session.StartSandbox {
  return async () => {
    const { startSandbox } = await import('./sandbox/index.ts');
    const sandbox = await startSandbox({});
    context.subscriptions.push({ dispose: () => void sandbox.close() });
    return sandbox;
  };
}
