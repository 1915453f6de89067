import { isId } from './readable.ts';
import type { Schema } from './routes.ts';
import { isSeen } from './words.ts';

type Reference = Schema<'ContentReference'>;

/** A page, and the block of it, that links to something. */
export interface LinkPlace {
  page: string;
  title: string;
  node: string | undefined;
}

/** What is linked to, and where. */
export interface Link {
  status: string;
  /** ID of the page or file of the space that it leads to. */
  target: string | undefined;
  /** What people call that: its title or name, or what is written where nothing is. */
  name: string;
  places: LinkPlace[];
}

/** A link of a list as far as it can be told. Other servers leave out, or set to null, what the contract promises. */
export function readLink({ status, targetReference: target, locationReferences: places }: Schema<'LinkItem'>): Link {
  const to = target?.kind === 'file' ? target.file : target?.page;
  const { title, name } = { ...(isObject(to) ? to : {}) } as { title?: unknown; name?: unknown };
  return {
    status: String(status),
    target: idOf(to),
    name: [target?.url, title, name].find(isSeen) ?? '',
    places: (Array.isArray(places) ? places : []).flatMap(place => readPlace(place) ?? []),
  };
}

/** The place of a reference; undefined where it is on no page. */
export function readPlace(reference: Reference | null | undefined): LinkPlace | undefined {
  const page = reference?.page;
  const id = idOf(page);
  if (id === undefined) return undefined;
  const title = isObject(page) && isSeen(page['title']) ? page['title'] : 'Untitled';
  const node = reference?.internalLocation?.node;
  return { page: id, title, node: isSeen(node) ? node : undefined };
}

/** References hold whole resources, or their IDs alone. */
function idOf(resource: unknown): string | undefined {
  const id = isObject(resource) ? resource['id'] : resource;
  return isId(id) ? id : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
