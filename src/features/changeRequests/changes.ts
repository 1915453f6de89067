import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { findBaseDocument, findDocumentPair } from '../../model/content/comparison.ts';
import { openAddressOf } from '../../model/content/openAddresses.ts';
import { showDiff } from '../../ui/diff.ts';
import { withProgress } from '../../ui/progress.ts';
import type { ChangeResource } from '../reviews/node.ts';

/** Opens the version of a changed page that the change request proposes. */
export async function openChangedPage(app: App, { place, change }: ChangeResource): Promise<void> {
  const { proposed } = await findDocumentPair(app.content, place, change, app.reviews.since(place)?.revision);
  if (!proposed) throw new Failure(t('The page is deleted in this change request. "Open Changes" shows what it held.'));
  await vscode.commands.executeCommand('vscode.open', proposed, { preview: true });
}

/** Opens a diff of a page or file of a change request and its base. */
export async function compareWithBase(app: App, uri: vscode.Uri): Promise<void> {
  const sinceOf = (place: ChangeRequestPlace) => app.reviews.since(place)?.revision;
  const compared = await findBaseDocument(app.content, uri, sinceOf);
  if (!compared) throw new Failure(t('Only a page or file of a change request can be compared with its base.'));
  const { base, name, number } = compared;
  if (!base) throw new Failure(tEscaped`"${name}" was not there before; there is nothing to compare it with.`);
  // The page may be open under another title and have unsaved text.
  await showDiff(base, openAddressOf(uri), `${escapeLine(name, 300)} (#${number})`);
}

/** Opens all changed pages and files of a change request together. */
export async function openAllChanges(app: App, place: ChangeRequestPlace): Promise<void> {
  const { number } = place;
  const { subject } = await app.content.changeRequests.get(place);
  const result = await app.reviews.read(place);
  if (!result) throw new Failure(noComparison);
  const resources = await withProgress(tEscaped`Comparing change request #${number}`, async signal => {
    const resources: [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined][] = [];
    for (const change of result.changes) {
      signal.throwIfAborted();
      const { base, proposed } = await findDocumentPair(app.content, place, change, app.reviews.since(place)?.revision);
      const label = proposed ?? base;
      if (label) resources.push([label, base, proposed]);
    }
    return resources;
  });
  if (resources.length === 0) throw new Failure(tEscaped`Change request #${number} changes no pages and no files.`);
  const show = () =>
    vscode.commands.executeCommand('vscode.changes', `#${number} ${escapeLine(subject, 300)}`, resources);
  await show();
  const diffs = app.singletons.get(createDiffs);
  // VS Code does not wrap the first lines of a window's first multi-file diff until it is shown again.
  if (diffs.opened === 0) await show();
  diffs.opened++;
}

const createDiffs = () => ({ opened: 0 });

const noComparison = t(
  'This server does not tell what a change request changes. Its pages can be read and commented on below "All pages".',
);
