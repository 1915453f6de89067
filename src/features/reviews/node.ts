import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import {
  addressOfChangeRequest,
  type ChangeRequestPlace,
  addressOfContent,
} from '../../model/content/changeRequests.ts';
import { changeTitle, type ChangeVerb, verbLabel } from '../../model/content/changes.ts';
import type { AncestorFolder, ReviewContent, ReviewedChange } from '../../model/reviews/readReview.ts';
import type { Node, NodePage } from '../../ui/tree/node.ts';

/** The argument of commands on the row of a changed page or file. */
export interface ChangeResource {
  kind: 'change';
  place: ChangeRequestPlace;
  change: ReviewedChange;
}

/** The argument of commands on the row of a folder of changed pages. */
export interface ChangeFolderResource {
  kind: 'changeFolder';
  place: ChangeRequestPlace;
  changes: readonly ReviewedChange[];
}

/** Lists the changes of a change request as rows; none if the server does not list changes. */
export async function* changeNodes(
  app: App,
  place: ChangeRequestPlace,
  signal: AbortSignal,
  folder: readonly AncestorFolder[] = [],
): AsyncGenerator<NodePage> {
  const review = await app.reviews.read(place, signal);
  if (!review) return;
  if (folder.length === 0) countComments(app, place);
  const visible = review.changes.filter(change => !isHidden(app, place, change));
  const rows = entriesIn(visible, folder).map(entry =>
    'ancestors' in entry ? changeNode(app, place, entry) : folderNode(app, place, entry.folder, folder.length),
  );
  if (folder.length > 0) yield { items: rows, hasMore: false };
  else
    yield {
      items: [...sinceNode(app, place, review), ...rows, ...notes(place, review, visible.length)],
      hasMore: false,
    };
}

/** Starts counting the open comments on pages. The rows are shown before the counts are known. */
export function countComments({ reviews, failures }: App, place: ChangeRequestPlace): void {
  reviews.countComments(place).catch(error => failures.log('Could not count the comments on changed pages.', error));
}

/** Returns the address that is touched when a change is marked as viewed or not viewed. */
export function addressOfViewed(place: ChangeRequestPlace): string {
  return `${addressOfChangeRequest(place)}#viewed`;
}

/** Returns the address that is touched when the changes are compared with another revision. */
export function addressOfSince(place: ChangeRequestPlace): string {
  return `${addressOfChangeRequest(place)}#since`;
}

/** Returns whether viewed changes are hidden. */
export function areViewedHidden(): boolean {
  return vscode.workspace.getConfiguration('marginalia').get<boolean>('review.hideViewed', false);
}

function isHidden(app: App, place: ChangeRequestPlace, change: ReviewedChange): boolean {
  return areViewedHidden() && app.reviews.isViewed(place, change) === true;
}

/**
 * Returns the changes directly in a folder, and the paths of its subfolders. A folder with a single subfolder and
 * nothing else is merged with the subfolder.
 */
function entriesIn(
  changes: readonly ReviewedChange[],
  folder: readonly AncestorFolder[],
): (ReviewedChange | { folder: readonly AncestorFolder[] })[] {
  const entries = new Map<ReviewedChange | string, ReviewedChange | { folder: readonly AncestorFolder[] }>();
  for (const change of changes.filter(({ ancestors }) => isInFolder(ancestors, folder))) {
    const next = change.ancestors[folder.length];
    if (next === undefined) entries.set(change, change);
    else if (!entries.has(next.slug)) entries.set(next.slug, { folder: onlySubfolder(changes, [...folder, next]) });
  }
  return [...entries.values()];
}

function onlySubfolder(
  changes: readonly ReviewedChange[],
  folder: readonly AncestorFolder[],
): readonly AncestorFolder[] {
  const next = changes
    .filter(({ ancestors }) => isInFolder(ancestors, folder))
    .map(({ ancestors }) => ancestors[folder.length]);
  const [only] = next;
  const isOne = only !== undefined && next.every(one => one?.slug === only.slug);
  return isOne ? onlySubfolder(changes, [...folder, only]) : folder;
}

function isInFolder(folders: readonly AncestorFolder[], folder: readonly AncestorFolder[]): boolean {
  return folder.every(({ slug }, index) => folders[index]?.slug === slug);
}

const looks: Record<ChangeVerb, { icon: string; color: string }> = {
  created: { icon: 'diff-added', color: 'gitDecoration.addedResourceForeground' },
  edited: { icon: 'diff-modified', color: 'gitDecoration.modifiedResourceForeground' },
  deleted: { icon: 'diff-removed', color: 'gitDecoration.deletedResourceForeground' },
  moved: { icon: 'diff-renamed', color: 'gitDecoration.renamedResourceForeground' },
};

function changeNode(app: App, place: ChangeRequestPlace, change: ReviewedChange): Node {
  const { name, formerName, page, file, verb } = change;
  const detail = formerName === undefined ? change.detail : changeTitle(change);
  const word = verbLabel(change);
  const { icon, color } = looks[word === t('renamed') ? 'moved' : verb];
  const resource: ChangeResource = { kind: 'change', place, change };
  const canOpen = page !== undefined || file !== undefined;
  const canComment = !app.content.rights.refusedIn(place).includes('comment');
  const mark = page === undefined ? '.file' : canComment ? '' : '.noComment';
  const isViewed = app.reviews.isViewed(place, change);
  const comments = app.reviews.openComments(place, change);
  const open = comments > 0 ? t`${comments} open` : '';
  return {
    id: `${addressOfChangeRequest(place)}#changes/${verb}/${page ?? file ?? `${detail}/${name}`}`,
    label: name,
    description: [word, open, detail].filter(Boolean).join(' · '),
    tooltip: `${name} (${word})${open && `\n${describeOpenComments(comments)}`}`,
    accessibleLabel: [
      name,
      word,
      formerName && t`before: ${formerName}`,
      open && describeOpenComments(comments),
      isViewed ? t('viewed') : '',
    ]
      .filter(Boolean)
      .join(', '),
    icon: new vscode.ThemeIcon(icon, new vscode.ThemeColor(color)),
    contextValue: canOpen ? `change.${verb}${mark}` : 'change',
    resource,
    checkbox: isViewed === undefined ? undefined : { isTicked: isViewed, accessibleLabel: t`Viewed: ${name}` },
    command: canOpen
      ? { command: 'marginalia.change.open', title: t('Open Changes'), arguments: [resource] }
      : undefined,
    fromCache: async () => changeNode(app, place, change),
  };
}

export function describeOpenComments(open: number): string {
  return open === 1 ? t('1 open comment') : t`${open} open comments`;
}

function folderNode(app: App, place: ChangeRequestPlace, folder: readonly AncestorFolder[], above = 0): Node {
  const changes = (app.reviews.cached(place)?.changes ?? []).filter(({ ancestors }) => isInFolder(ancestors, folder));
  const seen = changes.map(change => app.reviews.isViewed(place, change)).filter(one => one !== undefined);
  const viewed = seen.filter(Boolean).length;
  const name = folder
    .map(({ title }) => title)
    .slice(above)
    .join(' / ');
  const resource: ChangeFolderResource = { kind: 'changeFolder', place, changes };
  return {
    id: `${addressOfChangeRequest(place)}#changes/in/${folder.map(({ slug }) => slug).join('/')}`,
    label: name,
    description: t`${viewed} of ${seen.length}`,
    accessibleLabel: t`${name}, ${viewed} of ${seen.length} viewed`,
    icon: new vscode.ThemeIcon('folder'),
    contextValue: 'changeFolder',
    resource,
    checkbox:
      seen.length === 0
        ? undefined
        : { isTicked: viewed === seen.length, accessibleLabel: t`Viewed: all changes in ${name}` },
    fromCache: async () => folderNode(app, place, folder, above),
    children: {
      list: signal => changeNodes(app, place, signal, folder),
      empty: t('All of it is viewed'),
      expanded: true,
      dependsOn: [
        addressOfContent(place),
        addressOfSince(place),
        ...(areViewedHidden() ? [addressOfViewed(place)] : []),
      ],
    },
  };
}

/** Returns a row that names the revision with which the changes are compared; none if that is the base. */
function sinceNode({ reviews }: App, place: ChangeRequestPlace, { changes }: ReviewContent): Node[] {
  const since = reviews.since(place);
  if (!since) return [];
  const description =
    changes.length === 0 ? t`Nothing has changed since ${since.label}` : t`Changes since ${since.label}`;
  const resource = { kind: 'changeRequest', ...place };
  const id = `${addressOfChangeRequest(place)}#changes/since`;
  const icon = new vscode.ThemeIcon('history');
  return [
    {
      id,
      label: '',
      description,
      accessibleLabel: description,
      tooltip: description,
      icon,
      contextValue: 'changesSince',
      resource,
    },
  ];
}

function notes(place: ChangeRequestPlace, { changes, more }: ReviewContent, visible: number): Node[] {
  const id = `${addressOfChangeRequest(place)}#changes`;
  const hidden = changes.length - visible;
  const label = hidden === 1 ? t('1 viewed change is hidden') : t`${hidden} viewed changes are hidden`;
  return [
    ...(hidden > 0
      ? [{ id: `${id}/hidden`, label: '', description: label, accessibleLabel: label, contextValue: 'note' }]
      : []),
    ...(more > 0 ? [cutOffNode(more, id)] : []),
  ];
}

function cutOffNode(more: number, parent: string): Node {
  const label =
    more === 1 ? t('1 more change is not listed by the server') : t`${more} more changes are not listed by the server`;
  return { id: `${parent}/more`, label, icon: new vscode.ThemeIcon('warning'), contextValue: 'note' };
}
