import { t } from '@vscode/l10n';
import type { Schema } from './routes.ts';
import { hasVisibleText } from './escape.ts';

/** Returns true for an ID that is safe in a path. Servers may send any value for one. */
export function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id !== '.' && id !== '..' && id.isWellFormed();
}

/**
 * Returns a resource that can be displayed: fields of a wrong type are removed, and it has a visible title and a
 * creator with a name. Other servers omit fields that the contract promises, or set them to null.
 */
export function normalizeResource<T>(resource: T): T {
  if (!isObject(resource)) return resource;
  const invalid = Object.entries(resource).filter(([name, value]) => !(validators.get(name)?.(value) ?? true));
  const { createdBy: made } = resource as { createdBy?: unknown };
  const { title, subject, name, createdBy } = { ...resource, ...emptied(invalid) } as Record<string, unknown>;
  const isUntitled = 'id' in resource && [title, subject, name].every(text => typeof text !== 'string');
  const creator =
    createdBy === undefined && invalid.some(([name]) => name === 'createdBy')
      ? { createdBy: normalizeUser(made) ?? unknownUser() }
      : {};
  return invalid.length > 0 || isUntitled
    ? { ...resource, ...emptied(invalid), ...(isUntitled && { title: t('Untitled') }), ...creator }
    : resource;
}

/** Returns the items of a list that have a valid ID, each safe to display. */
export function normalizeResources<T>(items: readonly T[]): T[] {
  return items.filter(item => isObject(item) && isId((item as { id?: unknown }).id)).map(normalizeResource);
}

/** Returns a user with a visible name, or undefined for a value that is no object. */
export function normalizeUser(user: unknown): Schema<'User'> | undefined {
  if (!isObject(user)) return undefined;
  const { id, displayName, email, photoURL } = user;
  return {
    object: 'user',
    id: typeof id === 'string' ? id : '',
    displayName: [displayName, email].find(hasVisibleText) ?? unknownUser().displayName,
    ...(isWord(email) && { email }),
    ...(isWord(photoURL) && { photoURL }),
  };
}

/** Returns the placeholder for a user without a name. */
export function unknownUser(): Schema<'User'> {
  return { object: 'user', id: '', displayName: t('Somebody') };
}

export function isDate(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function emptied(odd: [string, unknown][]): Record<string, undefined> {
  return Object.fromEntries(odd.map(([name]) => [name, undefined]));
}

const isText = (value: unknown) => value === undefined || typeof value === 'string';
const isNumber = (value: unknown) => value === undefined || typeof value === 'number';

/** Validators of the fields that many kinds of resources have. */
const validators = new Map<string, (value: unknown) => boolean>([
  ...['title', 'subject'].map(
    name => [name, (value: unknown) => value === undefined || hasVisibleText(value)] as const,
  ),
  ...['description', 'emoji', 'status', 'type', 'visibility', 'editMode', 'parent', 'href'].map(
    name => [name, isText] as const,
  ),
  ...['updatedAt', 'createdAt'].map(name => [name, (value: unknown) => value === undefined || isDate(value)] as const),
  ...['slug', 'path', 'organization', 'deletedAt'].map(name => [name, isText] as const),
  ...['comments', 'size', 'changeRequestsOpen', 'changeRequestsDraft'].map(name => [name, isNumber] as const),
  ['urls', value => value === undefined || (typeof value === 'object' && value !== null)],
  ['createdBy', value => hasVisibleText((value as { displayName?: unknown } | null | undefined)?.displayName)],
]);
