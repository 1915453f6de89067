import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { singlePage } from '../../api/listings.ts';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace, parametersOf } from '../../model/content/changeRequests.ts';
import { knownVerdicts, readReviewers, type Reviewer, describeVerdict } from '../../model/reviews/reviewers.ts';
import { resourceAddress } from '../../model/session/connection.ts';
import type { Node } from '../../ui/tree/node.ts';

/** The argument of commands on the row of a reviewer. */
export interface ReviewerResource extends Pick<Reviewer, 'name' | 'isAsked'> {
  kind: 'reviewer';
  place: ChangeRequestPlace;
  user: string;
}

/** Creates a row that lists the requested reviewers and their verdicts. */
export function reviewersNode(app: App, place: ChangeRequestPlace): Node {
  const address = addressOfChangeRequest(place);
  const lists = [
    '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
  ] as const;
  return {
    id: `${address}#reviewers`,
    label: t('Reviewers'),
    icon: new vscode.ThemeIcon('person'),
    contextValue: 'changeRequestReviewers',
    children: {
      list: signal => reviewerNodes(app, place, signal),
      empty: t('Nobody was asked'),
      dependsOn: [address, ...lists.map(list => resourceAddress(place.connection, list, parametersOf(place)))],
    },
  };
}

async function* reviewerNodes(app: App, place: ChangeRequestPlace, signal: AbortSignal) {
  const changeRequest = await app.content.changeRequests.get(place);
  const isClosed = changeRequest.status === 'merged' || changeRequest.status === 'archived';
  const canAsk = !isClosed && !app.content.rights.refusedIn(place).includes('edit');
  const me = app.inbox.callerId(place.connection);
  const reviewers = await readReviewers(place, knownVerdicts(place, changeRequest), signal);
  // The user is not offered to ask themselves for a review.
  const isAskable = ({ user }: Reviewer) => canAsk && (me === undefined || user !== me);
  yield* singlePage(reviewers.map((reviewer, index) => reviewerNode(place, reviewer, index, isAskable(reviewer))));
}

function reviewerNode(place: ChangeRequestPlace, reviewer: Reviewer, index: number, canAsk: boolean): Node {
  const { user, name, isAsked, verdict, isVerdictKnown } = reviewer;
  const fallbackStatus = isVerdictKnown ? t('asked') : '';
  const status = verdict ? describeVerdict(verdict) : fallbackStatus;
  const resource: ReviewerResource | undefined =
    user === undefined ? undefined : { kind: 'reviewer', place, user, name, isAsked };
  return {
    id: `${addressOfChangeRequest(place)}#reviewers/${user ?? index}`,
    label: name,
    description: status,
    tooltip: status ? `${name}: ${status}` : name,
    accessibleLabel: status ? `${name}, ${status}` : name,
    icon: isVerdictKnown ? iconOf(verdict) : new vscode.ThemeIcon('person'),
    contextValue: resource && canAsk ? 'reviewer.person' : 'reviewer',
    resource,
  };
}

function iconOf(verdict: Reviewer['verdict']): vscode.ThemeIcon {
  const [icon, color] = icons.get(verdict?.status ?? '') ?? ['circle-outline', mutedColor];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(verdict?.isOutdated ? mutedColor : color));
}

const mutedColor = 'descriptionForeground';
const icons: ReadonlyMap<string, [icon: string, color: string]> = new Map([
  ['approved', ['pass', 'charts.green']],
  ['changes-requested', ['request-changes', 'charts.red']],
]);
