import { isId, normalizeResource, normalizeResources } from './normalize.ts';
import type { Schema } from './routes.ts';
import { hasVisibleText } from './escape.ts';

/** A page, or a section of a page, in search results. */
export interface SearchHit {
  space: { id: string; title: string };
  page: { id: string; title: string; path: string };
  /** The heading, if the hit is in a section. */
  section?: { title: string; anchor: string | undefined };
  text: string;
  /** The address in the service's own app. */
  link: string | undefined;
}

/** Returns the search hits of a space: each page, followed by its sections. Other servers may omit promised fields. */
export function searchHitsIn(space: Schema<'SearchSpaceResult'>): SearchHit[] {
  const { id, title } = normalizeResource(space);
  const pages = Array.isArray(space.pages) ? space.pages : [];
  return normalizeResources(pages).flatMap(page => hitsOn({ id, title }, page));
}

function hitsOn(space: SearchHit['space'], result: Schema<'SearchPageResult'>): SearchHit[] {
  const { id, title, path, urls, sections } = result;
  const page = { id, title, path: typeof path === 'string' ? path : '' };
  const hits = (Array.isArray(sections) ? sections : []).filter(isObject).map((section): SearchHit => {
    const name = hasVisibleText(section.title) ? section.title : '';
    const anchor = anchorIn(section);
    const text = hasVisibleText(section.body) ? section.body : '';
    return { space, page, section: { title: name, anchor }, text, link: addressIn(section.urls) ?? addressIn(urls) };
  });
  // The text before the first heading, or below one with the title of the page, belongs to the page itself.
  const isStart = ({ section }: SearchHit) => (section?.title ? section.title === title : !section?.anchor);
  const text = hits.find(isStart)?.text ?? '';
  return [{ space, page, text, link: addressIn(urls) }, ...hits.filter(hit => !isStart(hit))];
}

/** Returns the anchor of a section, from the first of its fields that contains one. */
function anchorIn({ path, urls, id }: Schema<'SearchSectionResult'>): string | undefined {
  const addresses = [path, urls?.app, id].filter(hasVisibleText);
  return addresses.map(address => address.split('#')[1]).find(isId);
}

function addressIn(urls: { app?: unknown } | null | undefined): string | undefined {
  return hasVisibleText(urls?.app) ? urls.app : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
