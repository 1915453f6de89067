import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SearchHit } from '../../api/searchHits.ts';
import type { ListPage } from '../../api/listings.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type InOrganization, listOverOrganizations } from '../../model/organizations.ts';
import { searchEverywhere, searchSpace } from '../../model/search.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { type Choice, pickFrom } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { openPage } from '../opening/openPage.ts';
import type { OrganizationResource } from '../organizations/node.ts';
import { splitPages, skipForbidden } from '../picking/pick.ts';
import type { SpaceResource } from '../spaces/node.ts';
import { pickAndReveal } from './pickAndReveal.ts';
import { goToPage, spaceOfFolder } from './openFolder.ts';

const searching: Command<App> = { action: t('search'), run: searchIn };

export const commands: Commands<App> = {
  'marginalia.organization.search': searching,
  'marginalia.space.search': {
    action: t('search'),
    run: async (app, row) => searchIn(app, row ?? (await spaceOfFolder(app))),
  },
  'marginalia.tree.search': { action: t('search'), run: app => searchIn(app, undefined) },
  'marginalia.item.goTo': { action: t('go there'), run: pickAndReveal },
  'marginalia.page.goTo': { action: t('go to the page'), run: goToPage },
};

/** Limit for the hits that are shown. */
const maxHits = 100;

/** A hit, with its organization if several are searched. */
type HitRow = Pick<InOrganization<SearchHit>, 'item'> & Partial<InOrganization<SearchHit>>;

/**
 * Searches as the user types, in the space or organization of a row or in all organizations, and opens the picked hit.
 */
async function searchIn(app: App, target: unknown): Promise<void> {
  const { connection, where, hits } = await scopeOf(app, target);
  const prompt = {
    title: tEscaped`Search ${where}`,
    placeHolder: t('Words on a page'),
    empty: t('Nothing found'),
    isSearchedByServer: true,
    needsText: true,
  };
  const { space, page, section, link } = await pickFrom(prompt, async function* (text, signal) {
    for await (const { items, hasMore } of splitPages(hits(text, signal), maxHits)) {
      yield { items: items.map(choiceOf), hasMore };
    }
  });
  const { id, title } = page;
  const place = { connection, space: space.id, version: { kind: 'main' } } as const;
  await openPage(app, place, { id, title, anchor: section?.anchor, link });
}

/** The scope of a search: a space, an organization, or all organizations. */
interface SearchScope {
  connection: Connection;
  where: string;
  hits: (text: string, signal: AbortSignal) => AsyncIterable<ListPage<HitRow>>;
}

async function scopeOf({ session }: App, target: unknown): Promise<SearchScope> {
  const inSpace = resourceOf<SpaceResource>(target, 'space');
  if (inSpace) {
    const { connection, space } = inSpace;
    return {
      connection,
      where: space.title,
      hits: (text, signal) => withoutOrganization(searchSpace(connection, space, text, signal)),
    };
  }
  const inOrganization = resourceOf<OrganizationResource>(target, 'organization');
  if (inOrganization) {
    const { connection, organization } = inOrganization;
    const { id, title } = organization;
    return {
      connection,
      where: title,
      hits: (text, signal) => withoutOrganization(searchEverywhere(connection, id, text, signal)),
    };
  }
  const connection = await session.require();
  const hits = (text: string, signal: AbortSignal) =>
    listOverOrganizations(
      connection,
      ({ id }) => skipForbidden(searchEverywhere(connection, id, text, signal)),
      signal,
    );
  return { connection, where: t('All Organizations'), hits };
}

async function* withoutOrganization(pages: AsyncIterable<ListPage<SearchHit>>): AsyncGenerator<ListPage<HitRow>> {
  for await (const { items, hasMore } of pages) yield { items: items.map(item => ({ item })), hasMore };
}

/** Each label contains the title of the page, because VS Code sorts matching rows by label. */
function choiceOf({ item: hit, organization }: HitRow): Choice<SearchHit> {
  const { space, page, section, text } = hit;
  return {
    label: section?.title ? `${page.title} › ${section.title}` : page.title,
    description: [space.title, organization?.title].filter(Boolean).join(' · '),
    ...(text && { detail: text }),
    iconPath: new vscode.ThemeIcon(section ? 'quote' : 'markdown'),
    // The service also finds inflected words, which VS Code would filter out.
    alwaysShow: true,
    value: hit,
  };
}
