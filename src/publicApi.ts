import type * as vscode from 'vscode';
import type { App } from './app.ts';
import { pluginOf } from './features/preview/plugin.ts';
import type { PlacedConversation } from './model/discussions/discussion.ts';
import type { Exactness, Lines } from './model/discussions/placements.ts';
import type { Credentials } from './model/session/session.ts';

/** What `activate()` returns: the part of Marginalia that other extensions may use. */
export interface MarginaliaApi {
  /** The server and account that are in use; undefined when nobody is signed in. */
  readonly connection: { id: string; label: string; url: string } | undefined;
  /** Signs in; rejects with an error whose message says what is wrong. */
  signIn(credentials: Credentials): Promise<void>;
  /** The comment threads of a page, or of a change request as a whole when given the address of its overview. */
  threads(uri: vscode.Uri): Promise<Thread[]>;
  /** Called by the built-in Markdown preview. */
  extendMarkdownIt: ReturnType<typeof pluginOf>;
}

/** A comment thread, as other extensions see it. */
export interface Thread {
  id: string;
  /** Zero-based lines, both included; undefined when it is about the whole document. */
  range: Lines | undefined;
  exactness: Exactness;
  state: 'open' | 'resolved';
  /** What is said above the thread, such as that the commented text has changed. */
  label: string;
  comments: ThreadComment[];
}

interface ThreadComment {
  id: string;
  author: string;
  markdown: string;
  postedAt: string;
  editedAt?: string;
  reactions: { emoji: string; count: number }[];
}

export function publicApi(app: App): MarginaliaApi {
  return {
    get connection() {
      const { current } = app.session;
      return current && { id: current.id, label: current.label, url: current.api.url };
    },
    signIn: async credentials => {
      await app.session.signIn(credentials);
    },
    threads: async uri => {
      const [{ reading }, discussions] = await Promise.all([import('./features/reading.ts'), app.discussions.get()]);
      return (await discussions.on(uri)).map(conversation => ({
        ...threadOf(conversation),
        label: reading.comments.labelOf(conversation),
      }));
    },
    extendMarkdownIt: pluginOf(app),
  };
}

function threadOf({ comment, replies, placement }: PlacedConversation): Omit<Thread, 'label'> {
  return {
    id: comment.id,
    range: placement.range,
    exactness: placement.exactness,
    state: comment.status === 'resolved' ? 'resolved' : 'open',
    comments: [comment, ...replies].map(({ id, postedBy, body, postedAt, editedAt, reactions }) => ({
      id,
      author: postedBy.displayName,
      markdown: body.markdown ?? '',
      postedAt,
      ...(editedAt && { editedAt }),
      reactions: reactions.map(({ emoji, count }) => ({ emoji, count })),
    })),
  };
}
