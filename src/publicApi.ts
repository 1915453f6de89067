import type * as vscode from 'vscode';
import type { App } from './app.ts';
import type { PublicThread } from './features/comments/publicThread.ts';
import { pluginOf } from './features/preview/plugin.ts';
import type { Credentials } from './model/session/session.ts';

/** The API that `activate()` returns to other extensions. */
export interface MarginaliaApi {
  /** The current server and account; undefined while signed out and until stored accounts are loaded. */
  readonly connection: { id: string; label: string; url: string } | undefined;
  /** Fires when `connection` changes, also when stored accounts have been loaded. */
  readonly onDidChangeConnection: vscode.Event<void>;
  /** Signs in. Rejects with an error whose message names the reason. */
  signIn(credentials: Credentials): Promise<void>;
  /** Returns the comment threads of a page, or those of a change request as a whole for the URI of its overview. */
  threads(uri: vscode.Uri): Promise<PublicThread[]>;
  /** Called by the built-in Markdown preview. */
  extendMarkdownIt: ReturnType<typeof pluginOf>;
}

export function publicApi(app: App): MarginaliaApi {
  return {
    get connection() {
      const { current } = app.session;
      if (!current) restore(app);
      return current && { id: current.id, label: current.label, url: current.api.url };
    },
    onDidChangeConnection: app.session.onDidChange,
    signIn: async credentials => {
      await app.session.signIn(credentials);
    },
    threads: async uri => {
      const { publicThreadOf } = await import('./features/comments/publicThread.ts');
      return (await app.discussions.conversationsOn(uri)).map(publicThreadOf);
    },
    extendMarkdownIt: pluginOf(app),
  };
}

/** Loads the stored accounts, in case nothing else has done so yet. */
function restore({ session, failures }: App): void {
  session.restore().catch((error: unknown) => failures.log('Could not read the stored accounts.', error));
}
