import { t } from '@vscode/l10n';
import { Failure } from '../../api/failure.ts';
import { mapItems, filterItems } from '../../api/listings.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { confirm, pickFrom } from '../../ui/prompts.ts';
import { WriteNotDone, type WriteOutcome } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import { normalizeItems } from '../picking/pick.ts';
import {
  requireAdministration,
  findContainerItems,
  containerItemsName,
  type ContainerItem,
} from '../moving/containerItems.ts';

/** Duplicates spaces. */
export async function duplicateSpaces(app: App, target: unknown, selected: unknown): Promise<void> {
  const all = await findContainerItems(app, target, selected, t('Duplicate'), ['space']);
  const name = containerItemsName(all);
  await confirm(
    tEscaped`Duplicate ${name}?`,
    t('A copy lies where its original does. It has the main content, without change requests and comments.'),
    t('Duplicate'),
  );
  const made: string[] = [];
  const parts = all.map(one => ({
    label: one.title,
    action: tEscaped`duplicate "${one.title}"`,
    run: async (signal: AbortSignal) => {
      const route = 'POST /spaces/{spaceId}/duplicate';
      const copy = await one.connection.api.request(route, { spaceId: one.id }, { signal });
      made.push(copy?.title ?? '');
    },
    // A copy cannot be distinguished from another space of the same title.
    lookUp: undefined,
  }));
  const done: DoneSentences = {
    all: count => t`${count} duplicated.`,
    some: (count, total) => t`${count} of ${total} duplicated.`,
  };
  await runForEach(tEscaped`Duplicating ${name}`, done, parts);
  const [copy] = made;
  if (made.length === 1) say.status(copy ? tEscaped`"${copy}" is created` : tEscaped`A copy of ${name} is created`);
}

/** Transfers spaces and collections to another organization. */
export async function transferSpaces(app: App, target: unknown, selected: unknown): Promise<void> {
  const all = await findContainerItems(app, target, selected, t('Transfer to Another Organization'));
  all.forEach(requireAdministration);
  const [{ connection, organization } = noContainerItem()] = all;
  const name = containerItemsName(all);
  const prompt = {
    title: tEscaped`Transfer ${name}`,
    placeHolder: t('To which organization?'),
    empty: t('You belong to no other organization.'),
  };
  const to = await pickFrom(prompt, (_, signal) => {
    const others = filterItems(connection.api.list('GET /orgs', {}, { signal }), ({ id }) => id !== organization);
    return mapItems(normalizeItems(others), one => ({ label: one.title, value: one }));
  });
  await confirm(
    tEscaped`Transfer ${name} to "${to.title}"?`,
    all.length === 1
      ? t(
          'It goes to the top there, with its change requests and comments. Members of this organization alone lose ' +
            'it, its sites no longer show it, and only who administrates it there can bring it back.',
        )
      : t(
          'They go to the top there, with their change requests and comments. Members of this organization alone lose ' +
            'them, its sites no longer show them, and only who administrates them there can bring them back.',
        ),
    t('Transfer'),
  );
  const parts = all.map(one => ({
    label: one.title,
    action: tEscaped`transfer "${one.title}"`,
    run: (signal: AbortSignal) => send(one, to.id, signal),
    lookUp: () => checkTransferred(one, to),
  }));
  const done: DoneSentences = {
    all: count => t`${count} transferred.`,
    some: (count, total) => t`${count} of ${total} transferred.`,
  };
  await runForEach(tEscaped`Transferring ${name}`, done, parts);
  if (all.length === 1) say.status(tEscaped`${name} belongs to "${to.title}" now`);
}

function send(
  { connection: { api }, type, id }: ContainerItem,
  organization: string,
  signal: AbortSignal,
): Promise<unknown> {
  const body = { organization };
  return type === 'space'
    ? api.request('POST /spaces/{spaceId}/transfer', { spaceId: id, body }, { signal })
    : api.request('POST /collections/{collectionId}/transfer', { collectionId: id, body }, { signal });
}

async function checkTransferred(
  { connection: { api }, type, id }: ContainerItem,
  to: { id: string; title: string },
): Promise<WriteOutcome> {
  const options = { isFresh: true };
  const { organization } =
    type === 'space'
      ? await api.request('GET /spaces/{spaceId}', { spaceId: id }, options)
      : await api.request('GET /collections/{collectionId}', { collectionId: id }, options);
  return organization === to.id
    ? tEscaped`It belongs to "${to.title}" now.`
    : new WriteNotDone(t('It is where it was.'));
}

function noContainerItem(): never {
  throw new Failure(t('There is nothing that can be transferred.'));
}
