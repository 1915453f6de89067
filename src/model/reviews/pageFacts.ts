import { plain } from '../../api/words.ts';
import { emojiOf } from '../../markdown/document.ts';
import { findEqualTitles } from '../../markdown/review/equalTitles.ts';
import type { ChangedValue } from '../content/changes.ts';
import { type Page, type PageLayout, withChildren } from '../content/layout.ts';

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
  const properties = [...propertyTexts].flatMap(([name, sayOf]) => {
    const [was, is] = [before && sayOf(before.page), after && sayOf(after.page)];
    // That it can be found goes without saying where there is no other side.
    return was === is || (!isBoth && (was ?? is) === 'in the contents') ? [] : [fact(name, was, is)];
  });
  const displayed = isBoth ? properties : properties.filter(({ name }) => !isShownAnyway.has(name));
  return isBoth
    ? [...displayed, ...coverFact(before.page, after.page), ...placeFact(before, after, isMoved)]
    : displayed;
}

/** A page, group or link, and those around it; undefined where it is not among them. */
export function sideOf({ pages }: Pick<PageLayout, 'pages'>, id: string): PageSide | undefined {
  const page = [...withChildren(pages)].find(one => one.id === id);
  return page && { page, pages };
}

/** A page whose address changed with that of a page or group above it. */
export interface MovedBelow {
  title: string;
  before: string;
  after: string;
}

/** Returns the pages below a page, or group, that have another address than before. */
export function movedBelow(before: PageSide | undefined, after: PageSide | undefined): MovedBelow[] {
  if (!before || !after || before.page.path === after.page.path) return [];
  const paths = new Map([...withChildren(before.pages)].map(({ id, path }) => [id, path]));
  return [...withChildren(after.page.pages ?? [])].flatMap(({ id, title, path }) => {
    const was = paths.get(id);
    const isMoved = was !== undefined && path !== undefined && was !== path;
    return isMoved ? [{ title, before: was, after: path }] : [];
  });
}

type Say = (page: Page) => string | undefined;

const propertyTexts: ReadonlyMap<string, Say> = new Map<string, Say>([
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
  const nameOf = (page: Page) => nameAmong([...withChildren(before.pages), ...withChildren(after.pages)], page);
  // A page that is in no contents stands at the top, which says nothing.
  if (after.page.hidden && !is.parent) return [];
  if (before.page.hidden && !was.parent) return [fact('Place', undefined, below(is.parent, nameOf))];
  if (was.parent?.id !== is.parent?.id) return [fact('Place', below(was.parent, nameOf), below(is.parent, nameOf))];
  return isMoved && was.previous?.id !== is.previous?.id
    ? [fact('Order', behind(was.previous, nameOf), behind(is.previous, nameOf))]
    : [];
}

/** The title of a page, with its path where another one has the same title, before or after. */
function nameAmong(pages: readonly Page[], page: Page): string {
  const { id, title, path } = page;
  const name = quoted(title) ?? '';
  const equal = findEqualTitles([page, ...pages.filter(other => other.id !== id)]);
  return path && equal.has(id) ? `${name} (${plain(path, longest)})` : name;
}

interface Placed {
  parent: Page | undefined;
  previous: Page | undefined;
}

function placeIn(pages: readonly Page[], id: string, parent?: Page): Placed | undefined {
  for (const [index, page] of pages.entries()) {
    if (page.id === id) return { parent, previous: pages[index - 1] };
    const place = placeIn(page.pages ?? [], id, page);
    if (place) return place;
  }
  return undefined;
}

function below(parent: Page | undefined, nameOf: (page: Page) => string): string {
  return parent ? `below ${nameOf(parent)}` : 'at the top';
}

function behind(previous: Page | undefined, nameOf: (page: Page) => string): string {
  return previous ? `behind ${nameOf(previous)}` : 'first';
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
