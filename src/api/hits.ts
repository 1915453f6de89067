import { isId, shownResource, shownResources } from './readable.ts';
import type { Schema } from './routes.ts';
import { isSeen } from './words.ts';

/** A page that a search has found, or a section of it. */
export interface Hit {
  space: { id: string; title: string };
  page: { id: string; title: string; path: string };
  /** What stands below one of its headings. */
  section?: { title: string; anchor: string | undefined };
  /** Words around what was found. */
  text: string;
  /** Where it is in the service's own app. */
  link: string | undefined;
}

/** Returns the search hits of a space: each page, followed by its sections. Other servers may omit promised fields. */
export function hitsIn(space: Schema<'SearchSpaceResult'>): Hit[] {
  const { id, title } = shownResource(space);
  const pages = Array.isArray(space.pages) ? space.pages : [];
  return shownResources(pages).flatMap(page => hitsOn({ id, title }, page));
}

function hitsOn(space: Hit['space'], result: Schema<'SearchPageResult'>): Hit[] {
  const { id, title, path, urls, sections } = result;
  const page = { id, title, path: typeof path === 'string' ? path : '' };
  const hits = (Array.isArray(sections) ? sections : []).filter(isObject).map((section): Hit => {
    const name = isSeen(section.title) ? section.title : '';
    const anchor = anchorIn(section);
    const text = isSeen(section.body) ? section.body : '';
    return { space, page, section: { title: name, anchor }, text, link: addressIn(section.urls) ?? addressIn(urls) };
  });
  // What stands before the first heading, or below that of the page, is the page itself.
  const isStart = ({ section }: Hit) => (section?.title ? section.title === title : !section?.anchor);
  const text = hits.find(isStart)?.text ?? '';
  return [{ space, page, text, link: addressIn(urls) }, ...hits.filter(hit => !isStart(hit))];
}

/** The heading that the address of a section names, in whichever of its fields that stands. */
function anchorIn({ path, urls, id }: Schema<'SearchSectionResult'>): string | undefined {
  const addresses = [path, urls?.app, id].filter(isSeen);
  return addresses.map(address => address.split('#')[1]).find(isId);
}

function addressIn(urls: { app?: unknown } | null | undefined): string | undefined {
  return isSeen(urls?.app) ? urls.app : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
