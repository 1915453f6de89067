import type * as vscode from 'vscode';
import type { PageEntry } from '../../model/content/layout.ts';
import type { Place } from '../../model/content/snapshot.ts';
import type { LinkProblem } from '../../model/linkProblems.ts';

/** A broken link in a document. */
export interface BrokenLink extends Pick<LinkProblem, 'name' | 'problem' | 'node'> {
  kind: 'finding';
  id: string;
  place: Place;
  entry: PageEntry;
  uri: vscode.Uri;
  range: vscode.Range;
  /** True if the link was found in the text of the page. Such a finding is removed when the link is no longer there. */
  wasWritten: boolean;
}
