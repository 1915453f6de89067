import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import { attempt, Failure, Notice } from '../../api/failure.ts';
import { filterItems } from '../../api/listings.ts';
import type { Schema } from '../../api/routes.ts';
import type { App } from '../../app.ts';
import type { InOrganization, Organization } from '../../model/organizations.ts';
import { type Commands, commandOn } from '../../ui/command.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import { openAddress } from '../../ui/openAddress.ts';
import * as say from '../../ui/say.ts';
import { type Choice, confirm } from '../../ui/prompts.ts';
import type { Connection } from '../../model/session/connection.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { pickOverOrganizations } from '../picking/pick.ts';
import { canAdministrate, siteRemarks, type SiteResource } from './node.ts';
import { moveSectionDown, moveSectionsTo, moveSectionUp } from './moveSections.ts';
import { openProfile } from './profile.ts';
import { addToGroup, createSection, removeFromGroup } from './sections.ts';
import { copyShareLink, createShareLink, restoreShareLink, revokeShareLink } from './shareLinks.ts';

type Site = Schema<'Site'>;

/** The sites that a picker offers. */
interface Suitable {
  title: string;
  isSuitable: (site: Site) => boolean;
  /** The message if there are no suitable sites. */
  empty: string;
}

const publishableSites: Suitable = {
  title: t('Publish Site'),
  isSuitable: canAdministrate,
  empty: t('There are no sites that you may publish.'),
};
const publishedSites: Suitable = {
  title: t('Unpublish Site'),
  isSuitable: site => site.published && canAdministrate(site),
  empty: t('There are no published sites that you may take offline.'),
};
const isOpenable: Suitable = {
  title: t('Open Published Site'),
  isSuitable: ({ published, urls }) => published && Boolean(urls?.published),
  empty: t('There are no published sites.'),
};

export const commands: Commands<App> = {
  'marginalia.site.publish': commandOn(t('publish the site'), findSite(publishableSites), publish),
  'marginalia.site.unpublish': commandOn(t('unpublish the site'), findSite(publishedSites), unpublish),
  'marginalia.site.openPublished': commandOn(t('open the site'), findSite(isOpenable), openPublished),
  'marginalia.site.openProfile': { action: t('open the published profile'), run: openProfile },
  'marginalia.siteSection.create': { action: t('create the section'), run: createSection },
  'marginalia.siteSection.addToGroup': { action: t('add it to the group'), run: addToGroup },
  'marginalia.siteSection.removeFromGroup': { action: t('remove it from its group'), run: removeFromGroup },
  'marginalia.siteSection.moveUp': { action: t('move it up'), run: moveSectionUp, accepts: isRow },
  'marginalia.siteSection.moveDown': { action: t('move it down'), run: moveSectionDown, accepts: isRow },
  'marginalia.siteSection.moveTo': { action: t('move it'), run: moveSectionsTo },
  'marginalia.shareLink.create': { action: t('create the share link'), run: createShareLink },
  'marginalia.shareLink.copy': { action: t('copy the share link'), run: copyShareLink },
  'marginalia.shareLink.revoke': { action: t('revoke the share link'), run: revokeShareLink },
  'marginalia.shareLink.restore': { action: t('restore the share link'), run: restoreShareLink },
};

/** Commands that run without a confirmation accept only rows. */
function isRow(_: App, target: unknown): boolean {
  return isTrustedTarget(target);
}

async function publish(_: App, { connection, organization: organizationId, site }: SiteResource): Promise<void> {
  const title = `"${escapeLine(site.title)}"`;
  const question = site.published ? tEscaped`Publish ${title} again?` : tEscaped`Publish ${title}?`;
  await confirm(
    question,
    [audienceOf(site), t('Its content becomes what the spaces of the site hold now.')].join('\n\n'),
    t('Publish'),
  );
  const route = 'POST /orgs/{organizationId}/sites/{siteId}/publish';
  const input = { organizationId, siteId: site.id };
  const result = await runWriteWithProgress(
    tEscaped`Publishing ${title}`,
    signal => connection.api.request(route, input, { signal }),
    async () => {
      const { published } = await connection.api.request('GET /orgs/{organizationId}/sites/{siteId}', input);
      if (!published) return new WriteNotDone(t('It is not published.'));
      return site.published
        ? t('It is published; whether with its newest content is not known.')
        : t('It is published.');
    },
  );
  const { type, urls } = (result ?? {}) as Partial<Schema<'Checkout'> & Schema<'Site'>>;
  if (type === 'checkout') {
    throw new Failure(
      [
        tEscaped`Could not publish ${title} yet: its plan has to be paid for first.`,
        t("Finish the checkout in the service's own app, then publish again."),
      ].join(' '),
    );
  }
  const address = urls?.published;
  if (!address) {
    return say.info(tEscaped`${title} is published. The service has not told its address yet.`);
  }
  say.info(
    tEscaped`${title} is published at ${address}`,
    { label: t('Open'), run: () => openAddress(address) },
    { label: t('Copy Address'), run: () => vscode.env.clipboard.writeText(address) },
  );
}

async function unpublish(_: App, { connection, organization: organizationId, site }: SiteResource): Promise<void> {
  const title = `"${escapeLine(site.title)}"`;
  if (!site.published) throw new Notice(tEscaped`${title} is not published.`);
  await confirm(
    tEscaped`Unpublish ${title}?`,
    t(
      'Nobody can read it at its address any more, and its share links lead nowhere. ' +
        'Nothing of it is lost: publish it again to bring it back.',
    ),
    t('Unpublish'),
  );
  const input = { organizationId, siteId: site.id };
  const route = 'POST /orgs/{organizationId}/sites/{siteId}/unpublish';
  await runWriteWithProgress(
    tEscaped`Unpublishing ${title}`,
    signal => attempt(tEscaped`unpublish ${title}`, () => connection.api.optional(route, input, { signal })),
    async () => {
      const { published } = await connection.api.request('GET /orgs/{organizationId}/sites/{siteId}', input);
      return published ? new WriteNotDone(t('It is still published.')) : t('It is not published any more.');
    },
  );
  say.status(tEscaped`${title} is not published any more.`);
}

async function openPublished(_: App, { site }: SiteResource): Promise<void> {
  const address = site.published ? site.urls?.published : undefined;
  if (!address)
    throw new Failure(tEscaped`"${site.title}" is not published, so there is no address to open. Publish it first.`);
  await openAddress(address);
}

const audiences: ReadonlyMap<string, string> = new Map(
  Object.entries({
    public: t('Everybody will be able to read it, and search engines will list it.'),
    unlisted: t('Everybody who has the address will be able to read it; search engines will not list it.'),
    'share-link': t('Everybody who has one of its share links will be able to read it.'),
    'visitor-auth': t('Visitors will be able to read it after they have signed in the way the site is set up for.'),
  }),
);

function audienceOf({ visibility }: Site): string {
  return audiences.get(visibility) ?? tEscaped`Its visibility is "${visibility}".`;
}

/** Returns the site of a row, or lets the user pick a suitable one. */
function findSite(suitable: Suitable) {
  return async (app: App, target: unknown): Promise<SiteResource> => {
    const resource = resourceOf<SiteResource>(target, 'site');
    if (resource) return resource;
    const connection = await app.session.require();
    const prompt = { title: suitable.title, placeHolder: t('Which site?'), empty: suitable.empty };
    const list = ({ id: organizationId }: Organization, signal: AbortSignal) => {
      const sites = connection.api.list('GET /orgs/{organizationId}/sites', { organizationId }, { signal });
      return filterItems(sites, suitable.isSuitable);
    };
    return pickOverOrganizations(connection, prompt, list, entry => choiceOf(connection, entry));
  };
}

function choiceOf(connection: Connection, { item: site, organization }: InOrganization<Site>): Choice<SiteResource> {
  return {
    label: site.title,
    description: siteRemarks(site).join(' · '),
    detail: organization.title,
    value: { kind: 'site', connection, organization: organization.id, site, link: site.urls?.app },
  };
}
