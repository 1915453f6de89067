import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import { formatList } from '../../api/lists.ts';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { Failure, failureMessage, reasonOf } from '../../api/failure.ts';
import { limitViolation } from '../../api/limits.ts';
import {
  applyChanges,
  type ResourceFields,
  fieldNames,
  fieldSample,
  isNullable,
  mergeFields,
  typeViolation,
} from '../../api/resourceDocuments.ts';
import type { Route } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';
import { isEmoji } from '../../markdown/document.ts';
import type { ResourceDocument } from '../../model/resources/address.ts';
import type { ResourceDocuments } from '../../model/resources/documents.ts';
import type { Item } from '../../model/resources/items.ts';
import {
  resourceLabel,
  type ResourceDefinition,
  type Resource,
  pluralInSentence,
} from '../../model/resources/resourceDefinitions.ts';
import { requestRoute, findResource, itemIn } from '../../model/resources/readResources.ts';
import type { Connection } from '../../model/session/connection.ts';
import { WriteNotDone, type WriteOutcome, runWriteWithProgress } from '../../ui/progress.ts';
import { type DocumentFinding, InvalidDocument } from './findings.ts';

/** A document to save. */
interface SavedDocument {
  uri: vscode.Uri;
  text: string;
  documents: ResourceDocuments;
}

/** Thrown if someone else has changed the fields to be saved. */
export class SaveConflict extends Failure {
  readonly theirs: ResourceFields;

  constructor(message: string, theirs: ResourceFields) {
    super(message);
    this.theirs = theirs;
  }
}

/** Sends the changed fields of a document. Throws InvalidDocument, SaveConflict or another Failure. */
export async function saveChanges({ uri, text, documents }: SavedDocument): Promise<void> {
  const { connection, document } = await documents.placeOf(uri);
  const { item } = document;
  const { definition, parameters } = item;
  const route = definition.change;
  if (!route)
    throw new Failure(tEscaped`Could not save: the service offers no way to change ${pluralInSentence(definition)}.`);
  const mine = parseFields(text);
  const theirs = await documents.current(uri);
  const known = documents.cached(uri);
  const base = known?.fields ?? theirs;
  requireValid(route, base, mine);
  const changes = changesOf(definition, { base, mine, theirs, seen: known?.seen });
  if (changes === undefined) return documents.applyWrite(uri, text, theirs);
  await runWriteWithProgress(
    tEscaped`Saving ${definition.name}`,
    signal =>
      withFieldOfError(t('save it'), mine, () => requestRoute(connection, route, parameters, changes, { signal })),
    async () => checkSaved(definition, { changes, before: theirs, now: await documents.current(uri) }),
  );
  documents.applyWrite(uri, text, applyChanges(changes, theirs));
}

/**
 * Compares the state on the server with the sent changes, after the reply was lost. The service may normalize values,
 * and never returns secrets.
 */
function checkSaved(
  definition: ResourceDefinition,
  { changes, before, now }: Record<'changes' | 'before' | 'now', ResourceFields>,
): WriteOutcome {
  const { secrets = [], writeOnly = [] } = definition;
  const isHidden = (name: string) =>
    secrets.includes(name) || writeOnly.some(([field, inner]) => field === name && inner in Object(changes[name]));
  const names = Object.keys(changes).filter(name => !isHidden(name));
  if (names.length === 0)
    return t('Whether it is saved is not known, since it is shown nowhere. Save it again to be sure.');
  const hasAll = (fields: ResourceFields) => (name: string) =>
    isDeepStrictEqual(fields[name] ?? null, now[name] ?? null);
  if (names.every(hasAll(changes))) return t('It is saved; save it again to see what became of it.');
  if (names.every(hasAll(before))) return new WriteNotDone(t('It is not saved.'));
  return t('It has changed since: save it again to compare it with what you have written.');
}

/** Creates the resource that a document describes. `at` is its document, or undefined if the service returned no ID. */
export async function createFromDocument({
  uri,
  text,
  documents,
}: SavedDocument): Promise<{ resource: Resource; at: ResourceDocument | undefined }> {
  const { connection, document } = await documents.placeOf(uri);
  const { definition, parameters } = document.item;
  const route = definition.create;
  if (!route) throw new Failure(t('Could not create it: the service offers no way to.'));
  const fields = parseFields(text);
  requireValid(route, {}, fields);
  const required = Object.keys(fieldSample(route));
  const filledIn = Object.entries(fields).filter(([name, value]) => value !== '' || required.includes(name));
  const body = Object.fromEntries(filledIn);
  const result = await runWriteWithProgress(
    tEscaped`Creating ${definition.name}`,
    signal =>
      withFieldOfError(t('create it'), fields, () => requestRoute(connection, route, parameters, body, { signal })),
    () => checkCreated(connection, document.item, body),
  );
  const resource = (result ?? {}) as Resource;
  const item = itemIn(definition, parameters, resource);
  return { resource, at: item && { connection: document.connection, item, view: 'fields' } };
}

interface Sides {
  base: ResourceFields;
  mine: ResourceFields;
  theirs: ResourceFields;
  seen: ResourceFields | undefined;
}

/** Returns the changed fields; undefined if there are none. Throws a SaveConflict if someone else changed the same fields. */
function changesOf(definition: ResourceDefinition, { base, mine, theirs, seen }: Sides): ResourceFields | undefined {
  const { changes, clashes } = mergeFields(base, mine, theirs);
  if (Object.keys(changes).length === 0) return undefined;
  const hasOtherChanges = definition.putReplacesAll && !isDeepStrictEqual(base, theirs);
  const isSeen = isDeepStrictEqual(seen, theirs);
  if ((clashes.length > 0 || hasOtherChanges) && !isSeen) {
    throw new SaveConflict(
      [
        t('Not saved yet: somebody else has changed it meanwhile.'),
        describeClashes(clashes),
        t('Compare the two sides. Save again to have yours, or revert to have theirs.'),
      ].join(' '),
      theirs,
    );
  }
  if (definition.putReplacesAll) return mine;
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? null]));
}

function describeClashes(clashes: readonly string[]): string {
  const [first, ...others] = clashes;
  if (first === undefined) return t('It is another now.');
  if (others.length === 0) return tEscaped`"${first}" is another now.`;
  return tEscaped`These are others now: ${formatList(clashes.map(clash => `"${clash}"`))}.`;
}

function parseFields(text: string): ResourceFields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Failure([t('Could not save: the document is not JSON.'), reasonOf(error)].join(' '));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ResourceFields;
  throw new Failure(t('Could not save: the document is not an object, which stands in braces.'));
}

/** Throws InvalidDocument if the contract does not allow the fields. */
function requireValid(route: Route, base: ResourceFields, mine: ResourceFields): void {
  const known = fieldNames(route);
  const findings = Object.entries(mine).flatMap(([name, value]): DocumentFinding[] => {
    if (!known.includes(name)) return [{ path: [name], message: tEscaped`"${name}" is nothing that can be set here.` }];
    const message = isDeepStrictEqual(value, base[name]) ? undefined : violationOfField(route, name, value);
    return message ? [{ path: [name], message }] : [];
  });
  const removedFields = Object.keys(base).filter(name => !(name in mine) && !isNullable(route, name));
  findings.push(
    ...removedFields.map(name => ({
      path: [],
      message: tEscaped`"${name}" cannot be taken away; write what it should be.`,
    })),
  );
  const [first] = findings;
  if (first)
    throw new InvalidDocument(t`Could not save: ${findings.map(({ message }) => message).join(' ')}`, findings);
}

function violationOfField(route: Route, name: string, value: unknown): string | undefined {
  const isInvalidEmoji = name === 'emoji' && typeof value === 'string' && value !== '' && !isEmoji(value);
  if (isInvalidEmoji)
    return isNullable(route, name)
      ? t('"emoji" must be a single emoji, such as 📘, or null.')
      : t('"emoji" must be a single emoji, such as 📘.');
  return limitViolation(route, name, value) ?? typeViolation(route, name, value);
}

/** Adds the field that a refusal of the service names, so that the editor can mark it. */
async function withFieldOfError<T>(action: string, fields: ResourceFields, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isApiError(error, 'invalid', 'conflict', 'forbidden', 'notFound')) throw error;
    const sentence = failureMessage(action, error);
    throw new InvalidDocument(sentence, [{ path: pathNamedIn(reasonOf(error), fields), message: sentence }], error);
  }
}

/** Returns the path of the field that a message names, such as `body.sections[0]`; empty if it names none. */
function pathNamedIn(message: string, fields: ResourceFields): (string | number)[] {
  const [, named = ''] = /\bbody[./]([\w.[\]/]+\w\]?)/.exec(message) ?? [];
  const path = named.split(/[./[\]]+/).filter(Boolean);
  if (path.length > 0) return path.map(part => (/^\d+$/.test(part) ? Number(part) : part));
  const words = message.split(/\W+/);
  const mentioned = Object.keys(fields).filter(name => words.includes(name));
  return mentioned.length === 1 ? mentioned : [];
}

/** Checks whether a resource was created after the reply was lost. Returns a sentence. */
export async function checkCreated(
  connection: Connection,
  { definition, parameters }: Item,
  body: ResourceFields,
): Promise<WriteOutcome> {
  const { titleField: called = 'title', list } = definition;
  const name = body[called];
  if (!list || typeof name !== 'string') return t('Whether it was created is not known; refresh to see.');
  const isNamed = (resource: Resource) => resourceLabel(definition, resource) === name;
  const match = await findResource(connection, definition, parameters, isNamed, { isFresh: true });
  return match ? tEscaped`There is one named "${name}".` : new WriteNotDone(t('It is not created.'));
}
