import { t } from '@vscode/l10n';
import { limitViolation } from '../../api/limits.ts';
import type { Schema } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { emojiOf, isEmoji } from '../../markdown/document.ts';
import { type Level, levels } from '../../model/roles.ts';
import { askText, confirm, pick } from '../../ui/prompts.ts';
import { WriteNotDone, type WriteOutcome } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import {
  requireAdministration,
  findContainerItems,
  containerItemsName,
  type ContainerItem,
} from '../moving/containerItems.ts';

const spaceRoute = 'PATCH /spaces/{spaceId}';
const collectionRoute = 'PATCH /collections/{collectionId}';

/** Sets an emoji or an image as the icon of a space, or removes the icon. */
export async function setEmoji(app: App, target: unknown): Promise<void> {
  const [one] = await findContainerItems(app, target, undefined, t('Set Emoji or Icon'), ['space']);
  if (!one) return;
  requireAdministration(one);
  const { emoji, urls } = await one.connection.api.request('GET /spaces/{spaceId}', { spaceId: one.id });
  const before = urls?.icon ?? emojiOf(emoji ?? '');
  const sign = await askText({
    title: tEscaped`Emoji or Icon of "${one.title}"`,
    prompt: t('An emoji, or the https address of a picture; nothing takes away what it has'),
    value: before,
    violation: text => violationOfSign(text),
  });
  if (sign === before) return;
  const none = urls?.icon ? { icon: null } : { emoji: null };
  const body = sign === '' ? none : isAddress(sign) ? { icon: sign } : { emoji: sign };
  await change([one], tEscaped`Changing the sign of "${one.title}"`, body, changed);
  say.status(sign === '' ? tEscaped`"${one.title}" has no emoji any more` : tEscaped`"${one.title}" has a new sign`);
}

/** Locks spaces against edits, or unlocks them. */
export async function setLocked(app: App, target: unknown, selected: unknown, isLocked: boolean): Promise<void> {
  const verb = isLocked ? t('Lock') : t('Unlock');
  const all = await findContainerItems(app, target, selected, verb, ['space']);
  const name = containerItemsName(all);
  if (isLocked) {
    const detail = t('Nobody can edit or merge anything there until it is unlocked. Reading and commenting go on.');
    await confirm(tEscaped`Lock ${name}?`, detail, verb);
    await change(all, tEscaped`Locking ${name}`, { editMode: 'locked' }, locked);
    if (all.length === 1) say.status(tEscaped`${name} is locked`);
  } else {
    await confirm(tEscaped`Unlock ${name}?`, t('Whoever may edit there can edit and merge again.'), verb);
    await change(all, tEscaped`Unlocking ${name}`, { editMode: 'live' }, unlocked);
    if (all.length === 1) say.status(tEscaped`${name} is unlocked`);
  }
}

/** Sets the default role of members. */
export async function setDefaultLevel(
  app: App,
  target: unknown,
  selected: unknown,
  kind: ContainerItem['type'],
): Promise<void> {
  const all = await findContainerItems(app, target, selected, t('Set Default Level'), [kind]);
  all.forEach(requireAdministration);
  const name = containerItemsName(all);
  const [now, ...others] = new Set(all.map(({ defaultLevel }) => defaultLevel));
  const before = others.length === 0 ? levels.find(({ value }) => value === now) : undefined;
  const prompt = {
    title: tEscaped`Default Level of ${name}`,
    placeHolder: [
      t('What may members do without an invitation?'),
      ...(before ? [tEscaped`Now: ${before.label}`] : []),
    ].join(' '),
    empty: '',
  };
  const choices = levels.filter(level => level !== before).map(level => ({ ...level }));
  const defaultLevel = await pick<Level>(prompt, choices);
  await change(all, tEscaped`Changing the default level of ${name}`, { defaultLevel }, changed);
  if (all.length === 1) say.status(tEscaped`The default level of ${name} is changed`);
}

type Change =
  { emoji: string | null } | { icon: string | null } | { editMode: 'live' | 'locked' } | { defaultLevel: Level };

const locked: DoneSentences = {
  all: count => t`${count} locked.`,
  some: (count, total) => t`${count} of ${total} locked.`,
};

const unlocked: DoneSentences = {
  all: count => t`${count} unlocked.`,
  some: (count, total) => t`${count} of ${total} unlocked.`,
};

const changed: DoneSentences = {
  all: count => t`${count} changed.`,
  some: (count, total) => t`${count} of ${total} changed.`,
};

function change(all: readonly ContainerItem[], title: string, body: Change, done: DoneSentences): Promise<void> {
  const parts = all.map(one => ({
    label: one.title,
    action: tEscaped`change "${one.title}"`,
    run: async (signal: AbortSignal) => {
      requireAdministration(one);
      await send(one, body, signal);
    },
    lookUp: () => checkChanged(one, body),
  }));
  return runForEach(title, done, parts);
}

/** Checks whether a change was made after the reply was lost. */
async function checkChanged({ connection: { api }, type, id }: ContainerItem, body: Change): Promise<WriteOutcome> {
  const options = { isFresh: true };
  const now =
    type === 'space'
      ? await api.request('GET /spaces/{spaceId}', { spaceId: id }, options)
      : await api.request('GET /collections/{collectionId}', { collectionId: id }, options);
  const { emoji, urls } = now as Partial<Schema<'Space'>>;
  const fields: Record<string, unknown> = { ...now, emoji: emojiOf(emoji ?? '') || null, icon: urls?.icon ?? null };
  const isDone = Object.entries(body).every(([name, value]) => (fields[name] ?? null) === value);
  return isDone ? t('It is changed.') : new WriteNotDone(t('It is not changed.'));
}

function send({ connection: { api }, type, id }: ContainerItem, body: Change, signal: AbortSignal): Promise<unknown> {
  if (type === 'space') return api.request(spaceRoute, { spaceId: id, body }, { signal });
  // Collections support only the default level.
  return api.request(collectionRoute, { collectionId: id, body: body as { defaultLevel: Level } }, { signal });
}

function isAddress(text: string): boolean {
  return /^https?:/i.test(text);
}

function violationOfSign(text: string): string | undefined {
  if (text === '') return undefined;
  if (isAddress(text)) return URL.canParse(text) ? undefined : t('Enter the whole address of the picture.');
  return isEmoji(text) ? limitViolation(spaceRoute, 'emoji', text) : t('Enter one emoji, or the address of a picture.');
}
