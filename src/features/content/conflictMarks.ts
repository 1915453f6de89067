import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri, scheme } from '../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { ConflictCause } from '../../model/content/conflicts.ts';
import { conflictsInMain, findUnresolvedConflict } from '../../model/content/unresolvedConflicts.ts';

/** Registers diagnostics for open pages with an unresolved conflict, so that they are listed in Problems. */
export function registerConflictMarks({ content, failures }: App): vscode.Disposable {
  const marks = vscode.languages.createDiagnosticCollection('marginalia');
  const mark = async ({ uri }: vscode.TextDocument) => {
    if (uri.scheme !== scheme) return;
    try {
      const numbers = await conflictsOn(content, uri);
      marks.set(
        uri,
        numbers.map(([number, cause]) => markOf(number, cause)),
      );
    } catch (error) {
      failures.log('Could not check a page for conflicts.', error);
    }
  };
  const markAll = () => vscode.workspace.textDocuments.forEach(document => void mark(document));
  markAll();
  return vscode.Disposable.from(
    marks,
    vscode.workspace.onDidOpenTextDocument(mark),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => marks.delete(uri)),
    content.onDidChange(markAll),
    content.conflicts.onDidChange(markAll),
  );
}

/** Returns the change requests that have an unresolved conflict on a page, and the cause of each conflict. */
async function conflictsOn(content: App['content'], uri: vscode.Uri): Promise<[number, ConflictCause][]> {
  const places = await possibleConflicts(content, uri);
  if (places.length === 0) return [];
  const entry = await content.find(uri);
  const matches: [number, ConflictCause][] = [];
  for (const place of places) {
    const unresolved = await findUnresolvedConflict(content, place);
    const isOnPage = entry?.kind === 'page' && unresolved?.pages.some(({ id }) => id === entry.page.id);
    if (unresolved && isOnPage) matches.push([place.number, unresolved.cause]);
  }
  return matches;
}

async function possibleConflicts(content: App['content'], uri: vscode.Uri): Promise<ChangeRequestPlace[]> {
  const address = parseContentUri(uri);
  if (!content.conflicts.isAny || !address || address.version.kind === 'revision') return [];
  const { connection, space } = await content.place(address);
  if (address.version.kind === 'main') return conflictsInMain(content, connection, space);
  const place = { connection, space, number: address.version.number };
  return content.conflicts.of(place)?.cause === 'update' ? [place] : [];
}

function markOf(number: number, cause: ConflictCause): vscode.Diagnostic {
  const message =
    cause === 'update'
      ? t`Both versions of some words may stand in this page: the update of change request #${number} conflicted. Keep one of them, in the service; "Marginalia: Mark Conflict as Resolved" takes this away.`
      : t`Both versions of some words may stand in this page: merging change request #${number} conflicted. Keep one of them, in the service; "Marginalia: Mark Conflict as Resolved" takes this away.`;
  const mark = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 999), message, vscode.DiagnosticSeverity.Warning);
  mark.source = 'Marginalia';
  return mark;
}
