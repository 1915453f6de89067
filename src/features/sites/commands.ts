import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import type { App } from '../../app.ts';
import type { InOrganization, Organization } from '../../model/organizations.ts';
import { type Commands, on } from '../../ui/command.ts';
import { withWrite } from '../../ui/progress.ts';
import { type Choice, confirm } from '../../ui/prompts.ts';
import type { Connection } from '../../model/session/connection.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { pickOverOrganizations } from '../pick.ts';
import type { SiteResource } from './node.ts';

type Site = Schema<'Site'>;

export const commands: Commands<App> = {
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
  const input = { organizationId, siteId: site.id };
  const result = await withWrite(
    `Publishing ${title}`,
    signal => connection.api.request(route, input, { signal }),
    async () => {
      const { published } = await connection.api.request('GET /orgs/{organizationId}/sites/{siteId}', input);
      if (!published) return 'It is not published.';
      return site.published ? 'It is published; whether with its newest content is not known.' : 'It is published.';
    },
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
  const resource = resourceOf<SiteResource>(target, 'site');
  if (resource) return resource;
  const connection = await app.session.require();
  const prompt = { title: 'Site', placeHolder: 'Which site?', empty: 'There are no sites.' };
  const list = ({ id: organizationId }: Organization, signal: AbortSignal) =>
    connection.api.list('GET /orgs/{organizationId}/sites', { organizationId }, { signal });
  return pickOverOrganizations(connection, prompt, list, found => choiceOf(connection, found));
}

function choiceOf(connection: Connection, { item: site, organization }: InOrganization<Site>): Choice<SiteResource> {
  return {
    label: site.title,
    description: `${site.published ? 'published' : 'not published'} · ${site.visibility}`,
    detail: organization.title,
    value: { kind: 'site', connection, organization: organization.id, site, link: site.urls?.app },
  };
}
