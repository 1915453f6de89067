import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { type Change, changeTitle, verbLabel } from '../../model/content/changes.ts';
import { findDocumentPair } from '../../model/content/comparison.ts';
import { showDiff } from '../../ui/diff.ts';
import * as say from '../../ui/say.ts';

/** Opens a changed page or file: as a diff against its base, or alone when it has only one side. */
export async function openChange(
  app: App,
  { place, change }: { place: ChangeRequestPlace; change: Change },
  selection?: vscode.Range,
): Promise<void> {
  const name = changeTitle(change);
  const since = app.reviews.since(place);
  const { base, proposed } = await findDocumentPair(app.content, place, change, since?.revision);
  const title = since
    ? tEscaped`${name} (#${place.number}, ${verbLabel(change)} since ${since.label})`
    : tEscaped`${name} (#${place.number}, ${verbLabel(change)})`;
  if (base && proposed) return showDiff(base, proposed, title, selection);
  const only = proposed ?? base;
  if (!only) throw new Failure(tEscaped`Could not open "${name}": it is no longer there. Refresh the change request.`);
  if (since && proposed && change.verb !== 'created')
    say.status(tEscaped`${name}: as it is now, what it was is not kept`);
  await vscode.commands.executeCommand(
    'vscode.open',
    only,
    { preview: true, ...(selection && { selection }) },
    // The tab title says that the page is deleted, because a URI contains only the title of the page.
    ...(proposed ? [] : [tEscaped`${name} (deleted)`]),
  );
}
