import { t } from '@vscode/l10n';
import { ApiError } from '../../api/errors.ts';
import { Failure, type FailureLog } from '../../api/failure.ts';
import { isDate, isId, normalizeUser, unknownUser } from '../../api/normalize.ts';
import type { Schema } from '../../api/routes.ts';

/** A comment with every field that the contract promises, whatever the server sent. */
export type Comment = Schema<'Comment'>;
export type CommentReply = Schema<'CommentReply'>;

/** Reads each item that a server sent. Odd items are logged, and items without an ID are left out. */
export function parseEach<T>(sent: readonly unknown[], reader: Reader<T>, log: FailureLog): T[] {
  const all = sent.map(reader);
  const odd = all.flatMap((read, index) => {
    if (!read) return [`the ${index + 1}. of ${sent.length} (no usable ID)`];
    return read.odd.length > 0 ? [`${read.id.slice(0, 40)} (${[...new Set(read.odd)].join(', ')})`] : [];
  });
  if (odd.length > 0) {
    const named = odd.slice(0, 20).join('; ');
    const sentence = `Some comments are odd, and are shown as far as they go: ${named}.`;
    log.log(sentence, new Failure(sentence));
  }
  return all.flatMap(read => (read ? [read.resource] : []));
}

/** Reads one item like `parseEach`. Throws an ApiError if it has no usable ID. */
export function parseOne<T>(sent: unknown, reader: Reader<T>, log: FailureLog): T {
  const [resource] = parseEach([sent], reader, log);
  if (resource !== undefined) return resource;
  throw new ApiError('notService', t('The server answered with something that is not a comment.'), {
    route: 'comments',
  });
}

type Reader<T> = (sent: unknown) => Read<T> | undefined;

/** A usable resource, and the names of the fields that violate the contract. */
interface Read<T> {
  id: string;
  resource: T;
  odd: string[];
}

/** Reads a comment that a server sent; undefined if it has no ID. */
export function parseComment(sent: unknown): Read<Comment> | undefined {
  return read(sent, (id, { odd, fields }) => {
    const { resolvedAt, resolvedBy, urls } = fields;
    return {
      ...messageOf(id, fields, odd),
      object: 'comment',
      target: targetOf(isObject(fields['target']) ? fields['target'] : odd('target', {}), odd),
      status: typeof fields['status'] === 'string' ? fields['status'] : odd('status', 'open'),
      // There may be replies, so that they are requested.
      replies: isCount(fields['replies']) ? fields['replies'] : odd('replies', 1),
      ...(isDate(resolvedAt) && { resolvedAt }),
      ...(isObject(resolvedBy) && { resolvedBy: normalizeUser(resolvedBy) ?? odd('resolvedBy', unknownUser()) }),
      ...(isObject(urls) && { urls: textsOf(urls, 'location') }),
    };
  });
}

/** Reads a reply that a server sent; undefined if it has no ID. */
export function parseCommentReply(sent: unknown): Read<CommentReply> | undefined {
  return read(sent, (id, { odd, fields }) => ({ ...messageOf(id, fields, odd), object: 'comment-reply' }));
}

type Fields = Readonly<Record<string, unknown>>;
/** Records the name of an odd field, and returns its substitute. */
type Odd = <T>(name: string, substitute: T) => T;

function read<T>(sent: unknown, make: (id: string, input: { fields: Fields; odd: Odd }) => T): Read<T> | undefined {
  const fields = isObject(sent) ? sent : {};
  const { id } = fields;
  if (!isId(id)) return undefined;
  const names: string[] = [];
  const odd: Odd = (name, substitute) => {
    names.push(name);
    return substitute;
  };
  return { id, resource: make(id, { fields, odd }), odd: names };
}

/** Returns the fields that comments and replies share. */
function messageOf(id: string, fields: Fields, odd: Odd): Omit<CommentReply, 'object'> {
  const { postedBy, postedAt, editedAt, body, reactions, permissions } = fields;
  return {
    id,
    postedBy: normalizeUser(postedBy) ?? odd('postedBy', unknownUser()),
    postedAt: isDate(postedAt) ? postedAt : odd('postedAt', ''),
    body: isObject(body) && typeof body['markdown'] === 'string' ? { markdown: body['markdown'] } : odd('body', {}),
    reactions: Array.isArray(reactions)
      ? reactions.flatMap(reaction => reactionOf(reaction, odd))
      : odd('reactions', []),
    ...(isDate(editedAt) && { editedAt }),
    ...(isObject(permissions) && { permissions: permissionsOf(permissions) }),
  };
}

function reactionOf(reaction: unknown, odd: Odd): Comment['reactions'] {
  const { emoji, count, users } = isObject(reaction) ? reaction : {};
  if (!isText(emoji)) return odd('reactions', []);
  const known = (Array.isArray(users) ? users : odd('reactions', [])).flatMap((one: unknown) => {
    const user = isObject(one) ? normalizeUser(one['user']) : undefined;
    return user ? [{ user }] : [];
  });
  return [{ emoji, count: isCount(count) ? count : odd('reactions', known.length), users: known }];
}

function targetOf({ page, node, tableCell, revision }: Fields, odd: Odd): Comment['target'] {
  const isUnnamed = [page, node].some(part => part && !isNamed(part));
  if (isUnnamed) odd('target', undefined);
  return {
    ...(isNamed(page) && { page: { id: page.id, ...textsOf(page, 'title'), ...flagsOf(page, 'outdated') } }),
    ...(isNamed(node) && { node: { id: node.id, ...textsOf(node, 'preview') } }),
    ...(isCell(tableCell) && { tableCell: { record: tableCell.record, definition: tableCell.definition } }),
    ...(isText(revision) && { revision }),
  };
}

function permissionsOf(permissions: Fields): NonNullable<Comment['permissions']> {
  return flagsOf(permissions, 'view', 'edit', 'reply', 'delete');
}

function textsOf<Name extends string>(fields: Fields, ...names: Name[]): Partial<Record<Name, string>> {
  return pickedOf(fields, names, isText);
}

function flagsOf<Name extends string>(fields: Fields, ...names: Name[]): Partial<Record<Name, boolean>> {
  return pickedOf(fields, names, value => typeof value === 'boolean');
}

function pickedOf<Name extends string, T>(fields: Fields, names: Name[], isValid: (value: unknown) => value is T) {
  const picked: Partial<Record<Name, T>> = {};
  for (const name of names) {
    const value = fields[name];
    if (isValid(value)) picked[name] = value;
  }
  return picked;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNamed(value: unknown): value is Fields & { id: string } {
  return isObject(value) && isText(value['id']);
}

function isCell(value: unknown): value is Schema<'TableCell'> {
  return isObject(value) && isText(value['record']) && isText(value['definition']);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
