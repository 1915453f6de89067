import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import { type Node, resourceOf } from '../../ui/tree/node.ts';
import { type MoveDestination, moveTo, fetchSiblings } from '../moving/move.ts';
import { dropPages } from '../moving/movePages.ts';
import type { OrganizationResource } from '../organizations/node.ts';
import { type ContainerItem, containerItemOfRow, pointerTo } from '../moving/containerItems.ts';
import { isMovableRow } from '../picking/choosePages.ts';
import { dropSections, navigationEntryOfRow } from './dropSections.ts';

/** Handles a drop, and reports its failure. */
export async function handleDrop(
  app: App,
  target: Node | undefined,
  dragged: vscode.DataTransferItem | undefined,
): Promise<void> {
  try {
    if (dragged) await drop(app, target, dragged);
  } catch (error) {
    app.failures.show(t('move it'), error);
  }
}

/**
 * Moves dropped rows: spaces and collections into the target, or after it if that is a space. Sections and pages have
 * their own rules.
 */
async function drop(app: App, target: Node | undefined, dragged: vscode.DataTransferItem): Promise<void> {
  // Other extensions can drop arbitrary data.
  const rows = ([dragged.value].flat() as Node[]).filter(isTrustedTarget);
  if (!target || rows.length === 0) return;
  const isBelow = (row: Node, others: readonly Node[]) =>
    others.some(other => other !== row && isInside(app, row, other));
  if (rows.every(row => navigationEntryOfRow(row))) return dropSections(target, rows);
  if (rows.every(isMovableRow)) return dropPages(app, target, rows);
  const moved = rows
    .filter(row => row.id !== target.id || rows.length === 1)
    .filter((row, _, others) => !isBelow(row, others));
  const all = moved.flatMap(row => containerItemOfRow(row) ?? []);
  if (all.length < moved.length) {
    throw new Failure(
      t(
        'Only spaces and collections can be moved, sections and section groups of one site, or pages of one change request. ' +
          'Nothing was moved.',
      ),
    );
  }
  if (rows.length === 1 && rows[0]?.id === target.id) return;
  const into = rows.find(row => isInside(app, target, row) && containerItemOfRow(row)?.type === 'collection');
  if (into) throw new Failure(tEscaped`"${into.label}" cannot be put into itself, or into what lies in it.`);
  await moveTo(app, all, await destinationOf(target, all));
}

/** Returns true if a row is another row, or below it. */
function isInside({ tree }: App, row: Node, other: Node): boolean {
  for (let at: Node | undefined = row; at; at = tree.getParent(at)) if (at.id === other.id) return true;
  return false;
}

async function destinationOf(target: Node, all: readonly ContainerItem[]): Promise<MoveDestination> {
  const beside = containerItemOfRow(target);
  const organization = resourceOf<OrganizationResource>(target, 'organization')?.organization;
  const home = beside?.organization ?? organization?.id;
  if (!home)
    throw new Failure(t('Drop it on a collection, on the space that it is to stand after, or on the organization.'));
  if (all.some(one => one.organization !== home)) {
    throw new Failure(t('It belongs to another organization. Use "Transfer to Another Organization..." first.'));
  }
  if (beside?.type === 'space') {
    const place = { kind: 'after' as const, title: beside.title };
    return { parent: beside.parent, position: { after: pointerTo(beside) }, place };
  }
  const parent = beside?.id;
  const place: MoveDestination['place'] = beside
    ? { kind: 'in', title: beside.title }
    : { kind: 'top', title: organization?.title ?? '' };
  const isSameParent = all.every(one => one.parent === parent);
  return { parent, place, position: isSameParent ? await firstPosition(all) : undefined };
}

/** Returns the first position, for items that are dropped on the parent that they are already in. */
async function firstPosition(all: readonly ContainerItem[]): Promise<MoveDestination['position']> {
  const [one] = all;
  if (!one) return undefined;
  const moved = new Set(all.map(({ id }) => id));
  const next = (await fetchSiblings(one, new AbortController().signal)).find(({ id }) => !moved.has(id));
  return next && { before: pointerTo(next) };
}
