import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { mapItems } from '../../api/listings.ts';
import { allChangeRequestsPath } from '../../api/writes.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import { describeStatus } from '../../model/content/changeRequests.ts';
import type { MissingInput } from '../../model/reviews/inbox.ts';
import type { ListedChangeRequest } from '../../model/reviews/listing.ts';
import { type Query, builtInQueries, statuses as every } from '../../model/reviews/queries.ts';
import { formatAge } from '../../api/time.ts';
import { addressOfPath, type Connection } from '../../model/session/connection.ts';
import { nodeAddress, type Node, type NodePage } from '../../ui/tree/node.ts';
import { changeRequestNode } from '../changeRequests/node.ts';

/** The argument of commands on the row of a review list. */
export interface ReviewListResource {
  kind: 'reviewList';
  connection: Connection;
  query: Query;
}

/** Returns the rows of the lists of an account. */
export function listNodes(app: App, connection: Connection): Node[] {
  return [...builtInQueries, ...app.inbox.settings.savedQueries(connection)].map(query =>
    listNode(app, { kind: 'reviewList', connection, query }),
  );
}

/** Selects the first change request that waits for the user. If there is none, shows the view of spaces. */
export async function revealFirstWaiting({ reviewLists }: Pick<App, 'reviewLists'>): Promise<void> {
  await vscode.commands.executeCommand('marginalia.reviews.focus');
  const isWaitingList = ({ resource }: Node) => (resource as ReviewListResource | undefined)?.query?.id === 'waiting';
  const list = (await reviewLists.getChildren()).find(isWaitingList);
  const rows = list ? await reviewLists.getChildren(list) : [];
  const first = rows.find(({ contextValue }) => contextValue.startsWith('changeRequest.'));
  if (list && first) await reviewLists.reveal(list.id, first.id);
  else await vscode.commands.executeCommand('marginalia.spaces.focus');
}

/** Returns the address that is touched when a list has changed on the server. */
export function addressOfReviewList(connection: Connection, query: Pick<Query, 'id'>): string {
  return `review/${connection.id}/${query.id}`;
}

const icons: ReadonlyMap<string, string> = new Map([
  ['waiting', 'inbox'],
  ['mine', 'account'],
  ['open', 'git-pull-request'],
  ['drafts', 'git-pull-request-draft'],
  ['merged', 'git-merge'],
]);

function listNode(app: App, resource: ReviewListResource): Node {
  const { connection, query } = resource;
  const id = addressOfReviewList(connection, query);
  const isStanding = builtInQueries.includes(query);
  const { days } = query;
  const remark = isStanding ? (days === undefined ? '' : t`The last ${days} days`) : describeQuery(query);
  return {
    id,
    label: query.name,
    description: isStanding ? (days === undefined ? '' : t`${days} days`) : describeQuery(query),
    tooltip: [query.name, remark].filter(Boolean).join('\n'),
    icon: new vscode.ThemeIcon(icons.get(query.id) ?? 'search'),
    contextValue: isStanding ? 'reviewList' : 'reviewList.saved',
    resource,
    children: {
      list: signal => rowsOf(app, resource, signal),
      empty: emptyTextOf(query),
      expanded: query.id === 'waiting',
      dependsOn: [addressOfPath(connection, allChangeRequestsPath), id],
    },
  };
}

function emptyTextOf({ id, days }: Query): string {
  if (id === 'waiting') return t('Nothing waits for you');
  return days === undefined ? t('No change requests') : t`None in the last ${days} days`;
}

/** Describes the conditions of a query. */
export function describeQuery({ statuses, space, author, reviewer, text }: Omit<Query, 'id' | 'name'>): string {
  const parts = [
    statuses.length === every.length ? t('any status') : statuses.map(describeStatus).join(', '),
    space?.title,
    author && (author === 'me' ? t('by me') : t`by ${author.name}`),
    reviewer && (reviewer === 'me' ? t('asks me') : t`asks ${reviewer.name}`),
    text && t`"${text}"`,
  ];
  return parts.filter(Boolean).join(' · ');
}

async function* rowsOf(
  app: App,
  { connection, query }: ReviewListResource,
  signal: AbortSignal,
): AsyncGenerator<NodePage> {
  const list = addressOfReviewList(connection, query);
  // The view of spaces comes first: while it is visible, signing in and its first rows take 2 requests in 1 round trip,
  // and nothing here delays them. After that the badge takes 1 request for the organizations and 1 for each of them,
  // and where something waits 1 for the titles of their spaces and 1 for the reviews of each change request.
  await app.tree.whenFirstRowsRead();
  const missing = await app.inbox.missingInput(connection, query, signal);
  if (missing) return yield { items: [missingNode(missing, list)], hasMore: false };
  yield* mapItems(app.inbox.list(connection, query, signal), entry => withListIds(list, rowOf(app, entry)));
}

/** Returns a row that asks for a choice without which the list cannot be read. */
function missingNode(missing: MissingInput, list: string): Node {
  const isCaller = missing === 'caller';
  const label = isCaller ? t('Choose who you are') : t('Choose spaces to watch');
  const why = isCaller ? t('This server does not say whose token it is') : t('This server lists no spaces together');
  const sentences = isCaller
    ? t('Choose who you are. This server does not say whose token it is.')
    : t('Choose spaces to watch. This server lists no spaces together.');
  const command = isCaller ? 'marginalia.reviewList.chooseCaller' : 'marginalia.reviewList.watchSpaces';
  return {
    id: `${list}/missing`,
    label,
    description: why,
    tooltip: sentences,
    accessibleLabel: sentences,
    icon: new vscode.ThemeIcon(isCaller ? 'account' : 'eye'),
    contextValue: 'note',
    command: { command, title: label },
  };
}

/** Creates the row of a change request. The description starts with what matters most for a decision. */
function rowOf(app: App, entry: ListedChangeRequest): Node {
  const { place, changeRequest, space, organization } = entry;
  return extendRow(changeRequestNode(app, place, changeRequest), row => {
    const { createdBy, updatedAt, outdated } = app.content.changeRequests.cached(place) ?? changeRequest;
    const location = [space, organization].filter(Boolean).join(', ');
    const commentCount = app.inbox.newComments(place);
    const parts = [
      commentCount > 0 ? t`${commentCount} new` : '',
      row.description,
      verdictInWords(app, entry),
      location,
      createdBy.displayName,
      formatAge(updatedAt, vscode.env.language, { isNarrow: true }),
    ];
    const age = formatAge(updatedAt, vscode.env.language);
    const { connection, space: spaceId, number } = place;
    const overview = overviewUri({ connection: connection.id, space: spaceId, changeRequest: number });
    return {
      ...row,
      description: parts.filter(Boolean).join(' · '),
      tooltip: [row.tooltip, location].join('\n'),
      accessibleLabel: [row.accessibleLabel, describeNewComments(commentCount), ...parts.slice(2, -1), age]
        .filter(Boolean)
        .join(', '),
      // VS Code caches decorations by URI, so the URI changes with the state.
      uri: overview.with({ fragment: `${updatedAt} ${outdated}` }),
    };
  });
}

function describeNewComments(count: number): string {
  if (count === 0) return '';
  return count === 1 ? t('1 new comment') : t`${count} new comments`;
}

/** Extends a row, also when it is refreshed. */
function extendRow(row: Node, extend: (row: Node) => Node): Node {
  const { fetchAgain, fromCache } = row;
  return {
    ...extend(row),
    fetchAgain: fetchAgain && (signal => fetchAgain(signal).then(fresh => fresh && extendRow(fresh, extend))),
    fromCache: fromCache && (() => fromCache().then(fresh => extendRow(fresh, extend))),
  };
}

/**
 * Makes the IDs of a row and its children unique to a list, because several lists may contain the same change request.
 */
function withListIds(list: string, row: Node): Node {
  const { id, children, fetchAgain, fromCache } = row;
  return {
    ...row,
    id: `${list}|${id}`,
    address: nodeAddress(row),
    fetchAgain: fetchAgain && (signal => fetchAgain(signal).then(fresh => fresh && withListIds(list, fresh))),
    fromCache: fromCache && (() => fromCache().then(fresh => withListIds(list, fresh))),
    children: children && {
      ...children,
      list: signal => mapItems(children.list(signal), one => withListIds(list, one)),
      ...(children.footer && { footer: children.footer.map(one => withListIds(list, one)) }),
    },
  };
}

function verdictInWords({ inbox }: App, { place }: ListedChangeRequest): string {
  const verdicts = inbox.knownVerdicts(place)?.filter(({ isOutdated }) => !isOutdated) ?? [];
  if (verdicts.some(({ status }) => status === 'changes-requested')) return t('changes requested');
  return verdicts.some(({ status }) => status === 'approved') ? t('approved') : '';
}
