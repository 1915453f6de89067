import * as vscode from 'vscode';
import type { App } from './app.ts';
import * as changeRequests from './features/changeRequests/index.ts';
import { Comments } from './model/discussions/discussions.ts';
import * as comments from './features/comments/index.ts';
import { Content } from './model/content/content.ts';
import * as content from './features/content/index.ts';
import * as openapi from './features/openapi/index.ts';
import * as organizations from './features/organizations/index.ts';
import { organizationNodes } from './features/organizations/node.ts';
import * as preview from './features/preview/index.ts';
import * as session from './features/session/index.ts';
import { Session } from './model/session/session.ts';
import * as sites from './features/sites/index.ts';
import { type MarginaliaApi, publicApi } from './publicApi.ts';
import { Failures } from './ui/failures.ts';
import { Tree } from './ui/tree.ts';

const features = [organizations, content, preview, comments, changeRequests, sites, openapi];

/** Builds what the features share and registers them. */
export function activate(context: vscode.ExtensionContext): MarginaliaApi {
  const app = build(context);
  const { log, session: accounts, content: contents, tree } = app;
  context.subscriptions.push(accounts, contents, tree, session.register(app, startSandbox(context)));
  for (const feature of features) context.subscriptions.push(feature.register(app));
  // The others may write to it until they are gone.
  context.subscriptions.push(log);
  return publicApi(app);
}

function build(context: vscode.ExtensionContext): App {
  const log = vscode.window.createOutputChannel('Marginalia', { log: true });
  const failures = new Failures(log);
  const sessions = new Session(context, log);
  const contents = new Content(sessions, vscode.Uri.joinPath(context.globalStorageUri, 'content'));
  const app: App = {
    ...{ context, log, failures, session: sessions, content: contents },
    comments: new Comments(sessions, contents, failures),
    tree: new Tree(
      organizationNodes(() => app),
      failures,
    ),
  };
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
