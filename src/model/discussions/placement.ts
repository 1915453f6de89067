import type * as vscode from 'vscode';
import type { Comment } from './requests.ts';

/** What of a comment says where it stands. */
export type Target = Pick<Comment['target'], 'node' | 'page' | 'tableCell' | 'revision'>;

/** What a new comment hangs on. */
export interface CommentTarget {
  page?: string;
  /** The title of the page when the comment was written, by which it is named after its deletion. */
  pageTitle?: string;
  node?: string;
  /** The words of the node. Without a node: the words of a block that was deleted before somebody commented on it. */
  preview?: string;
}

/** What a new comment hangs on, as a comment that the service has. */
export function asTarget({ page, pageTitle: title, node, preview }: CommentTarget): Target {
  const ofPage = page && { id: page, ...(title && { title }) };
  const quoted = node && { id: node, ...(preview && { preview }) };
  return { ...(ofPage && { page: ofPage }), ...(quoted && { node: quoted }) };
}

/** By what the place of a comment was found; `changeRequest` and `space` are the whole of them. */
export type Exactness = 'node' | 'replacement' | 'table' | 'preview' | 'heading' | 'page' | 'changeRequest' | 'space';

/** Where a comment stands. */
export interface Placement {
  uri: vscode.Uri;
  /** Zero-based lines, both included; undefined when it is about the whole document. */
  range: Lines | undefined;
  exactness: Exactness;
  /** Whether that is what was commented, and not a substitute for it. */
  isExact: boolean;
  /** Whether the page has changed since the comment was written. */
  isEarlier: boolean;
  /** Set where nobody has looked for its lines yet, since nobody looks at its page. */
  isRough?: true;
  /** What people call the cell of a table. */
  cell?: string | undefined;
  /** The title of a page that is no longer there; empty where nobody knows it. */
  goneFrom?: string | undefined;
}

export interface Lines {
  start: number;
  end: number;
}
