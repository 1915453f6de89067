import { failedAs } from '../../api/errors.ts';
import type { Schema } from '../../api/routes.ts';
import { isSeen } from '../../api/words.ts';
import { type ChangeRequestPlace, parametersOf } from './changeRequests.ts';
import type { File, Page } from './layout.ts';
import { readableFiles, readablePages } from './readable.ts';

type ListedChange = Schema<'Change'>;
export type Verb = 'created' | 'edited' | 'deleted' | 'moved';

/** What a change request changes; other things than pages and files cannot be opened. */
export interface Change {
  name: string;
  verb: Verb;
  /** Whether it was moved, too. */
  isMoved: boolean;
  /** Whether links to the page lead elsewhere now: its slug is another. */
  hasNewSlug?: true;
  /** The path of a page, or what else it is. */
  detail: string;
  /** ID of the page. */
  page?: string;
  /** ID of the file. */
  file?: string;
}

/** What a change request changes, and how many changes more the server does not list; undefined where it tells none. */
export async function readChanges(
  place: ChangeRequestPlace,
  signal?: AbortSignal,
): Promise<{ changes: Change[]; more: number } | undefined> {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes';
  const input = { ...parametersOf(place), query: { limit: 1000 } };
  try {
    const { changes, more } = await place.connection.api.optional(route, input, { signal });
    return { changes: changesIn(changes), more: Number.isSafeInteger(more) ? Math.max(more ?? 0, 0) : 0 };
  } catch (error) {
    if (failedAs(error, 'notOffered')) return undefined;
    throw error;
  }
}

/** The changes of a reply, one for each page and file; what is none is left out. */
function changesIn(listed: readonly ListedChange[]): Change[] {
  const all = Array.isArray(listed) ? listed.filter(change => typeof change === 'object' && change !== null) : [];
  const changes = new Map<object | string, Change>();
  for (const one of all) {
    const change = changeIn(one);
    const key = change.page ?? change.file ?? one;
    const before = changes.get(key);
    // What was moved and edited is listed twice.
    const isMoved = change.isMoved || (before?.isMoved ?? false);
    changes.set(key, { ...(before && change.verb === 'moved' ? before : change), isMoved });
  }
  return [...changes.values()];
}

/** The page that a change is about, or the file, with the name and the kind of the change. */
function changeIn(change: ListedChange): Change {
  const verb = (/_(created|edited|deleted|moved)$/.exec(change.type)?.[1] ?? 'edited') as Verb;
  const kind = { verb, isMoved: verb === 'moved' };
  // A server may name the kind of a change, and not what it is about.
  const about = change as Partial<Record<'page' | 'file' | 'reusableContent' | 'tag' | 'variables', object>>;
  const [page] = readablePages([about.page as Page]);
  if (page) {
    const slug = hasNewSlug(change) ? { hasNewSlug: true as const } : {};
    return { name: page.title, page: page.id, detail: page.path ?? '', ...kind, ...slug };
  }
  const [file] = readableFiles([about.file as File]);
  if (file) return { name: file.name, file: file.id, detail: 'file', ...kind };
  if (about.reusableContent) {
    return { name: wordIn(about.reusableContent, 'title'), detail: 'reusable content', ...kind };
  }
  if (about.tag) return { name: wordIn(about.tag, 'label'), detail: 'tag', ...kind };
  const names = Object.keys(about.variables ?? {}).join(', ');
  return names ? { name: names, detail: 'variables', ...kind } : { name: 'Untitled', detail: '', ...kind };
}

function hasNewSlug(change: ListedChange): boolean {
  const { attributes } = change as { attributes?: { slug?: unknown } | null };
  return Boolean(attributes?.slug);
}

function wordIn(about: object, name: string): string {
  const word = (about as Readonly<Record<string, unknown>>)[name];
  return isSeen(word) ? word : 'Untitled';
}

/** How a change is called on the screen. */
export function wordFor({ verb, isMoved }: Pick<Change, 'verb' | 'isMoved'>): string {
  const word = verb === 'created' ? 'added' : verb;
  return isMoved && verb !== 'moved' ? `${word} and moved` : word;
}
