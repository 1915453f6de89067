import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError, isOutage } from '../../api/errors.ts';
import { isCancellation } from '../../api/failure.ts';
import { formatList } from '../../api/lists.ts';
import { formatDateTime } from '../../api/time.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { concatLists, singlePage } from '../../api/listings.ts';
import { overviewUri } from '../../model/content/address.ts';
import {
  addressOfChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
  addressOfContent,
  describeStatus,
  hasEnded,
} from '../../model/content/changeRequests.ts';
import { addressOfRights, type SpacePlace, type SpaceRight } from '../../model/rights.ts';
import type { Conflict } from '../../model/content/conflicts.ts';
import { changeRequestLinksOf, descriptionLine } from '../../model/reviews/description.ts';
import { checklist, unmetChecks } from '../../model/reviews/checklist.ts';
import { resourceAddress } from '../../model/session/connection.ts';
import {
  describeConflict,
  isConflictResolved,
  findUnresolvedConflict,
} from '../../model/content/unresolvedConflicts.ts';
import { type Node, type NodePage, toRowPages, noteFields } from '../../ui/tree/node.ts';
import { conversationsNode } from '../comments/node.ts';
import { type DocumentResource, filesNode, pagesNode } from '../content/node.ts';
import {
  addressOfSince,
  addressOfViewed,
  areViewedHidden,
  changeNodes,
  describeOpenComments,
  countComments,
} from '../reviews/node.ts';
import { addressOfPageDrafts, pageDraftsNodes } from '../writing/node.ts';
import { reviewersNode } from './reviewerRows.ts';

/** The argument of commands on the row of a change request. */
export interface ChangeRequestResource extends ChangeRequestPlace {
  kind: 'changeRequest';
  /** Address of the change request in the service's own app. */
  link: string | undefined;
}

const rightVerbs: Record<SpaceRight, string> = {
  comment: t({ message: 'comment', comment: ['Infinitive, as in "You may not comment it."'] }),
  edit: t({ message: 'edit', comment: ['Infinitive, as in "You may not edit it."'] }),
  merge: t({ message: 'merge', comment: ['Infinitive, as in "You may not merge it."'] }),
};

const refusalSuffixes = { comment: '.noComment', edit: '.noEdit', merge: '.noMerge' } as const;

type Status = 'open' | 'draft' | 'merged' | 'archived';

/** Lists the change requests of a space with one status. */
export function changeRequestNodes(
  app: App,
  { connection, space: spaceId }: SpacePlace,
  status: Status,
  signal: AbortSignal,
): AsyncIterable<NodePage> {
  const pages = connection.api.list(
    'GET /spaces/{spaceId}/change-requests',
    { spaceId, query: { status, limit: 1000 } },
    { signal },
  );
  const requestedAt = performance.now();
  return toRowPages(pages, changeRequest => {
    const place = { connection, space: spaceId, number: changeRequest.number };
    app.content.changeRequests.add(place, changeRequest, requestedAt);
    return changeRequestNode(app, place, changeRequest);
  });
}

/** Creates a row that lists the change requests of one status. */
export function changeRequestGroup(app: App, space: SpacePlace, status: 'merged' | 'archived', parent: string): Node {
  const { label, accessibleLabel, empty } = groups[status];
  return {
    id: `${parent}#${status}`,
    label,
    accessibleLabel,
    icon: iconOf(status),
    contextValue: `changeRequests.${status}`,
    children: {
      list: signal => changeRequestNodes(app, space, status, signal),
      empty,
      dependsOn: changeRequestListDependencies(space),
    },
  };
}

const groups = {
  merged: {
    label: t({ message: 'Merged', comment: ['Group of change requests'] }),
    accessibleLabel: t('Merged change requests'),
    empty: t('No merged change requests'),
  },
  archived: {
    label: t({ message: 'Archived', comment: ['Group of change requests'] }),
    accessibleLabel: t('Archived change requests'),
    empty: t('No archived change requests'),
  },
};

/** Returns the addresses whose changes refresh a list of the change requests of a space. */
export function changeRequestListDependencies(place: SpacePlace): string[] {
  const { connection, space: spaceId } = place;
  return [resourceAddress(connection, '/spaces/{spaceId}/change-requests', { spaceId }), addressOfRights(place)];
}

export function changeRequestNode(app: App, place: ChangeRequestPlace, changeRequest: ChangeRequest): Node {
  const { number, subject, status } = changeRequest;
  const id = addressOfChangeRequest(place);
  const refused = app.content.rights.refusedIn(place);
  const conflict = conflictOf(app, place, changeRequest);
  const progress = progressOf(app, place, changeRequest);
  const since = app.reviews.since(place);
  const viewed = progress ? t`${progress.viewed} of ${progress.all} viewed` : '';
  const remarks = [
    conflict ? t('conflict') : '',
    ...remarksOn(changeRequest),
    since ? t`since ${since.label}` : '',
    viewed,
  ].filter(Boolean);
  const resource: ChangeRequestResource = { kind: 'changeRequest', ...place, link: changeRequest.urls?.app };
  return {
    id,
    label: `#${number} ${subject || t('Untitled')}`,
    description: remarks.join(' · '),
    tooltip: tooltipFor(changeRequest, refused, conflict),
    accessibleLabel: [
      ...new Set([t`Change request ${number}`, subject || t('Untitled'), describeStatus(status), ...remarks]),
    ].join(', '),
    icon: conflict ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')) : iconOf(status),
    command: {
      command: 'marginalia.changeRequest.openReviewPage',
      title: t('Open Review Page'),
      arguments: [overviewUri({ connection: place.connection.id, space: place.space, changeRequest: number })],
    },
    contextValue: `changeRequest.${status}${refusalSuffix(refused)}${conflict ? '.conflict' : ''}${since ? '.since' : ''}`,
    resource,
    fetchAgain: async signal => {
      const fresh = await app.content.changeRequests.fetch(place, signal);
      countComments(app, place);
      return changeRequestNode(app, place, fresh);
    },
    fromCache: async () => changeRequestNode(app, place, await app.content.changeRequests.get(place)),
    children: {
      list: signal => contentsOf(app, place, signal),
      empty: t('Nothing in it'),
      dependsOn: [
        addressOfContent(place),
        addressOfRights(place),
        addressOfSince(place),
        addressOfPageDrafts({ ...place, connection: place.connection.id }),
        ...(areViewedHidden() ? [addressOfViewed(place)] : []),
      ],
    },
  };
}

/**
 * Returns how many changes of the current revision are viewed. Loads the changes again if an older revision is cached.
 */
function progressOf({ reviews, failures }: App, place: ChangeRequestPlace, { revision }: ChangeRequest) {
  const cached = reviews.cached(place);
  if (!cached || !revision || cached.revision === revision) return reviews.progress(place);
  reviews.read(place).catch(error => failures.log('Could not count the viewed changes.', error));
  return undefined;
}

/** Returns the unresolved conflict of a change request. If it may be resolved, that is checked in the background. */
function conflictOf({ content, failures }: App, place: ChangeRequestPlace, changeRequest: ChangeRequest) {
  const { conflicts } = content;
  const conflict = conflicts.of(place);
  if (!conflict) return undefined;
  const isResolved = isConflictResolved(conflict, changeRequest);
  const canBeResolved = isResolved || conflict.revision !== changeRequest.revision;
  if (canBeResolved) {
    findUnresolvedConflict(content, place).catch(error =>
      failures.log('Could not store that a conflict is resolved.', error),
    );
  }
  return isResolved ? undefined : conflict;
}

function contentsOf(app: App, place: ChangeRequestPlace, signal: AbortSignal): AsyncIterable<NodePage> {
  const id = addressOfChangeRequest(place);
  const { connection, space, number } = place;
  const version = { connection, space, version: { kind: 'changeRequest', number } } as const;
  return concatLists([
    singlePage([
      overviewNode(place, app.content.rights.refusedIn(place)),
      reviewersNode(app, place),
      conversationsNode(app, place),
    ]),
    unsentPages(app, place),
    changesOrNote(app, place, signal),
    singlePage([pagesNode(app, version, id), filesNode(app, version, id)]),
  ]);
}

async function* unsentPages(app: App, place: ChangeRequestPlace): AsyncGenerator<NodePage> {
  yield { items: await pageDraftsNodes(app, place), hasMore: false };
}

/** Lists the changes, or a note if they cannot be listed, so that the other rows are still shown. */
async function* changesOrNote(app: App, place: ChangeRequestPlace, signal: AbortSignal): AsyncGenerator<NodePage> {
  try {
    yield* changeNodes(app, place, signal);
  } catch (error) {
    // The tree itself shows one message if the service is unreachable or nobody is signed in.
    if (isCancellation(error) || isOutage(error) || isApiError(error, 'signedOut')) throw error;
    const note = {
      ...noteFields(t('Changes could not be listed'), t('Refresh to try again')),
      id: `${addressOfChangeRequest(place)}#changes/failed`,
      icon: new vscode.ThemeIcon('warning'),
      failure: error,
    };
    yield { items: [note], hasMore: false };
  }
}

function overviewNode(place: ChangeRequestPlace, refused: readonly SpaceRight[]): Node {
  const { connection, space, number } = place;
  const parent = addressOfChangeRequest(place);
  const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
  const resource: DocumentResource = { kind: 'document', uri };
  return {
    id: `${parent}#overview`,
    label: t('Overview and discussion'),
    icon: new vscode.ThemeIcon('comment-discussion'),
    contextValue: `changeRequestOverview${refusalSuffix(refused)}`,
    resource,
    command: { command: 'marginalia.document.open', title: t('Open'), arguments: [uri] },
  };
}

function refusalSuffix(refused: readonly SpaceRight[]): string {
  return refused.map(right => refusalSuffixes[right]).join('');
}

function remarksOn({ status, outdated, comments }: ChangeRequest): string[] {
  return [
    status === 'open' ? '' : describeStatus(status),
    outdated && !hasEnded({ status }) ? t('outdated') : '',
    comments > 0 ? describeOpenComments(comments) : '',
  ].filter(Boolean);
}

/** Returns the details that do not fit beside the subject, and the unmet requirements for merging. */
function tooltipFor(
  changeRequest: ChangeRequest,
  refused: readonly SpaceRight[],
  conflict: Conflict | undefined,
): string {
  const { number, subject, status, createdBy, updatedAt } = changeRequest;
  const lines = [
    `#${number} ${escapeLine(subject, 300)}`,
    tEscaped`${describeStatus(status)}, by ${createdBy.displayName}`,
  ];
  const description = descriptionLine(changeRequest, 300);
  if (description) lines.push(description);
  const links = changeRequestLinksOf(changeRequest) ?? [];
  lines.push(...links.slice(0, 3).map(({ kind, title }) => `${escapeLine(kind, 300)}: ${escapeLine(title, 300)}`));
  const more = links.length - 3;
  if (more > 0) lines.push(more === 1 ? t('1 more link') : t`${more} more links`);
  const updated = formatDateTime(updatedAt, vscode.env.language);
  if (updated) lines.push(t`Updated ${updated}`);
  const facts = { changeRequest, conflict: conflict && { ...conflict, pages: [] } };
  if (!hasEnded(changeRequest)) lines.push(...unmetChecks(checklist(facts)).map(({ text }) => text));
  else if (facts.conflict) lines.push(describeConflict(facts.conflict));
  const verbs = formatList(
    refused.map(right => rightVerbs[right]),
    'disjunction',
  );
  if (verbs && status !== 'merged') lines.push(t`You may not ${verbs} it.`);
  return lines.join('\n');
}

const icons: ReadonlyMap<string, { icon: string; color: string }> = new Map(
  Object.entries({
    open: { icon: 'git-pull-request', color: 'charts.green' },
    draft: { icon: 'git-pull-request-draft', color: 'descriptionForeground' },
    merged: { icon: 'git-merge', color: 'charts.purple' },
    archived: { icon: 'archive', color: 'descriptionForeground' },
  }),
);

function iconOf(status: string): vscode.ThemeIcon {
  const { icon, color } = icons.get(status) ?? { icon: 'git-pull-request', color: 'foreground' };
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
