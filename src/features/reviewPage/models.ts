import type * as vscode from 'vscode';
import type { FailureLog } from '../../api/failure.ts';
import type { Content } from '../../model/content/content.ts';
import type { Reviews } from '../../model/reviews/reviews.ts';

/** What is known of change requests. */
export interface Models {
  content: Content;
  reviews: Reviews;
  failures: FailureLog;
  context: Pick<vscode.ExtensionContext, 'globalState'>;
}
