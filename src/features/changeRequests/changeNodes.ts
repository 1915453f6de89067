import * as vscode from 'vscode';
import { listed } from '../../api/listings.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { type Change, readChanges, type Verb, wordFor } from '../../model/content/changes.ts';
import type { Node, NodePage } from '../../ui/tree/node.ts';

/** What the commands of a changed page or file are given. */
export interface ChangeResource {
  kind: 'change';
  place: ChangeRequestPlace;
  change: Change;
}

/** What a change request changes, as rows; nothing where the server does not tell. */
export async function* changeNodes(
  place: ChangeRequestPlace,
  parent: string,
  signal: AbortSignal,
): AsyncGenerator<NodePage> {
  const read = await readChanges(place, signal);
  if (!read) return;
  yield* listed(read.changes.map((change, index) => changeNode(place, change, index, parent)));
  if (read.more > 0) yield* listed([cutOffNode(read.more, parent)]);
}

const looks: Record<Verb, { icon: string; color: string }> = {
  created: { icon: 'diff-added', color: 'gitDecoration.addedResourceForeground' },
  edited: { icon: 'diff-modified', color: 'gitDecoration.modifiedResourceForeground' },
  deleted: { icon: 'diff-removed', color: 'gitDecoration.deletedResourceForeground' },
  moved: { icon: 'diff-renamed', color: 'gitDecoration.renamedResourceForeground' },
};

function changeNode(place: ChangeRequestPlace, change: Change, index: number, parent: string): Node {
  const { name, page, file, detail, verb } = change;
  const word = wordFor(change);
  const { icon, color } = looks[verb];
  const resource: ChangeResource = { kind: 'change', place, change };
  const canOpen = page !== undefined || file !== undefined;
  return {
    id: `${parent}#changes/${verb}/${page ?? file ?? index}`,
    label: name,
    description: [word, detail].filter(Boolean).join(' · '),
    tooltip: `${name} (${word})`,
    spoken: `${name}, ${word}`,
    icon: new vscode.ThemeIcon(icon, new vscode.ThemeColor(color)),
    contextValue: canOpen ? `change.${verb}` : 'change',
    resource,
    command: canOpen ? { command: 'marginalia.change.open', title: 'Open Changes', arguments: [resource] } : undefined,
  };
}

function cutOffNode(more: number, parent: string): Node {
  const label = `${more} more changes are not listed by the server`;
  return { id: `${parent}#changes/more`, label, icon: new vscode.ThemeIcon('warning'), contextValue: 'note' };
}
