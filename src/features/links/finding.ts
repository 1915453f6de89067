import type * as vscode from 'vscode';
import type { PageEntry } from '../../model/content/layout.ts';
import type { Place } from '../../model/content/snapshot.ts';
import type { LinkProblem } from '../../model/linkProblems.ts';

/** A broken link in a document. */
export interface Finding extends Pick<LinkProblem, 'name' | 'problem' | 'node'> {
  kind: 'finding';
  id: string;
  place: Place;
  entry: PageEntry;
  uri: vscode.Uri;
  range: vscode.Range;
  /** Whether the link was found in the text: when it is not there any more, it is none. */
  wasWritten: boolean;
}
