import { t } from '@vscode/l10n';
import { isId } from './normalize.ts';
import type { Schema } from './routes.ts';
import { hasVisibleText } from './escape.ts';

type Reference = Schema<'ContentReference'>;

/** A page that links to something, with the block that contains the link. */
export interface ReportedLinkPlace {
  page: string;
  title: string;
  node: string | undefined;
}

/** A link target, with the places that link to it. */
export interface ReportedLink {
  status: string;
  /** The ID of the linked page or file in the space. */
  target: string | undefined;
  /** The display name of the target: its address, title or name. */
  name: string;
  places: ReportedLinkPlace[];
}

/** Returns the readable parts of a link. Other servers omit, or set to null, fields that the contract promises. */
export function parseReportedLink({
  status,
  targetReference: target,
  locationReferences: places,
}: Schema<'LinkItem'>): ReportedLink {
  const to = target?.kind === 'file' ? target.file : target?.page;
  const { title, name } = { ...(isObject(to) ? to : {}) } as { title?: unknown; name?: unknown };
  return {
    status: String(status),
    target: idOf(to),
    name: [target?.url, title, name].find(hasVisibleText) ?? '',
    places: (Array.isArray(places) ? places : []).flatMap(place => parseLinkPlace(place) ?? []),
  };
}

/** Returns the place of a reference, or undefined if it is on no page. */
export function parseLinkPlace(reference: Reference | null | undefined): ReportedLinkPlace | undefined {
  const page = reference?.page;
  const id = idOf(page);
  if (id === undefined) return undefined;
  const title = isObject(page) && hasVisibleText(page['title']) ? page['title'] : t('Untitled');
  const node = reference?.internalLocation?.node;
  return { page: id, title, node: hasVisibleText(node) ? node : undefined };
}

/** Returns the ID of a resource. References contain whole resources or only IDs. */
function idOf(resource: unknown): string | undefined {
  const id = isObject(resource) ? resource['id'] : resource;
  return isId(id) ? id : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
