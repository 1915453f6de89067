import type * as vscode from 'vscode';
import type { Comment } from './requests.ts';

/** What of a comment says where it stands. */
export type Target = Pick<Comment['target'], 'node' | 'page' | 'tableCell' | 'revision'>;

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
  /** The title of a page that is no longer there. */
  goneFrom?: string | undefined;
}

export interface Lines {
  start: number;
  end: number;
}
