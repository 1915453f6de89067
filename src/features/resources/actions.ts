import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { Failure, reasonOf, Notice } from '../../api/failure.ts';
import { limitViolation } from '../../api/limits.ts';
import { isId } from '../../api/normalize.ts';
import { fieldSample } from '../../api/resourceDocuments.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseResourceUri, resourceUri, type View } from '../../model/resources/address.ts';
import type { Item } from '../../model/resources/items.ts';
import {
  capitalize,
  nameInTitleCase,
  resourceLabel,
  type ResourceDefinition,
  resourceDefinitionOf,
  pluralInSentence,
  type Resource,
} from '../../model/resources/resourceDefinitions.ts';
import { openResourceAddress } from '../../model/resources/openDocuments.ts';
import { requestRoute, findResource, readResource } from '../../model/resources/readResources.ts';
import type { Connection } from '../../model/session/connection.ts';
import { WriteNotDone, type WriteOutcome, runWriteWithProgress } from '../../ui/progress.ts';
import { askText, confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import type { Node } from '../../ui/tree/node.ts';
import { type ResourceTarget, findItem, findItems, findPlace, resourceName } from '../picking/items.ts';
import { checkCreated } from './save.ts';
import { treePathToNewCollection, treePathToSpace } from '../opening/treePaths.ts';
import { offerRestoring, type RestorableSpaces, deleteRestorably } from '../moving/restore.ts';

/** Opens a resource as a JSON document, which can be edited if the service has an operation to change it. */
export async function openAsJson(app: App, target: unknown): Promise<void> {
  await show(await findItem(app, target, t('Open as JSON'), ({ get, list }) => Boolean(get ?? list)), 'fields');
}

/** Opens a read-only document with all fields of a resource. */
export async function showAll(app: App, target: unknown): Promise<void> {
  await show(await findItem(app, target, t('Show All Fields'), ({ get, list }) => Boolean(get ?? list)), 'whole');
}

export async function renameResource(app: App, target: unknown): Promise<void> {
  const resource = await findItem(app, target, t('Rename'), ({ change, titleField: called }) =>
    Boolean(change && called),
  );
  const { connection, item } = resource;
  const { definition, parameters } = item;
  const { change, titleField: called } = definition;
  if (!change || !called) return;
  const before = resourceLabel({ ...definition, label: () => '' }, await readResource(connection, item));
  const name = await askText({
    title: tEscaped`Rename "${before}"`,
    prompt: t('What it is called'),
    value: before,
    violation: text => (text === '' ? t('Write a name.') : limitViolation(change, called, text)),
  });
  if (name === before) return;
  await runWriteWithProgress(
    tEscaped`Renaming "${before}"`,
    signal => requestRoute(connection, change, parameters, { [called]: name }, { signal }),
    async () => {
      const now = resourceLabel(definition, await readResource(connection, item, { isFresh: true }));
      const sentence = tEscaped`It is named "${now}".`;
      return now === name ? sentence : new WriteNotDone(sentence);
    },
  );
  say.status(tEscaped`Renamed to "${name}"`);
}

/** Deletes the resources of all selected rows after one confirmation. */
export async function deleteResources(app: App, target: unknown, selected: unknown): Promise<void> {
  const isSuitable = ({ remove: route, removedFrom }: ResourceDefinition) => Boolean(route) && !removedFrom;
  await removeAll(app, await findItems(app, { target, selected }, t('Delete'), isSuitable));
}

/** Removes the members of all selected rows from their organization or team after one confirmation. */
export async function removeMembers(app: App, target: unknown, selected: unknown): Promise<void> {
  const isSuitable = ({ removedFrom }: ResourceDefinition) => removedFrom !== undefined;
  await removeAll(app, await findItems(app, { target, selected }, t('Remove Member'), isSuitable));
}

async function removeAll(app: App, targets: readonly ResourceTarget[]): Promise<void> {
  const labels = await Promise.all(targets.map(resourceName));
  const [label = ''] = labels;
  const definitions = new Set(targets.map(({ item }) => item.definition));
  const [definition, ...otherDefinitions] = definitions;
  const kinds = otherDefinitions.length === 0 && definition ? pluralInSentence(definition) : t('resources');
  const from = otherDefinitions.length === 0 ? definition?.removedFrom : undefined;
  const one = from ? tEscaped`"${label}"` : tEscaped`${definition?.name ?? ''} "${label}"`;
  const what = targets.length === 1 ? one : t`${targets.length} ${kinds}`;
  const sentences = from ? removal(from) : deletion;
  const losses = [...definitions].map(({ plural, deleteWarning: loss = '' }) =>
    targets.length > 1 && loss ? tEscaped`${plural}: ${loss}` : loss,
  );
  await confirm(
    sentences.question(what),
    [targets.length > 1 ? labels.slice(0, 10).join('\n') : '', ...losses].filter(Boolean).join('\n\n'),
    sentences.button,
  );
  const deleted: RestorableSpaces[] = [];
  const parts = targets.map((target, index) => ({
    label: labels[index] ?? '',
    action: sentences.action(what),
    run: async (signal: AbortSignal) => {
      const { connection, item } = target;
      const send = () =>
        requestRoute(connection, item.definition.remove ?? throwUnsupported(), item.parameters, undefined, { signal });
      deleted.push(await deleteRestorably(app, target, send));
      if (item.definition.deletionNeedsApproval) await requireDeleted(connection, item, labels[index] ?? '');
    },
    lookUp: () => checkDeleted(target, sentences),
  }));
  try {
    await runForEach(sentences.progress(what), sentences.done, parts);
    if (targets.length === 1) say.status(sentences.result(capitalize(what)));
  } finally {
    offerRestoring(app, deleted);
  }
}

/** The sentences about the deletion of resources, or their removal from something. */
interface Deletion {
  button: string;
  question: (what: string) => string;
  progress: (what: string) => string;
  /** Completes "Could not ...". */
  action: (what: string) => string;
  result: (what: string) => string;
  isDone: string;
  isNotDone: string;
  done: DoneSentences;
}

const deletion: Deletion = {
  button: t('Delete'),
  question: what => tEscaped`Delete ${what}?`,
  progress: what => tEscaped`Deleting ${what}`,
  action: what => tEscaped`delete ${what}`,
  result: what => tEscaped`${what} is deleted`,
  isDone: t('It is deleted.'),
  isNotDone: t('It is not deleted.'),
  done: { all: count => t`${count} deleted.`, some: (count, total) => t`${count} of ${total} deleted.` },
};

function removal(from: NonNullable<ResourceDefinition['removedFrom']>): Deletion {
  return {
    button: t('Remove'),
    question: what =>
      from === 'team' ? tEscaped`Remove ${what} from the team?` : tEscaped`Remove ${what} from the organization?`,
    progress: what => tEscaped`Removing ${what}`,
    action: what => tEscaped`remove ${what}`,
    result: what => tEscaped`${what} is removed`,
    isDone: t('It is removed.'),
    isNotDone: t('It is not removed.'),
    done: { all: count => t`${count} removed.`, some: (count, total) => t`${count} of ${total} removed.` },
  };
}

/** Looks up whether a resource was deleted, or removed from something. */
async function checkDeleted(
  { connection, item }: ResourceTarget,
  { isDone, isNotDone }: Deletion,
): Promise<WriteOutcome> {
  try {
    const { deletedAt } = await readResource(connection, item, { isFresh: true });
    return deletedAt ? isDone : new WriteNotDone(isNotDone);
  } catch (error) {
    if (isApiError(error, 'notFound')) return isDone;
    throw error;
  }
}

/** Throws a Notice if the removal waits for the approval of an administrator. */
async function requireDeleted(connection: Connection, item: Item, label: string): Promise<void> {
  try {
    await readResource(connection, item, { isFresh: true });
  } catch (error) {
    // Users who have removed themselves lose access to the resource.
    if (isApiError(error, 'notFound', 'forbidden')) return;
    const sentence = tEscaped`The service took it. Whether ${label} is removed by now could not be read:`;
    throw new Failure([sentence, reasonOf(error)].join(' '), { cause: error });
  }
  throw new Notice(tEscaped`${label} is not removed yet: the administrators were asked to, and decide.`);
}

/** Creates a resource: directly if only its name is required, otherwise with a document to fill in. */
export async function createResourceIn(app: App, kind: string, target: unknown): Promise<void> {
  const definition = resourceDefinitionOf(kind);
  const { create, titleField: called = 'title', name } = definition;
  if (!create) return;
  const { connection, parameters, parent } = await findPlace(app, definition, target);
  const needed = Object.keys(fieldSample(create)).filter(field => field !== called);
  const needsDocument = needed.length > 0 || definition.draft !== undefined;
  if (needsDocument) return show({ connection, item: { definition, parameters }, label: t`New ${name}` }, 'new');
  const title = await askText({
    title: tEscaped`New ${nameInTitleCase(definition)}`,
    prompt: t('What it is called'),
    violation: text => (text === '' ? t('Write a name.') : limitViolation(create, called, text)),
  });
  const body = { [called]: title, ...(parent !== undefined && { parent }) };
  const reply = await runWriteWithProgress(
    tEscaped`Creating "${title}"`,
    signal => requestRoute(connection, create, parameters, body, { signal }),
    () => checkCreated(connection, { definition, parameters }, body),
  );
  const outcome = tEscaped`${capitalize(name)} "${title}" is created`;
  const findTreePath = treePathFinders.get(kind);
  if (findTreePath) {
    const isNew = (resource: Resource) => resource['title'] === title && (resource['parent'] ?? undefined) === parent;
    const find = () => findResource(connection, definition, parameters, isNew, { isFresh: true });
    await revealCreated(app, tEscaped`${capitalize(name)} "${title}"`, async () => {
      const { id } = { ...(reply as Resource | undefined) };
      return findTreePath(app, connection, isId(id) ? id : String((await find())?.['id']));
    });
  }
  say.status(outcome);
}

type FindTreePath = (app: App, connection: Connection, id: string) => Promise<(string | Node)[]>;

const treePathFinders: ReadonlyMap<string, FindTreePath> = new Map<string, FindTreePath>([
  ['space', (_, connection, id) => treePathToSpace(connection, id)],
  ['collection', treePathToNewCollection],
]);

/** Reveals a new row. A failure says that the resource was created nevertheless. */
async function revealCreated(
  { tree }: App,
  created: string,
  findTreePath: () => ReturnType<FindTreePath>,
): Promise<void> {
  let isRevealed: boolean;
  try {
    isRevealed = Boolean(await tree.reveal(...(await findTreePath())));
  } catch (cause) {
    throw new Failure([tEscaped`${created} is created, but the view could not show it:`, reasonOf(cause)].join(' '), {
      cause,
    });
  }
  if (!isRevealed)
    throw new Notice(
      tEscaped`${created} is created. The view does not show it: it belongs to another account, or was moved.`,
    );
}

/** Saves the active document of a new resource, which creates it. */
export async function saveNewResource(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || parseResourceUri(document.uri)?.view !== 'new') {
    throw new Failure(t('Open the document of something new first, such as with "Marginalia: Create Site".'));
  }
  // VS Code does not save a document without changes.
  if (document.isDirty) await document.save();
  else say.info(t('Fill in the document first.'));
}

async function show({ connection, item, label }: ResourceTarget, view: View): Promise<void> {
  const name = label ?? resourceLabel(item.definition, await readResource(connection, item));
  const title = view === 'whole' ? t`${name} (all fields)` : name;
  const uri = resourceUri({ connection: connection.id, item, view }, title);
  await vscode.window.showTextDocument(openResourceAddress(uri), { preview: view !== 'new' });
}

function throwUnsupported(): never {
  throw new Failure(t('The service offers no way to delete this.'));
}
