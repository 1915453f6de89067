import { plain } from '../../api/words.ts';
import { emojiOf } from '../../markdown/document.ts';
import type { ChangedValue } from '../content/changes.ts';
import type { Page, PageLayout } from '../content/layout.ts';

/** A version of a page, and those around it. */
export interface PageSide {
  page: Page;
  pages: readonly Page[];
}

/**
 * What is another about a page beside its text; all of it where it is new, or gone. `isMoved` says whether the service
 * counts it as moved: where others have moved away, a page stands behind another one, too.
 */
export function pageFacts(
  before: PageSide | undefined,
  after: PageSide | undefined,
  { isMoved = false }: { isMoved?: boolean } = {},
): ChangedValue[] {
  const isBoth = before !== undefined && after !== undefined;
  const properties = [...said].flatMap(([name, sayOf]) => {
    const [was, is] = [before && sayOf(before.page), after && sayOf(after.page)];
    // That it can be found goes without saying where there is no other side.
    return was === is || (!isBoth && (was ?? is) === 'in the contents') ? [] : [fact(name, was, is)];
  });
  const own = isBoth ? properties : properties.filter(({ name }) => !isShownAnyway.has(name));
  return isBoth ? [...own, ...coverFact(before.page, after.page), ...placeFact(before, after, isMoved)] : own;
}

/** The siblings and the parent of a page; undefined where it is not among them. */
export function sideOf({ pages, byId }: PageLayout, id: string): PageSide | undefined {
  const page = byId.get(id)?.page;
  return page && { page, pages };
}

type Say = (page: Page) => string | undefined;

const said: ReadonlyMap<string, Say> = new Map<string, Say>([
  ['Title', ({ title }) => quoted(title)],
  ['Title in the contents', ({ linkTitle }) => quoted(linkTitle)],
  ['Slug', ({ slug, path }) => quoted(slug ?? path?.split('/').at(-1))],
  ['Address', ({ path }) => quoted(path)],
  ['Link target', ({ target, href }) => targetOf(target, href)],
  ['Description', ({ description }) => quoted(description)],
  ['Icon', ({ emoji, icon }) => (emoji ? plain(emojiOf(emoji), 20) : quoted(icon))],
  ['Cover', ({ cover }) => (cover ? 'a picture' : undefined)],
  ['Visibility', ({ hidden }) => (hidden === true ? 'hidden from the contents' : 'in the contents')],
  ['In the search of the site', ({ noIndex }) => (noIndex === true ? 'not found' : undefined)],
  ['In search engines', ({ noRobotsIndex }) => (noRobotsIndex === true ? 'not found' : undefined)],
  ['Shown where', ({ condition }) => quoted(condition)],
  ['Layout', ({ layout }) => layoutOf(layout)],
  ['Variables', ({ variables }) => (variables ? quoted(JSON.stringify(variables)) : undefined)],
]);

/** What a page that is new, or gone, has anyway, or has in its heading. */
const isShownAnyway = new Set(['Title', 'Slug', 'Address', 'Layout']);

/** Another picture in place of a picture is the same in words. */
function coverFact({ cover: was }: Page, { cover: is }: Page): ChangedValue[] {
  if (!was || !is || JSON.stringify(was) === JSON.stringify(is)) return [];
  const isSamePicture = JSON.stringify([was.ref, was.refDark]) === JSON.stringify([is.ref, is.refDark]);
  return [{ name: 'Cover', after: isSamePicture ? 'the same picture, placed otherwise' : 'another picture' }];
}

function placeFact(before: PageSide, after: PageSide, isMoved: boolean): ChangedValue[] {
  const [was, is] = [before, after].map(({ page, pages }) => placeIn(pages, page.id));
  if (!was || !is) return [];
  if (was.parent?.id !== is.parent?.id) return [fact('Place', below(was.parent), below(is.parent))];
  return isMoved && was.previous?.id !== is.previous?.id
    ? [fact('Order', behind(was.previous), behind(is.previous))]
    : [];
}

interface Placed {
  parent: Page | undefined;
  previous: Page | undefined;
}

function placeIn(pages: readonly Page[], id: string, parent?: Page): Placed | undefined {
  for (const [index, page] of pages.entries()) {
    if (page.id === id) return { parent, previous: pages[index - 1] };
    const found = placeIn(page.pages ?? [], id, page);
    if (found) return found;
  }
  return undefined;
}

function below(parent: Page | undefined): string {
  return parent ? `below ${quoted(parent.title)}` : 'at the top';
}

function behind(previous: Page | undefined): string {
  return previous ? `behind ${quoted(previous.title)}` : 'first';
}

function fact(name: string, before: string | undefined, after: string | undefined): ChangedValue {
  return { name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** Where a link in the table of contents leads. */
function targetOf(target: Page['target'], href: unknown): string | undefined {
  if (!target) return quoted(href);
  return quoted('url' in target ? target.url : JSON.stringify(target));
}

/** The parts of a page that its layout hides or shows, and how wide it is. */
function layoutOf(layout: Page['layout']): string | undefined {
  if (typeof layout !== 'object' || layout === null) return undefined;
  const parts = Object.entries(layout)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}: ${value === true ? 'shown' : value === false ? 'hidden' : String(value)}`);
  return parts.length > 0 ? plain(parts.join(', '), longest) : undefined;
}

const longest = 300;

function quoted(text: unknown): string | undefined {
  return typeof text === 'string' && text !== '' ? `“${plain(text, longest)}”` : undefined;
}
