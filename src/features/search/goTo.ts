import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { begun, chained, mapped, only, type Page } from '../../api/listings.ts';
import { isId, shownResources } from '../../api/readable.ts';
import type { App } from '../../app.ts';
import { emojiOf } from '../../markdown/document.ts';
import { overviewUri } from '../../model/content/address.ts';
import { readableChangeRequest } from '../../model/content/changeRequests.ts';
import { whereOpen } from '../../model/content/open.ts';
import type { Organization } from '../../model/organizations.ts';
import type { Connection } from '../../model/session/connection.ts';
import { spacesOf } from '../../model/spaces.ts';
import { type Choice, pickFrom } from '../../ui/prompts.ts';
import { shownPages, unlessRefused } from '../picking/pick.ts';
import { wayToSite, wayToSpace } from '../opening/rowPaths.ts';

/** What is done when one is picked. */
type Going = () => Promise<unknown>;

/** Lets the user pick a space, a site or a change request by its name, and goes there. */
export async function goTo(app: App): Promise<void> {
  const connection = await app.session.require();
  const placeHolder = 'The name of a space, a site or a change request';
  const going = await pickFrom({ title: 'Go to', placeHolder, empty: 'There is nothing to go to' }, (_, signal) =>
    destinations(app, connection, signal),
  );
  await going();
}

/** The spaces, sites and change requests of all organizations. Each list is asked for at once, and read on in its turn. */
async function* destinations(
  app: App,
  connection: Connection,
  signal: AbortSignal,
): AsyncGenerator<Page<Choice<Going>>> {
  const organizations = shownResources(await connection.api.all('GET /orgs', {}, { signal }));
  const titles = new Map<string, string>();
  const lists = [spaces, sites, changeRequests].flatMap(list =>
    organizations.map(organization => unlessRefused(list({ app, connection, organization, titles, signal }))),
  );
  yield* chained(lists);
}

interface Asked {
  app: App;
  connection: Connection;
  organization: Organization;
  /** Those of the spaces that have been read. */
  titles: Map<string, string>;
  signal: AbortSignal;
}

type Destinations = AsyncIterable<Page<Choice<Going>>>;

function spaces({ app, connection, organization, titles, signal }: Asked): Destinations {
  const pages = begun(shownPages(spacesOf(connection, organization.id, signal)));
  return mapped(pages, ({ id, title, emoji, editMode }) => {
    titles.set(id, title);
    const isLocked = editMode === 'locked';
    return {
      label: emoji ? `${emojiOf(emoji)} ${title}` : title,
      description: isLocked ? 'space · locked' : 'space',
      detail: organization.title,
      iconPath: new vscode.ThemeIcon(isLocked ? 'lock' : 'notebook'),
      value: async () => reveal(app, await wayToSpace(connection, id)),
    };
  });
}

function sites({ app, connection, organization, signal }: Asked): Destinations {
  const organizationId = organization.id;
  const pages = connection.api.list('GET /orgs/{organizationId}/sites', { organizationId }, { signal });
  return mapped(begun(shownPages(pages)), ({ id, title, published }) => ({
    label: title,
    description: published ? 'site · published' : 'site · not published',
    detail: organization.title,
    iconPath: new vscode.ThemeIcon(published ? 'globe' : 'circle-slash'),
    value: () => reveal(app, wayToSite(connection, organizationId, id)),
  }));
}

/** Those that are open or drafts; none on a server that does not list them over an organization. */
function changeRequests({ connection, organization, titles, signal }: Asked): Destinations {
  const query = { status: ['open' as const, 'draft' as const], limit: 1000 };
  const input = { organizationId: organization.id, query };
  const route = 'GET /orgs/{organizationId}/change-requests';
  const list = async function* () {
    if (!(await connection.api.isAvailable(route, input, { signal }))) return;
    yield* only(shownPages(connection.api.list(route, input, { signal })), ({ space }) => isId(space));
  };
  return mapped(begun(list()), item => {
    const { space = '', number, subject, status } = readableChangeRequest(item, item.number);
    const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
    return {
      label: `#${number} ${subject || 'Untitled'}`,
      description: `change request · ${status}`,
      // The spaces have been read by the time when it is the turn of these.
      detail: [titles.get(space), organization.title].filter(Boolean).join(', '),
      iconPath: new vscode.ThemeIcon(status === 'draft' ? 'git-pull-request-draft' : 'git-pull-request'),
      value: async () => vscode.window.showTextDocument(whereOpen(uri)),
    };
  });
}

/** Selects a row of the view. */
async function reveal({ tree }: App, way: string[]): Promise<void> {
  if (await tree.reveal(...way)) return;
  throw new Failure('The view does not show this: it belongs to another account, or was moved. Refresh the view.');
}
