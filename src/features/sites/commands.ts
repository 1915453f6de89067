import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Schema } from '../../api/routes.ts';
import { type Command, on } from '../../ui/command.ts';
import { Failure } from '../../ui/failures.ts';
import { withProgress } from '../../ui/progress.ts';
import { type Choice, confirm, pickFrom } from '../../ui/prompts.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { SiteResource } from './node.ts';

type Site = Schema<'Site'>;

export const commands: Record<string, Command> = {
  'marginalia.site.publish': on('publish the site', findSite, publish),
  'marginalia.site.openPublished': on('open the site', findSite, openPublished),
};

async function publish(_: App, { connection, organization: organizationId, site }: SiteResource): Promise<void> {
  const title = `"${site.title}"`;
  const question = site.published ? `Publish ${title} again?` : `Publish ${title}?`;
  await confirm(
    question,
    `${audienceOf(site)}\n\nIts content becomes what the spaces of the site hold now.`,
    'Publish',
  );
  const route = 'POST /orgs/{organizationId}/sites/{siteId}/publish';
  const result = await withProgress(`Publishing ${title}`, signal =>
    connection.api.request(route, { organizationId, siteId: site.id }, { signal }),
  );
  if (!('object' in result)) {
    throw new Failure(
      `Could not publish ${title} yet: its plan has to be paid for first. ` +
        "Finish the checkout in the service's own app, then publish again.",
    );
  }
  const address = result.urls?.published;
  if (!address) {
    void vscode.window.showInformationMessage(`${title} is published. The service has not told its address yet.`);
    return;
  }
  void vscode.window
    .showInformationMessage(`${title} is published at ${address}`, 'Open', 'Copy Address')
    .then(choice => {
      if (choice === 'Open') void vscode.env.openExternal(vscode.Uri.parse(address, true));
      if (choice === 'Copy Address') void vscode.env.clipboard.writeText(address);
    });
}

async function openPublished(_: App, { site }: SiteResource): Promise<void> {
  const address = site.published ? site.urls?.published : undefined;
  if (!address)
    throw new Failure(`"${site.title}" is not published, so there is no address to open. Publish it first.`);
  await vscode.env.openExternal(vscode.Uri.parse(address, true));
}

const audiences: Record<string, string> = {
  public: 'Everybody will be able to read it, and search engines will list it.',
  unlisted: 'Everybody who has the address will be able to read it; search engines will not list it.',
  'share-link': 'Everybody who has one of its share links will be able to read it.',
  'visitor-auth': 'Visitors will be able to read it after they have signed in the way the site is set up for.',
};

function audienceOf({ visibility }: Site): string {
  return audiences[visibility] ?? `Its visibility is "${visibility}".`;
}

async function findSite(app: App, target: unknown): Promise<SiteResource> {
  const isNode = typeof target === 'object' && target !== null && 'resource' in target;
  const resource = (isNode ? target.resource : target) as SiteResource | undefined;
  if (resource?.kind === 'site') return resource;
  const connection = await app.session.require();
  const prompt = { title: 'Site', placeHolder: 'Which site?', empty: 'There are no sites.' };
  return pickFrom(prompt, (_, signal) => siteChoices(connection, signal));
}

async function* siteChoices(connection: Connection, signal: AbortSignal) {
  const { api } = connection;
  const organizations = await api.all('GET /orgs', {}, { signal });
  for (const [index, { id: organizationId, title }] of organizations.entries()) {
    const isLast = index === organizations.length - 1;
    for await (const page of api.list('GET /orgs/{organizationId}/sites', { organizationId }, { signal })) {
      const items = page.items.map(site => choiceOf(connection, organizationId, site, title));
      yield { items, count: undefined, hasMore: page.hasMore || !isLast };
    }
  }
}

function choiceOf(
  connection: Connection,
  organization: string,
  site: Site,
  organizationTitle: string,
): Choice<SiteResource> {
  return {
    label: site.title,
    description: `${site.published ? 'published' : 'not published'} · ${site.visibility}`,
    detail: organizationTitle,
    value: { kind: 'site', connection, organization, site, link: site.urls?.app },
  };
}
