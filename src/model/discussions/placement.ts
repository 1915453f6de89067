import type * as vscode from 'vscode';
import type { Comment } from './requests.ts';

/** The fields of a comment that determine its placement. */
export type Target = Pick<Comment['target'], 'node' | 'page' | 'tableCell' | 'revision'>;

/** The target of a new comment. */
export interface CommentTarget {
  page?: string;
  /** Title of the page when the comment was written, used if the page is deleted. */
  pageTitle?: string;
  node?: string;
  /** Text of the node. Without a node: the text of a block that was deleted before the comment was written. */
  preview?: string;
  /** Line of the block when the comment was written. If the block is gone, the comment can go near this line. */
  line?: number;
}

/** Returns the target of a new comment as the service reports it. */
export function asTarget({ page, pageTitle: title, node, preview }: CommentTarget): Target {
  const ofPage = page && { id: page, ...(title && { title }) };
  const quoted = node && { id: node, ...(preview && { preview }) };
  return { ...(ofPage && { page: ofPage }), ...(quoted && { node: quoted }) };
}

/** How the placement of a comment was found; `changeRequest` and `space` stand for the whole of it. */
export type Exactness = 'node' | 'replacement' | 'table' | 'preview' | 'heading' | 'page' | 'changeRequest' | 'space';

/** Where a comment is shown. */
export interface Placement {
  uri: vscode.Uri;
  /** Zero-based lines, both included; undefined if the comment is about the whole document. */
  range: Lines | undefined;
  exactness: Exactness;
  /** True if this is the commented text itself and not a substitute. */
  isExact: boolean;
  /** True if the page has changed since the comment was written. */
  isEarlier: boolean;
  /** Set if the lines are not determined yet, because the page is not in view. */
  isRough?: true;
  /** Readable name of the table cell. */
  cell?: string | undefined;
  /** Title of a page that no longer exists; empty if the title is unknown. */
  goneFrom?: string | undefined;
}

export interface Lines {
  start: number;
  end: number;
}
