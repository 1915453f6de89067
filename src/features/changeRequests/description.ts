import * as vscode from 'vscode';
import { attempt, Failure } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { Schema } from '../../api/routes.ts';
import type { App } from '../../app.ts';
import { descriptionUri } from '../../model/content/address.ts';
import { type ChangeRequestPlace, nameOf, parametersOf } from '../../model/content/changeRequests.ts';
import {
  type ChangeRequestLink,
  linksOf,
  lostInMarkdown,
  takesDescription,
  webAddress,
} from '../../model/reviews/description.ts';
import { openAddress } from '../../ui/openAddress.ts';
import { NotDone, withWrite } from '../../ui/progress.ts';
import { ask, askText, type Choice, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';

const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';

/** Opens the description of a change request as Markdown; saving sends it. Unsaved words stand in an empty one. */
export async function editDescription(app: App, place: ChangeRequestPlace, unsaved = ''): Promise<void> {
  const changeRequest = await app.content.changeRequests.fresh(place);
  const name = nameOf(changeRequest);
  if (!takesDescription(changeRequest)) {
    throw new Failure(words`Could not edit the description of ${name}: this server has no descriptions.`);
  }
  const lost = lostInMarkdown(changeRequest);
  if (lost !== undefined) {
    const why = words`The description of ${name} holds "${lost}", which Markdown cannot say. It is edited in the service's own app.`;
    const link = changeRequest.urls?.app;
    return say.info(why, ...(link ? [{ label: 'Open in Browser', run: () => openAddress(link) }] : []));
  }
  const { connection, space, number } = place;
  const uri = descriptionUri({ connection: connection.id, space, changeRequest: number });
  const editor = await vscode.window.showTextDocument(uri, { preview: false });
  if (unsaved && editor.document.getText() === '') {
    await editor.edit(builder => builder.insert(new vscode.Position(0, 0), `${unsaved}\n`));
  }
}

/** Adds a link to a change request, or removes one. */
export async function editLinks(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fresh(place);
  const name = nameOf(changeRequest);
  const links = linksOf(changeRequest);
  if (!links) throw new Failure(words`Could not edit the links of ${name}: this server has no links.`);
  const existing = changeRequest.links ?? [];
  const choices: Choice<ChangeRequestLink | 'add'>[] = links.map(link => ({
    label: link.title,
    description: link.kind,
    detail: link.address ?? 'It has no address of the web.',
    value: link,
  }));
  const add: Choice<'add'> = { label: 'Add Link...', value: 'add' };
  const all = existing.length < mostLinks ? [add, ...choices] : choices;
  const prompt = { title: words`Links of ${name}`, placeHolder: 'Add a link, or choose one to remove it', empty: '' };
  const choice = await pick(prompt, all);
  if (choice === 'add') {
    const link = await askLink(name);
    await saveLinks(app, place, [...existing.filter(isObject).map(keptLink), link]);
    return say.status(words`Link added to #${place.number}`);
  }
  const open = 'Open in Browser';
  const detail = choice.address ?? 'It has no address of the web.';
  const actions = choice.address ? ['Remove', open] : ['Remove'];
  const action = await ask(words`Remove the link "${choice.title}" from ${name}?`, detail, ...actions);
  if (action === open) return openAddress(choice.address ?? '');
  const index = links.indexOf(choice);
  await saveLinks(app, place, existing.filter(isObject).toSpliced(index, 1).map(keptLink));
  say.status(words`Link removed from #${place.number}`);
}

/** The service takes no more. */
const mostLinks = 10;

async function askLink(name: string): Promise<LinkInput> {
  const address = await askText({
    title: words`New Link of ${name}`,
    prompt: 'Address of an issue, a ticket or a page',
    placeHolder: 'https://',
    violation: text => (webAddress(text.trim()) ? undefined : 'The address must begin with https:// or http://.'),
  });
  const title = await askText({
    title: words`New Link of ${name}`,
    prompt: 'What the link is called; can be left empty',
    violation: violationOfTitle,
  });
  const ref = { kind: 'url' as const, url: address.trim() };
  return { ref, ...(title.trim() && { title: title.trim() }) };
}

function violationOfTitle(text: string): string | undefined {
  return text.length > 128 ? `The name can have at most 128 characters; it has ${text.length}.` : undefined;
}

type LinkInput = Schema<'ChangeRequestLinkInput'>;

function keptLink({ id, ref, title }: Schema<'ChangeRequestLink'>): LinkInput {
  return { ...(id && { id }), ref, ...(title && { title }) };
}

function isObject(link: unknown): boolean {
  return typeof link === 'object' && link !== null;
}

async function saveLinks(app: App, place: ChangeRequestPlace, links: LinkInput[]): Promise<void> {
  const action = words`change the links of #${place.number}`;
  const input = { ...parametersOf(place), body: { links } };
  const countNow = async () => (linksOf(await app.content.changeRequests.fresh(place)) ?? []).length;
  await withWrite(
    words`Changing the links of #${place.number}`,
    signal => attempt(action, () => place.connection.api.request(route, input, { signal })),
    async () => ((await countNow()) === links.length ? 'It is done.' : new NotDone('It is not done.')),
  );
  if ((await countNow()) === links.length) return;
  throw new Failure('Could not ' + action + ': the server has not taken them.');
}
