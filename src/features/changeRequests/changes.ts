import * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { contentUri } from '../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { type Change, readChanges, subjectOf } from '../../model/content/changes.ts';
import { versionOf } from '../../model/content/content.ts';
import { addressOf, type Snapshot } from '../../model/content/snapshot.ts';
import { withProgress } from '../../ui/progress.ts';
import type { ChangeResource } from './changeNodes.ts';

/** Two documents to compare; one of them is missing for what was added or deleted. */
interface Pair {
  base?: vscode.Uri | undefined;
  proposed?: vscode.Uri | undefined;
}

/** Opens a changed page or file: as a diff against its base, or alone when it has only one side. */
export async function openChange(app: App, { place, change }: ChangeResource): Promise<void> {
  const { name, verb } = subjectOf(change);
  const { base, proposed } = await pairOf(app, place, change);
  if (base && proposed) return showDiff(base, proposed, `${name} (#${place.number}, ${verb})`);
  const only = proposed ?? base;
  if (!only) throw new Failure(`Could not open "${name}": it is no longer there. Refresh the change request.`);
  await vscode.commands.executeCommand('vscode.open', only, { preview: true }, proposed ? name : `${name} (deleted)`);
}

/** Opens a changed page as it stands in the change request. */
export async function openChangedPage(app: App, { place, change }: ChangeResource): Promise<void> {
  const { proposed } = await pairOf(app, place, change);
  if (!proposed) throw new Failure('The page is deleted in this change request. "Open Changes" shows what it held.');
  await vscode.commands.executeCommand('vscode.open', proposed, { preview: true });
}

/** Compares the page of an editor with the version that its change request began from. */
export async function compareWithBase(app: App, uri: vscode.Uri): Promise<void> {
  const place = await app.content.changeRequestOf(uri);
  const found = place && (await app.content.find(uri));
  if (!found) throw new Failure('Only a page or file of a change request can be compared with its base.');
  const base = await baseOf(app, place);
  const id = found.kind === 'page' ? found.page.id : found.file.id;
  const path = await pathIn(base, found.kind, id);
  const name = found.kind === 'page' ? found.page.title : found.file.name;
  if (!path) throw new Failure(`"${name}" is new in this change request; there is nothing to compare it with.`);
  await showDiff(contentUri({ ...addressOf(base.place), path }), uri, `${name} (#${place.number})`);
}

/** Opens all changed pages and files of a change request together. */
export async function openAllChanges(app: App, place: ChangeRequestPlace): Promise<void> {
  const { number } = place;
  const { subject } = await app.content.changeRequests.get(place);
  const read = await readChanges(place);
  if (!read) throw new Failure(noComparison);
  const resources = await withProgress(`Comparing change request #${number}`, async signal => {
    const triples: [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined][] = [];
    for (const change of read.changes) {
      signal.throwIfAborted();
      const { base, proposed } = await pairOf(app, place, change);
      const label = proposed ?? base;
      if (label) triples.push([label, base, proposed]);
    }
    return triples;
  });
  if (resources.length === 0) throw new Failure(`Change request #${number} changes no pages and no files.`);
  await vscode.commands.executeCommand('vscode.changes', `#${number} ${subject}`, resources);
}

const noComparison =
  'This server does not tell what a change request changes. Its pages can be read and commented on below "All pages".';

async function pairOf(app: App, place: ChangeRequestPlace, change: Change): Promise<Pair> {
  const { page, file, verb } = subjectOf(change);
  const kind = page ? 'page' : 'file';
  const id = page ?? file ?? '';
  const uriIn = async (snapshot: Snapshot) => {
    const path = await pathIn(snapshot, kind, id);
    return path === undefined ? undefined : contentUri({ ...addressOf(snapshot.place), path });
  };
  const proposed = verb === 'deleted' ? undefined : await uriIn(await app.content.snapshot(versionOf(place)));
  const base = verb === 'created' ? undefined : await uriIn(await baseOf(app, place));
  return { base, proposed };
}

/** The content that a change request is compared with: the main content as it was last taken in. */
async function baseOf(app: App, place: ChangeRequestPlace): Promise<Snapshot> {
  const { revisionMergedAncestor, revisionInitial } = await app.content.changeRequests.get(place);
  const version = { kind: 'revision', revision: revisionMergedAncestor ?? revisionInitial } as const;
  const base = await app.content.snapshot({ ...versionOf(place), version });
  try {
    await base.pages();
    return base;
  } catch (error) {
    throw failedAs(error, 'notOffered') ? new Failure(noRevisions) : error;
  }
}

const noRevisions =
  'This server does not offer earlier revisions, so there is nothing to compare with. The page itself can be read.';

async function pathIn(snapshot: Snapshot, kind: 'page' | 'file', id: string): Promise<string | undefined> {
  const layout = kind === 'page' ? await snapshot.pages() : await snapshot.files();
  return layout.byId.get(id)?.path;
}

async function showDiff(base: vscode.Uri, proposed: vscode.Uri, title: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', base, proposed, title, { preview: true });
}
