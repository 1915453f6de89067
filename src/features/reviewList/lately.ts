import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri, parseOverviewUri } from '../../model/content/address.ts';
import { Choices } from '../../model/reviews/queries.ts';
import { withDocuments } from '../documents.ts';

/** Keeps which spaces were opened lately: where the server lists no change requests of all spaces, theirs are listed. */
export function start({ context, failures }: App): vscode.Disposable {
  const choices = new Choices(context.globalState);
  return withDocuments(
    async uri => {
      const { connection, space } = parseContentUri(uri) ?? parseOverviewUri(uri) ?? {};
      if (connection && space) await choices.noteOpened({ id: connection }, space);
    },
    error => failures.log('Could not note which space was opened.', error),
  );
}
