import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { withScheme } from '../../api/credentials.ts';
import { attempt, Failure } from '../../api/failure.ts';
import { hasContent } from '../../markdown/document.ts';
import { tEscaped } from '../../api/escape.ts';
import type { Schema } from '../../api/routes.ts';
import type { App } from '../../app.ts';
import { descriptionUri } from '../../model/content/address.ts';
import {
  type ChangeRequest,
  type ChangeRequestPlace,
  changeRequestName,
  parametersOf,
  supportsDescription,
} from '../../model/content/changeRequests.ts';
import {
  type ChangeRequestLink,
  changeRequestLinksOf,
  descriptionMarkdown,
  findUnsupportedNodeType,
  hasDescription,
  parseWebUrl,
} from '../../model/reviews/description.ts';
import { openAddress } from '../../ui/openAddress.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { askAction, askText, type Choice, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { parseDescription } from './descriptionDocument.ts';
import { isDescribedAs, unsentTextsOf } from './unsentTexts.ts';

const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';

/** Opens the description of a change request as a Markdown document; saving sends it. */
export async function editDescription(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  const name = changeRequestName(changeRequest);
  if (!supportsDescription(changeRequest)) {
    throw new Failure(tEscaped`Could not edit the description of ${name}: this server has no descriptions.`);
  }
  const unsupported = findUnsupportedNodeType(changeRequest);
  if (unsupported !== undefined) {
    const why = tEscaped`The description of ${name} contains "${unsupported}", which Markdown can't represent. Edit it in the web app.`;
    const link = changeRequest.urls?.app;
    return say.info(why, ...(link ? [{ label: t('Open in Browser'), run: () => openAddress(link) }] : []));
  }
  const { connection, space, number } = place;
  const uri = descriptionUri({ connection: connection.id, space, changeRequest: number });
  await vscode.window.showTextDocument(uri, { preview: false });
  await unsentTextsOf(app).offerDescription(place, changeRequest);
}

/** Adds a link to a change request, opens one, or removes one. */
export async function editLinks(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  const name = changeRequestName(changeRequest);
  const links = changeRequestLinksOf(changeRequest);
  if (!links) throw new Failure(tEscaped`Could not edit the links of ${name}: this server has no links.`);
  const choices: Choice<ChangeRequestLink | 'add'>[] = links.map(link => ({
    label: link.title,
    description: link.kind,
    detail: link.address ?? t('No web address'),
    value: link,
  }));
  const add: Choice<'add'> = { label: t('Add Link...'), value: 'add' };
  const all = links.length < maxLinks ? [add, ...choices] : choices;
  const prompt = {
    title: tEscaped`Links of ${name}`,
    placeHolder: t('Add a link, or choose one to remove it'),
    empty: '',
  };
  const choice = links.length === 0 ? 'add' : await pick(prompt, all);
  if (choice === 'add') {
    await saveLinks(app, place, addition(await askLink(place.number)));
    return say.status(tEscaped`Link added to #${place.number}`);
  }
  const remove = t('Remove');
  const open = t('Open in Browser');
  const detail = choice.address ?? t('No web address');
  const actions = choice.address ? [remove, open] : [remove];
  const action = await askAction(tEscaped`Remove the link "${choice.title}" from ${name}?`, detail, ...actions);
  if (action === open) return openAddress(choice.address ?? '');
  await saveLinks(app, place, removal(choice));
  say.status(tEscaped`Link removed from #${place.number}`);
}

/** Maximum number of links that the service accepts. */
const maxLinks = 10;

async function askLink(number: number): Promise<LinkInput> {
  const address = await askText({
    title: tEscaped`Add Link to #${number}`,
    prompt: t('URL of an issue, ticket, or page'),
    placeHolder: 'https://',
    violation: text =>
      text.trim() && parseWebUrl(withScheme(text)) ? undefined : t('The URL must begin with https:// or http://.'),
  });
  const title = await askText({
    title: tEscaped`Add Link to #${number}`,
    prompt: t('Link title (optional)'),
    violation: violationOfTitle,
  });
  const ref = { kind: 'url' as const, url: withScheme(address) };
  return { ref, ...(title.trim() && { title: title.trim() }) };
}

function violationOfTitle(text: string): string | undefined {
  return text.length > 128 ? t`The title can have at most 128 characters; it has ${text.length}.` : undefined;
}

type LinkInput = Schema<'ChangeRequestLinkInput'>;

/**
 * A change of one link. It is applied to the links that exist when it is sent, because others may have changed them.
 */
interface LinkChange {
  matches: (link: ChangeRequestLink) => boolean;
  added?: LinkInput;
}

function addition(added: LinkInput): LinkChange {
  const address = parseWebUrl(added.ref.url)?.href;
  return { added, matches: link => link.address === address };
}

function removal({ id, title, address }: ChangeRequestLink): LinkChange {
  return { matches: link => (id ? link.id === id : link.title === title && link.address === address) };
}

async function saveLinks(app: App, place: ChangeRequestPlace, { matches, added }: LinkChange): Promise<void> {
  const { changeRequests } = app.content;
  const action = tEscaped`change the links of #${place.number}`;
  const before = await attempt(action, () => changeRequests.fetch(place));
  const links = changeRequestLinksOf(before) ?? [];
  const index = links.findIndex(matches);
  if (!added && index < 0) return;
  if (added && links.length >= maxLinks) {
    throw new Failure(tEscaped`Could not ${action}: it has ${links.length} links already. Remove one first.`);
  }
  const sent = (before.links ?? []).filter(isObject).map(inputOf);
  const body = { links: added ? [...sent, added] : sent.toSpliced(index, 1) };
  const count = links.filter(matches).length;
  const isApplied = (changeRequest: ChangeRequest) => {
    const now = (changeRequestLinksOf(changeRequest) ?? []).filter(matches).length;
    return added ? now > count : now < count;
  };
  await runWriteWithProgress(
    tEscaped`Changing the links of #${place.number}`,
    signal => attempt(action, () => place.connection.api.request(route, { ...parametersOf(place), body }, { signal })),
    async () =>
      isApplied(await changeRequests.fetch(place))
        ? t('The links were changed.')
        : new WriteNotDone(t('The links were not changed.')),
  );
  const after = await refetchAfterWrite(app, place);
  if (after && !isApplied(after)) {
    throw new Failure(tEscaped`Could not ${action}: the server ignored the change. It may not support links.`);
  }
}

function inputOf({ id, ref, title }: Schema<'ChangeRequestLink'>): LinkInput {
  return { ...(id && { id }), ref, ...(title && { title }) };
}

function isObject(link: unknown): boolean {
  return typeof link === 'object' && link !== null;
}

/**
 * Sends a description that replaces `before`. Returns the change request as read afterwards, or undefined if that
 * failed.
 */
export async function saveDescription(
  app: App,
  place: ChangeRequestPlace,
  { markdown, before = '' }: { markdown: string; before?: string },
): Promise<ChangeRequest | undefined> {
  const body = { description: await parseDescription(markdown) };
  await runWriteWithProgress(
    tEscaped`Saving the description of #${place.number}`,
    signal =>
      attempt(tEscaped`save the description of #${place.number}`, () =>
        place.connection.api.request(route, { ...parametersOf(place), body }, { signal }),
      ),
    async () => {
      const now = await app.content.changeRequests.fetch(place);
      if (await isDescribedAs(now, markdown)) return t('The description was saved.');
      return (await descriptionMarkdown(now)) === before
        ? new WriteNotDone(t('The description was not saved.'))
        : t('It has another description now.');
    },
  );
  // Servers that do not support the field ignore it and reply with success.
  const after = await refetchAfterWrite(app, place);
  if (!after || hasDescription(after) === hasContent(body.description.nodes)) return after;
  throw new Failure(
    tEscaped`Could not save the description of #${place.number}: the server ignored the change. It may not support descriptions.`,
  );
}

/** Fetches a change request after an acknowledged write. A failure is only logged, because the write has succeeded. */
export async function refetchAfterWrite(app: App, place: ChangeRequestPlace): Promise<ChangeRequest | undefined> {
  try {
    return await app.content.changeRequests.fetch(place);
  } catch (error) {
    app.failures.log(`Could not read #${place.number} after changing it.`, error);
    return undefined;
  }
}
