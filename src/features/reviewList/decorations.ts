import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseOverviewUri } from '../../model/content/address.ts';
import { addressOfChangeRequest } from '../../model/content/changeRequests.ts';

/**
 * Returns the badge of the row of a change request. VS Code requests badges only for visible rows, so verdicts are
 * fetched only for these.
 */
export async function markOf(app: App, uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
  const address = parseOverviewUri(uri);
  const connection = address && (await app.session.find(address.connection));
  if (!connection) return undefined;
  const place = { connection, space: address.space, number: address.changeRequest };
  const changeRequest = app.content.changeRequests.cached(place);
  if (!changeRequest) return undefined;
  const { inbox } = app;
  const before = inbox.knownVerdicts(place);
  const verdicts = await inbox.verdicts(place, changeRequest).catch(error => {
    app.failures.log('Could not read the verdicts of reviewers.', error);
    return undefined;
  });
  const isChanged = verdicts !== before && [verdicts, before].some(some => some && some.length > 0);
  if (isChanged) app.reviewLists.refreshFromCache(addressOfChangeRequest(place));
  const now = verdicts?.filter(({ isOutdated }) => !isOutdated) ?? [];
  const marks = [
    ...(changeRequest.outdated && changeRequest.status !== 'merged' ? [{ letter: 'O', meaning: t('Outdated') }] : []),
    ...(now.some(({ status }) => status === 'changes-requested')
      ? [{ letter: '✗', meaning: t('Changes requested') }]
      : now.some(({ status }) => status === 'approved')
        ? [{ letter: '✓', meaning: t('Approved') }]
        : []),
  ];
  if (marks.length === 0) return undefined;
  const badge = marks.map(({ letter }) => letter).join('');
  return new vscode.FileDecoration(badge, marks.map(({ meaning }) => meaning).join(', '));
}
