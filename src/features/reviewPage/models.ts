import type * as vscode from 'vscode';
import type { FailureLog } from '../../api/failure.ts';
import type { Content } from '../../model/content/content.ts';
import type { Reviews } from '../../model/reviews/reviews.ts';

/** The models that the review page reads. */
export interface ReviewPageModels {
  content: Content;
  reviews: Reviews;
  failures: FailureLog;
  context: Pick<vscode.ExtensionContext, 'globalState'>;
}
