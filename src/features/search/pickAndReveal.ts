import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { prefetchFirstPage, concatLists, mapItems, filterItems, type ListPage } from '../../api/listings.ts';
import { isId, normalizeResources } from '../../api/normalize.ts';
import type { App } from '../../app.ts';
import { emojiOf } from '../../markdown/document.ts';
import { overviewUri } from '../../model/content/address.ts';
import { describeStatus, normalizeChangeRequest } from '../../model/content/changeRequests.ts';
import { openAddressOf } from '../../model/content/openAddresses.ts';
import type { Organization } from '../../model/organizations.ts';
import type { Connection } from '../../model/session/connection.ts';
import { spacesOf } from '../../model/spaces.ts';
import { type Choice, pickFrom } from '../../ui/prompts.ts';
import { normalizeItems, skipForbidden } from '../picking/pick.ts';
import { treePathToSite, treePathToSpace } from '../opening/treePaths.ts';

/** The action that runs when a row is picked. */
type GoToAction = () => Promise<unknown>;

/** Lets the user pick a space, a site or a change request, and reveals it. */
export async function pickAndReveal(app: App): Promise<void> {
  const connection = await app.session.require();
  const placeHolder = t('The name of a space, a site or a change request');
  const goToPicked = await pickFrom(
    { title: t('Go to'), placeHolder, empty: t('There is nothing to go to') },
    (_, signal) => goToChoices(app, connection, signal),
  );
  await goToPicked();
}

/**
 * Lists the spaces, sites and change requests of all organizations. The first pages are requested concurrently, the
 * rest in order.
 */
async function* goToChoices(
  app: App,
  connection: Connection,
  signal: AbortSignal,
): AsyncGenerator<ListPage<Choice<GoToAction>>> {
  const organizations = normalizeResources(await connection.api.listAll('GET /orgs', {}, { signal }));
  const titles = new Map<string, string>();
  const lists = [spaces, sites, changeRequests].flatMap(list =>
    organizations.map(organization => skipForbidden(list({ app, connection, organization, titles, signal }))),
  );
  yield* concatLists(lists);
}

interface GoToContext {
  app: App;
  connection: Connection;
  organization: Organization;
  /** The titles of the spaces read so far, by ID. */
  titles: Map<string, string>;
  signal: AbortSignal;
}

type GoToPages = AsyncIterable<ListPage<Choice<GoToAction>>>;

function spaces({ app, connection, organization, titles, signal }: GoToContext): GoToPages {
  const pages = prefetchFirstPage(normalizeItems(spacesOf(connection, organization.id, signal)));
  return mapItems(pages, ({ id, title, emoji, editMode }) => {
    titles.set(id, title);
    const isLocked = editMode === 'locked';
    return {
      label: emoji ? `${emojiOf(emoji)} ${title}` : title,
      description: isLocked ? t('space · locked') : t('space'),
      detail: organization.title,
      iconPath: new vscode.ThemeIcon(isLocked ? 'lock' : 'notebook'),
      value: async () => reveal(app, await treePathToSpace(connection, id)),
    };
  });
}

function sites({ app, connection, organization, signal }: GoToContext): GoToPages {
  const organizationId = organization.id;
  const pages = connection.api.list('GET /orgs/{organizationId}/sites', { organizationId }, { signal });
  return mapItems(prefetchFirstPage(normalizeItems(pages)), ({ id, title, published }) => ({
    label: title,
    description: published ? t('site · published') : t('site · not published'),
    detail: organization.title,
    iconPath: new vscode.ThemeIcon(published ? 'globe' : 'circle-slash'),
    value: () => reveal(app, treePathToSite(connection, organizationId, id)),
  }));
}

/** Lists open and draft change requests; none if the server cannot list those of an organization. */
function changeRequests({ connection, organization, titles, signal }: GoToContext): GoToPages {
  const query = { status: ['open' as const, 'draft' as const], limit: 1000 };
  const input = { organizationId: organization.id, query };
  const route = 'GET /orgs/{organizationId}/change-requests';
  const list = async function* () {
    if (!(await connection.api.isAvailable(route, input, { signal }))) return;
    yield* filterItems(normalizeItems(connection.api.list(route, input, { signal })), ({ space }) => isId(space));
  };
  return mapItems(prefetchFirstPage(list()), item => {
    const { space = '', number, subject, status } = normalizeChangeRequest(item, item.number);
    const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
    return {
      label: `#${number} ${subject || t('Untitled')}`,
      description: t`change request · ${describeStatus(status)}`,
      // The spaces are listed before the change requests, so their titles are known.
      detail: [titles.get(space), organization.title].filter(Boolean).join(', '),
      iconPath: new vscode.ThemeIcon(status === 'draft' ? 'git-pull-request-draft' : 'git-pull-request'),
      value: async () => vscode.window.showTextDocument(openAddressOf(uri)),
    };
  });
}

/** Reveals a row of the view. */
async function reveal({ tree }: App, treePath: string[]): Promise<void> {
  if (await tree.reveal(...treePath)) return;
  throw new Failure(t('The view does not show this: it belongs to another account, or was moved. Refresh the view.'));
}
