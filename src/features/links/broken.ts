import * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import type { Link } from '../../api/links.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { readChanges } from '../../model/content/changes.ts';
import { versionOf } from '../../model/content/content.ts';
import type { Place } from '../../model/content/snapshot.ts';
import { eachOf } from '../../model/discussions/requests.ts';
import { findLinkProblems, maxPages } from '../../model/linkProblems.ts';
import { linksOfPage, linksOfSpace } from '../../model/links.ts';
import { withProgress } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { documentOf } from '../content/node.ts';
import { findChangeRequest } from '../findChangeRequest.ts';
import { pickSpace } from '../pick.ts';
import type { SpaceResource } from '../spaces/node.ts';
import type { Suspect } from './finding.ts';
import { findingsOf } from './findings.ts';

/** How many are listed: who has more has enough to do with these. */
const most = 1000;

/** Lists the broken links of the main content in Problems: of the space of a row, of a document, or of one that is picked. */
export async function findInSpace(app: App, target: unknown): Promise<void> {
  const { connection, space, title } = await spaceOf(app, target);
  const suspects = await withProgress(words`Looking for broken links in ${title}`, async (signal, report) => {
    const found: Suspect[] = [];
    for await (const { items } of linksOfSpace({ connection, space }, signal, 'broken')) {
      found.push(...suspectsIn(items));
      if (found.length >= most) break;
      report(`${found.length} found`);
    }
    return found.slice(0, most);
  });
  try {
    const place = { connection, space, version: { kind: 'main' } } as const;
    const { byId } = await (await app.content.snapshot(place)).pages();
    const written = await problemsOn(app, place, { pages: [...byId.keys()], title });
    await tell(await findingsOf(app).replace(place, joined(suspects, written)), title, byId.size);
  } catch (error) {
    if (!failedAs(error, 'notOffered')) throw error;
    if (suspects.length === 0) return tell(0, title);
    const pages = [...new Set(suspects.map(({ title }) => title))];
    const names = new Intl.ListFormat('en').format(pages.slice(0, 10));
    say.warn(
      words`${suspects.length} broken links in ${title}, on ${names}. ` +
        'This server lets clients read the content of change requests only, so they are not marked.',
    );
  }
}

/** The same for the pages that a change request changes, that of a row or document or one that is picked, and for those that link to what it deletes. */
export async function findInChangeRequest(app: App, target: unknown): Promise<void> {
  const place = await findChangeRequest(app, target, { statuses: ['open', 'draft'] });
  const title = `#${place.number}`;
  let pages: string[] = [];
  const suspects = await withProgress(words`Looking for broken links in ${title}`, async (signal, report) => {
    pages = await pagesOf(app, place, signal);
    let read = 0;
    const found = await eachOf(pages, async page => {
      signal.throwIfAborted();
      const suspects: Suspect[] = [];
      for await (const { items } of linksOfPage(place, page, signal)) suspects.push(...suspectsIn(items));
      report(`${++read} of ${pages.length} pages`);
      return suspects;
    });
    return found.flat().slice(0, most);
  });
  const written = await problemsOn(app, versionOf(place), { pages, title });
  await tell(await findingsOf(app).replace(versionOf(place), joined(suspects, written)), title, pages.length);
}

/** Finds what the texts of pages show to be broken, beside what the service says. */
function problemsOn(
  app: App,
  place: Place,
  { pages, title }: { pages: readonly string[]; title: string },
): Promise<Suspect[]> {
  return withProgress(words`Checking headings and OpenAPI specs that ${title} links to`, async signal =>
    findLinkProblems(await app.content.snapshot(place), pages, signal),
  );
}

/** What the service says comes first: it names the block, too. */
function joined(suspects: readonly Suspect[], written: readonly Suspect[]): Suspect[] {
  return [...suspects, ...written].slice(0, most);
}

/** The IDs of the pages of a change request that may have other links than the main content has. */
async function pagesOf({ content }: App, place: ChangeRequestPlace, signal: AbortSignal): Promise<string[]> {
  const { byId } = await (await content.snapshot(versionOf(place))).pages();
  const changes = (await readChanges(place, signal))?.changes;
  // Where the server does not tell what is changed, anything may be.
  if (!changes) return [...byId.keys()];
  const pages = new Set(changes.flatMap(({ page }) => page ?? []));
  const gone = new Set(changes.flatMap(({ verb, page, file }) => (verb === 'deleted' ? (page ?? file ?? []) : [])));
  if (gone.size > 0) {
    for await (const { items } of linksOfSpace(place, signal)) {
      const broken = items.filter(({ target }) => target !== undefined && gone.has(target));
      for (const { page } of broken.flatMap(({ places }) => places)) pages.add(page);
    }
  }
  return [...pages].filter(id => byId.has(id));
}

function suspectsIn(links: readonly Link[]): Suspect[] {
  const broken = links.filter(({ status }) => status === 'broken');
  return broken.flatMap(({ name, places }) => places.map(place => ({ ...place, name, problem: 'link' as const })));
}

async function spaceOf(app: App, target: unknown) {
  const row = resourceOf<SpaceResource>(target, 'space');
  if (row) return { connection: row.connection, space: row.space.id, title: row.space.title };
  const uri = documentOf(target);
  const address = uri && parseContentUri(uri);
  if (address) {
    const { connection, space } = await app.content.place(address);
    const { title } = await connection.api.request('GET /spaces/{spaceId}', { spaceId: space });
    return { connection, space, title };
  }
  const connection = await app.session.require();
  const suitable = { fits: () => true, empty: 'There are no spaces.' };
  const { item } = await pickSpace(connection, 'Find Broken Links', suitable);
  return { connection, space: item.id, title: item.title };
}

async function tell(count: number, where: string, pages = 0): Promise<void> {
  const limit =
    pages > maxPages
      ? ` Links to headings and specs were checked on the first ${maxPages} of ${pages} pages only.`
      : '';
  if (count === 0) return say.info(words`There are no broken links in ${where}.` + limit);
  const what = count === 1 ? '1 broken link' : `${count} broken links`;
  const show = { label: 'Show', run: () => vscode.commands.executeCommand('workbench.actions.view.problems') };
  say.warn(
    words`${count === most ? `The first ${what}` : what} in ${where}. The Problems view lists them.` + limit,
    show,
  );
}
