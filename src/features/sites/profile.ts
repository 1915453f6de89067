import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { Notice } from '../../api/failure.ts';
import { concatLists, singlePage, mapItems, filterItems } from '../../api/listings.ts';
import { normalizeResource } from '../../api/normalize.ts';
import type { Schema } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { resourceUri } from '../../model/resources/address.ts';
import { type Item, pathOf } from '../../model/resources/items.ts';
import { resourceDefinitionOf } from '../../model/resources/resourceDefinitions.ts';
import { openResourceAddress } from '../../model/resources/openDocuments.ts';
import { readResource } from '../../model/resources/readResources.ts';
import type { Connection } from '../../model/session/connection.ts';
import { askText, type Choice, pickFrom } from '../../ui/prompts.ts';
import { findItem } from '../picking/items.ts';
import { normalizeItems, skipForbidden } from '../picking/pick.ts';

type ShareLink = Schema<'ShareLink'>;

/** Opens a read-only document of a published site. If the site requires it, asks for a share link first. */
export async function openProfile(app: App, target: unknown): Promise<void> {
  const isSite = ({ kind }: { kind: string }) => kind === 'site' || kind === 'publishedSite';
  const { connection, item } = await findItem(app, target, t('Open Published Profile'), isSite);
  const { organizationId = '', siteId = '' } = item.parameters;
  const definition = resourceDefinitionOf('publishedSite');
  const profile: Item = { definition, parameters: { organizationId, siteId } };
  const read = 'GET /orgs/{organizationId}/sites/{siteId}';
  const site = normalizeResource(await connection.api.request(read, { organizationId, siteId }));
  if (!site.published) throw new Notice(tEscaped`"${site.title}" is not published. Publish it first.`);
  await requireKey(connection, profile, site.title);
  const uri = resourceUri({ connection: connection.id, item: profile, view: 'fields' }, t`${site.title}, published`);
  await vscode.window.showTextDocument(openResourceAddress(uri), { preview: true });
}

/** Asks for the key of a share link if the service requires one. Drops a key that the service refuses. */
async function requireKey(connection: Connection, profile: Item, title: string): Promise<void> {
  const path = pathOf(profile);
  try {
    await readResource(connection, profile);
    return;
  } catch (error) {
    if (!isApiError(error, 'forbidden', 'notFound')) throw error;
  }
  const key = await askKey(connection, profile, title);
  const others = [...(connection.shareKeys ?? [])].filter(([known]) => known !== path);
  connection.shareKeys = new Map([...others, [path, key]]);
  try {
    await readResource(connection, profile);
  } catch (error) {
    connection.shareKeys = new Map(others);
    throw error;
  }
}

async function askKey(connection: Connection, { parameters }: Item, title: string): Promise<string> {
  const { organizationId = '', siteId = '' } = parameters;
  const prompt = {
    title: tEscaped`"${title}" needs a share link`,
    placeHolder: t('Read it with which one?'),
    empty: '',
  };
  const link = await pickFrom<ShareLink | undefined>(prompt, (_, signal) => {
    const route = 'GET /orgs/{organizationId}/sites/{siteId}/share-links';
    const pages = connection.api.list(route, { organizationId, siteId }, { signal });
    const active = filterItems(normalizeItems(pages), one => one.active && keyIn(one.urls?.published) !== undefined);
    // A user who cannot list share links may have received one, so the picker always offers to paste one.
    return mapItems(concatLists<ShareLink | undefined>([singlePage([undefined]), skipForbidden(active)]), choiceOf);
  });
  const key = keyIn(link?.urls?.published);
  if (key) return key;
  const text = await askText({
    title: tEscaped`"${title}" needs a share link`,
    prompt: t('Paste the share link, or its key. It is kept until the window closes, and shown nowhere'),
    password: true,
    violation: typed => (typed === '' ? t('Paste the share link.') : undefined),
  });
  return keyIn(text) ?? text;
}

function choiceOf(link: ShareLink | undefined): Choice<ShareLink | undefined> {
  if (link) return { label: link.name, value: link };
  return { label: t('Paste a share link...'), iconPath: new vscode.ThemeIcon('key'), value: undefined };
}

/** Returns the key in the address of a share link. */
function keyIn(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  return new URL(address).searchParams.get('shareKey') ?? undefined;
}
