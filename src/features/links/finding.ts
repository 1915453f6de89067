import type * as vscode from 'vscode';
import type { PageEntry } from '../../model/content/layout.ts';
import type { Place } from '../../model/content/snapshot.ts';
import type { ProblemKind } from '../../model/linkProblems.ts';

/** What the service, or the text of the page, says of a link that is broken. */
export interface Suspect {
  page: string;
  /** The title of the page. */
  title: string;
  node: string | undefined;
  /** What is written where it should lead. */
  name: string;
  problem: ProblemKind;
}

/** A broken link in a document. */
export interface Finding {
  kind: 'finding';
  id: string;
  place: Place;
  entry: PageEntry;
  uri: vscode.Uri;
  name: string;
  problem: ProblemKind;
  node: string | undefined;
  range: vscode.Range;
  /** Whether the link was found in the text: when it is not there any more, it is none. */
  wasWritten: boolean;
}
