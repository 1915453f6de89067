import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import { escapeLine } from '../../api/escape.ts';
import { emojiOf } from '../../markdown/document.ts';
import { findEqualTitles } from '../../markdown/review/equalTitles.ts';
import type { ChangedValue } from '../content/changes.ts';
import { type Page, type PageLayout, withChildren } from '../content/layout.ts';

/** One version of a page, with the pages of that version. */
export interface PageSide {
  page: Page;
  pages: readonly Page[];
}

/**
 * Returns the properties of a page, except its text, that differ; all of them for a new or deleted page. A changed
 * order only counts if the service reports a move (`isMoved`), because a page also follows another one if others moved.
 */
export function pageFacts(
  before: PageSide | undefined,
  after: PageSide | undefined,
  { isMoved = false }: { isMoved?: boolean } = {},
): ChangedValue[] {
  const isBoth = before !== undefined && after !== undefined;
  const properties = [...propertyTexts].flatMap(([name, sayOf]) => {
    const [was, is] = [before && sayOf(before.page, after?.page), after && sayOf(after.page, before?.page)];
    // For a new or deleted page, the usual visibility is not worth mentioning.
    return was === is || (!isBoth && (was ?? is) === inContents) ? [] : [fact(name, was, is)];
  });
  const displayed = isBoth ? properties : properties.filter(({ name }) => !isShownAnyway.has(name));
  return isBoth
    ? [...displayed, ...coverFact(before.page, after.page), ...placeFact(before, after, isMoved)]
    : displayed;
}

/** Returns a page, group or link with the pages of its version; undefined if the version has no such page. */
export function sideOf({ pages }: Pick<PageLayout, 'pages'>, id: string): PageSide | undefined {
  const page = [...withChildren(pages)].find(one => one.id === id);
  return page && { page, pages };
}

/** A page whose address changed with that of a page or group above it. */
export interface MovedDescendant {
  title: string;
  before: string;
  after: string;
}

/** Returns the pages below a page or group whose address has changed. */
export function movedDescendants(before: PageSide | undefined, after: PageSide | undefined): MovedDescendant[] {
  if (!before || !after || before.page.path === after.page.path) return [];
  const paths = new Map([...withChildren(before.pages)].map(({ id, path }) => [id, path]));
  return [...withChildren(after.page.pages ?? [])].flatMap(({ id, title, path }) => {
    const was = paths.get(id);
    const isMoved = was !== undefined && path !== undefined && was !== path;
    return isMoved ? [{ title, before: was, after: path }] : [];
  });
}

/**
 * Describes a property of a page. For a property with members, describes only those that differ from the other side.
 */
type Say = (page: Page, other?: Page) => string | undefined;

const inContents = t('in the contents');

const propertyTexts: ReadonlyMap<string, Say> = new Map<string, Say>([
  [t('Title'), ({ title }) => quoted(title)],
  [t('Title in the contents'), ({ linkTitle }) => quoted(linkTitle)],
  [t('Slug'), ({ slug, path }) => quoted(slug ?? path?.split('/').at(-1))],
  [t('Address'), ({ path }) => quoted(path)],
  [t('Link target'), ({ target, href }) => targetOf(target, href)],
  [t('Description'), ({ description }) => quoted(description)],
  [t('Icon'), ({ emoji, icon }) => (emoji ? escapeLine(emojiOf(emoji), 20) : quoted(icon))],
  [t('Cover'), ({ cover }) => (cover ? t('a picture') : undefined)],
  [t('Visibility'), ({ hidden }) => (hidden === true ? t('hidden from the contents') : inContents)],
  [t('In the search of the site'), ({ noIndex }) => (noIndex === true ? t('not found') : undefined)],
  [t('In search engines'), ({ noRobotsIndex }) => (noRobotsIndex === true ? t('not found') : undefined)],
  [t('Shown where'), ({ condition }) => quoted(condition)],
  [t('Layout'), ({ layout }, other) => layoutOf(changedMembers(layout, other?.layout))],
  [t('Variables'), ({ variables }, other) => membersOf(changedMembers(variables, other?.variables))],
  [t('Tags'), ({ tags }) => (Array.isArray(tags) ? quoted(tags.map(written).join(', ')) : undefined)],
  [t('Links for search engines'), ({ metaLinks }, other) => membersOf(changedMembers(metaLinks, other?.metaLinks))],
  [t('Page settings'), ({ frontMatter }, other) => membersOf(changedMembers(frontMatter, other?.frontMatter))],
]);

/** Properties that every new or deleted page has, or that its heading shows. */
const isShownAnyway = new Set([t('Title'), t('Slug'), t('Address'), t('Layout')]);

/** Compares two covers, which the property texts describe in the same words. */
function coverFact({ cover: was }: Page, { cover: is }: Page): ChangedValue[] {
  if (!was || !is || JSON.stringify(was) === JSON.stringify(is)) return [];
  const isSamePicture = JSON.stringify([was.ref, was.refDark]) === JSON.stringify([is.ref, is.refDark]);
  return [{ name: t('Cover'), after: isSamePicture ? t('the same picture, placed otherwise') : t('another picture') }];
}

function placeFact(before: PageSide, after: PageSide, isMoved: boolean): ChangedValue[] {
  const [was, is] = [before, after].map(({ page, pages }) => placeIn(pages, page.id));
  if (!was || !is) return [];
  const nameOf = (page: Page) => nameAmong([...withChildren(before.pages), ...withChildren(after.pages)], page);
  // A hidden page without a parent has no place in the contents.
  if (after.page.hidden && !is.parent) return [];
  if (before.page.hidden && !was.parent) return [fact(t('Place'), undefined, below(is.parent, nameOf))];
  if (was.parent?.id !== is.parent?.id) return [fact(t('Place'), below(was.parent, nameOf), below(is.parent, nameOf))];
  return isMoved && was.previous?.id !== is.previous?.id
    ? [fact(t('Order'), behind(was.previous, nameOf), behind(is.previous, nameOf))]
    : [];
}

/** Returns the title of a page, with its path if another page, before or after, has an equal title. */
function nameAmong(pages: readonly Page[], page: Page): string {
  const { id, title, path } = page;
  const name = quoted(title) ?? '';
  const equal = findEqualTitles([page, ...pages.filter(other => other.id !== id)]);
  return path && equal.has(id) ? `${name} (${escapeLine(path, longest)})` : name;
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
  return parent ? t`below ${nameOf(parent)}` : t('at the top');
}

function behind(previous: Page | undefined, nameOf: (page: Page) => string): string {
  return previous ? t`behind ${nameOf(previous)}` : t('first');
}

function fact(name: string, before: string | undefined, after: string | undefined): ChangedValue {
  return { name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** Describes where a link in the table of contents leads. */
function targetOf(target: Page['target'], href: unknown): string | undefined {
  if (!target) return quoted(href);
  return quoted('url' in target ? target.url : JSON.stringify(target));
}

/** Describes the parts of a page that its layout shows or hides, and its width. */
function layoutOf(members: [name: string, value: unknown][]): string | undefined {
  const parts = members.map(([name, value]) => {
    return `${name}: ${value === true ? t('shown') : value === false ? t('hidden') : written(value)}`;
  });
  return parts.length > 0 ? escapeLine(parts.join(', '), longest) : undefined;
}

function membersOf(members: [name: string, value: unknown][]): string | undefined {
  return quoted(members.map(([name, value]) => `${name}: ${written(value)}`).join(', '));
}

function changedMembers(value: unknown, other: unknown): [name: string, value: unknown][] {
  const others = new Map(Object.entries(Object(other) as object));
  const members = Object.entries(Object(value) as Record<string, unknown>);
  return members.filter(([name, member]) => isSet(member) && !isDeepStrictEqual(member, others.get(name)));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const longest = 300;

function quoted(text: unknown): string | undefined {
  return typeof text === 'string' && text !== '' ? `“${escapeLine(text, longest)}”` : undefined;
}
