import { t } from '@vscode/l10n';
import type { RequestOptions } from '../../api/client.ts';
import { isApiError } from '../../api/errors.ts';
import type { Schema } from '../../api/routes.ts';
import { hasVisibleText, escapeLine } from '../../api/escape.ts';
import { type ChangeRequestPlace, parametersOf } from './changeRequests.ts';
import type { File, Page } from './layout.ts';
import { normalizeFiles, normalizePages } from './normalize.ts';

type ListedChange = Schema<'Change'>;
export type ChangeVerb = 'created' | 'edited' | 'deleted' | 'moved';

/** A change of a change request. Only pages and files can be opened. */
export interface Change {
  name: string;
  verb: ChangeVerb;
  /** The verb of a kind of change that this extension does not know. */
  word?: string;
  /** True if the item was also moved. */
  isMoved: boolean;
  /** Set if links to the page break because its slug has changed. */
  hasNewSlug?: true;
  /** The path of a page, or the kind of any other item. */
  detail: string;
  /** ID of the page. */
  page?: string;
  /** ID of the file. */
  file?: string;
  /** The former name of a renamed file. */
  formerName?: string;
  /** ID of the reusable content. */
  reusableContent?: string;
  /** The IDs of the documents of the page before and after the change, if its text has changed. */
  documents?: { before?: string; after?: string };
  /** The names of the changed attributes of a page, if its text has not changed and the server lists all of them. */
  smallChange?: string;
  /** Changed values from the server. For a page, only those that its two versions do not show. */
  values?: readonly ChangedValue[];
}

/** A value before and after. One side is missing if the value was added or removed. */
export interface ChangedValue {
  name: string;
  before?: string;
  after?: string;
}

/**
 * Fetches the changes of a change request, and how many more the server does not list. Undefined if the server does not
 * offer them.
 */
export async function readChanges(
  place: ChangeRequestPlace,
  options: Pick<RequestOptions, 'signal' | 'isRetried'> = {},
): Promise<{ changes: Change[]; more: number } | undefined> {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes';
  const input = { ...parametersOf(place), query: { limit: 1000 } };
  try {
    const { changes, more } = await place.connection.api.optional(route, input, options);
    return { changes: changesIn(changes), more: Number.isSafeInteger(more) ? Math.max(more ?? 0, 0) : 0 };
  } catch (error) {
    if (isApiError(error, 'notOffered')) return undefined;
    throw error;
  }
}

/** Returns the changes of a reply, one for each page, file and variable, and skips malformed ones. */
function changesIn(listed: readonly ListedChange[]): Change[] {
  const all = Array.isArray(listed) ? listed.filter(change => typeof change === 'object' && change !== null) : [];
  const changes = new Map<object | string, Change>();
  for (const change of all.flatMap(changesOf)) {
    const key = change.page ?? change.file ?? change;
    const before = changes.get(key);
    // The server lists a page that was moved and edited twice.
    const isMoved = change.isMoved || (before?.isMoved ?? false);
    changes.set(key, { ...(before && change.verb === 'moved' ? before : change), isMoved });
  }
  return [...changes.values()];
}

const verbs: readonly string[] = ['created', 'edited', 'deleted', 'moved'] satisfies ChangeVerb[];

/** A change as a server sends it. The subject may be missing. */
type AnyChange = { type?: unknown } & {
  [key in 'page' | 'file' | 'reusableContent' | 'tag' | 'variables' | 'attributes']?: object | null;
};

/** Returns the change of the page, file or other item that an entry is about, and one change for each variable. */
function changesOf(listed: ListedChange): Change[] {
  const change: AnyChange = listed;
  const kind = kindOf(change.type);
  const [page] = normalizePages([change.page as Page]);
  if (page) {
    const slug = valueIn(change.attributes, 'slug') ? { hasNewSlug: true as const } : {};
    const values = settingsIn(change.attributes, name => !isInPage.has(name));
    const fields = { ...kind, ...slug, ...smallChangeOf(change), ...withValues(values) };
    return [{ name: page.title, page: page.id, detail: page.path ?? '', ...fields }];
  }
  const [file] = normalizeFiles([change.file as File]);
  if (file) {
    const values = settingsIn(change.attributes, name => name === 'name');
    const isReplaced = ['size', 'contentType', 'dimensions'].some(name => valueIn(change.attributes, name));
    const formerName = formerNameIn(valueIn(change.attributes, 'name'));
    const renamed = formerName === undefined ? {} : renamedFile(formerName, isReplaced);
    return [{ name: file.name, file: file.id, detail: 'file', ...kind, ...withValues(values), ...renamed }];
  }
  if (change.variables) {
    return changedValues(change.variables).map(({ name, ...value }) => ({
      ...{ name, detail: otherChangeKinds.variable, isMoved: false },
      ...{ verb: value.before === undefined ? 'created' : value.after === undefined ? 'deleted' : 'edited' },
      values: [{ name: 'Value', ...value }],
    }));
  }
  const values = settingsIn(change.attributes, name => name !== 'document');
  const commonFields = { ...kind, ...withValues(values) };
  if (change.reusableContent) {
    const id = valueIn(change.reusableContent, 'id');
    const reusableContent = hasVisibleText(id) ? { reusableContent: id } : {};
    const documents = documentsOf(change, kind.verb);
    const name = textIn(change.reusableContent, 'title');
    return [
      {
        name,
        detail: otherChangeKinds.reusableContent,
        ...reusableContent,
        ...(documents && { documents }),
        ...commonFields,
      },
    ];
  }
  if (change.tag) return [{ name: textIn(change.tag, 'label'), detail: otherChangeKinds.tag, ...commonFields }];
  return [{ name: nameOfType(change.type), detail: '', ...commonFields }];
}

/** The kinds of changed items other than pages and files, as the `detail` of a change names them. */
export const otherChangeKinds = {
  variable: t('variable'),
  reusableContent: t('reusable content'),
  tag: t('tag'),
} as const;

/** Describes the change of a renamed file, whose content may have been replaced, too. */
export function renamedFile(formerName: string, isReplaced: boolean): Pick<Change, 'word' | 'formerName'> {
  return { formerName, word: isReplaced ? t('edited and renamed') : t('renamed') };
}

/** Returns the former name, unless the name is unchanged. */
function formerNameIn(difference: unknown): string | undefined {
  const { before, after } = (difference ?? {}) as { before?: unknown; after?: unknown };
  return hasVisibleText(before) && before !== after ? before : undefined;
}

/** Returns the document IDs of reusable content; undefined if the server does not send them or they are equal. */
function documentsOf({ attributes, reusableContent }: AnyChange, verb: ChangeVerb): Change['documents'] {
  const document = valueIn(reusableContent, 'document');
  const difference = valueIn(attributes, 'document') ?? (verb === 'deleted' ? { before: document } : {});
  const { before, after } = verb === 'created' ? { after: document } : (difference as Record<string, unknown>);
  const documents = { ...(hasVisibleText(before) && { before }), ...(hasVisibleText(after) && { after }) };
  return Object.keys(documents).length > 0 ? documents : undefined;
}

/** Names the changed attributes of a page, unless its text has changed, too. */
function smallChangeOf({ type, attributes }: AnyChange): Pick<Change, 'smallChange'> {
  const names = changedValues(attributes).map(({ name }) => name);
  const isSmall = type === 'page_edited' && names.length > 0 && names.every(name => !texts.has(name));
  return isSmall ? { smallChange: [...new Set(names.map(name => labels.get(name) ?? name))].join(', ') } : {};
}

const texts: ReadonlySet<string> = new Set(['document', 'documentId']);

/** Attributes that the two versions of a page show, so that they are not listed again. */
const isInPage: ReadonlySet<string> = new Set([
  ...[
    'title',
    'linkTitle',
    'slug',
    'path',
    'description',
    'document',
    'documentId',
    'emoji',
    'icon',
    'cover',
    'layout',
  ],
  ...['variables', 'target', 'href', 'hidden', 'noIndex', 'noRobotsIndex', 'condition'],
]);

function kindOf(type: unknown): Pick<Change, 'verb' | 'word' | 'isMoved'> {
  const word = hasVisibleText(type) ? type.split('_').at(-1) : undefined;
  const isKnown = word === undefined || verbs.includes(word);
  const verb = isKnown && word !== undefined ? (word as ChangeVerb) : 'edited';
  return { verb, isMoved: verb === 'moved', ...(!isKnown && { word: escapeLine(word, 40) }) };
}

/** Returns a readable name for an unknown type of change: "Space theme" for `space_theme_edited`. */
function nameOfType(type: unknown): string {
  const words = hasVisibleText(type) ? escapeLine(type.split('_').slice(0, -1).join(' '), 60) : '';
  return words === '' ? t('Untitled') : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the values that differ, with their names. Each difference is `{ before?, after? }`. */
function changedValues(differences: object | null | undefined): ChangedValue[] {
  return Object.entries(differences ?? {}).flatMap(([name, difference]) => {
    if (typeof difference !== 'object' || difference === null) return [];
    const { before, after } = difference as { before?: unknown; after?: unknown };
    const values = { ...quotedValue('before', before), ...quotedValue('after', after) };
    return before === after ? [] : [{ name: escapeLine(name, 60), ...values }];
  });
}

/** Returns the changed attributes to list, with readable names. */
function settingsIn(attributes: object | null | undefined, isListed: (name: string) => boolean): ChangedValue[] {
  const values = changedValues(attributes).filter(({ name }) => isListed(name));
  return values.map(value => ({ ...value, name: labels.get(value.name) ?? value.name }));
}

const labels: ReadonlyMap<string, string> = new Map([
  ['title', t('Title')],
  ['linkTitle', t('Title in the contents')],
  ['slug', t('Slug')],
  ['description', t('Description')],
  ['emoji', t('Icon')],
  ['icon', t('Icon')],
  ['cover', t('Cover')],
  ['layout', t('Layout')],
  ['hidden', t('Visibility')],
  ['noIndex', t('In the search of the site')],
  ['noRobotsIndex', t('In search engines')],
  ['condition', t('Shown where')],
  ['variables', t('Variables')],
  ['target', t('Link target')],
  ['name', t('Name')],
  ['label', t('Label')],
  ['tags', t('Tags')],
  ['metaLinks', t('Links for search engines')],
  ['frontMatter', t('Page settings')],
]);

function quotedValue<Side extends string>(side: Side, value: unknown): { [K in Side]?: string } {
  if (value === undefined || value === null) return {};
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { [side]: `“${escapeLine(text, longestValue)}”` } as { [K in Side]?: string };
}

const longestValue = 300;

function withValues(values: readonly ChangedValue[]): Pick<Change, 'values'> {
  return values.length > 0 ? { values } : {};
}

function valueIn(values: object | null | undefined, name: string): unknown {
  return (values as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

function textIn(resource: object, name: string): string {
  const word = valueIn(resource, name);
  return hasVisibleText(word) ? word : t('Untitled');
}

/** Returns the name of a change for titles: both names, separated by an arrow, for a renamed file. */
export function changeTitle({ name, formerName }: { name: string; formerName?: string | undefined }): string {
  return formerName === undefined ? name : `${formerName} → ${name}`;
}

const verbLabels: Readonly<Record<ChangeVerb, string>> = {
  created: t({ message: 'added', comment: ['Change of a page or file'] }),
  edited: t({ message: 'edited', comment: ['Change of a page or file'] }),
  deleted: t({ message: 'deleted', comment: ['Change of a page or file'] }),
  moved: t({ message: 'moved', comment: ['Change of a page or file'] }),
};

/** Returns the label of a kind of change. */
export function verbLabel({ verb, word: other, isMoved }: Pick<Change, 'verb' | 'word' | 'isMoved'>): string {
  const word = other ?? verbLabels[verb];
  return isMoved && verb !== 'moved' ? t`${word} and moved` : word;
}
