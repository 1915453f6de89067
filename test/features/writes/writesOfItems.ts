import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { restoreDeleted } from '../../../src/features/moving/restore.ts';
import { dragAndDrop } from '../../../src/features/tree/index.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { run } from '../../host/commands.ts';
import { addCollection, addSpaces } from '../../host/content.ts';
import type { Stage } from '../../host/stage.ts';
import { documentedOnly } from '../../host/support.ts';
import { onRow, organization, site, times, withParts, type Write } from './write.ts';

const createdAt = '2026-11-01T08:00:00Z';

function spaceCalled({ state }: RunningSandbox, title: string) {
  return state.spaces.all().find(one => one.title === title) ?? assert.fail(`no space is called ${title}`);
}

/** Returns the position of a space in its collection. */
function placeOf(sandbox: RunningSandbox, title: string): number {
  const { id, position = sandbox.state.spaces.sequence(id) } = spaceCalled(sandbox, title);
  return position;
}

function collectionCalled({ state }: RunningSandbox, title: string) {
  return state.collections.all().find(one => one.title === title) ?? assert.fail(`no collection is called ${title}`);
}

/** Adds a collection with two spaces, A and B, beside two other collections. */
function putSpaces(sandbox: RunningSandbox): void {
  addSpaces(sandbox, addCollection(sandbox, 'Guides'), 'A', 'B');
  addCollection(sandbox, 'More');
}

function joinOther({ state }: RunningSandbox): void {
  const other = state.organizations.all().find(({ title }) => title === 'Open Rivers Network');
  const member = state.members.all().find(one => one.organization === other?.id && one.user === 'mira');
  if (member) state.members.put({ ...member, role: 'admin' });
}

function deleteSpace({ state }: RunningSandbox): void {
  state.spaces.put({ ...state.spaces.get('handbook'), deletedAt: state.now() });
}

/** Restores the deleted space with the function that the button of the message and the row of the space call. */
function restoreSpace(set: Stage): Promise<string[]> {
  const spaces = [{ id: 'handbook', title: 'Handbook', organization: 'tidewell' }];
  return withParts(set, doing => {
    const connection = doing.app.session.current ?? assert.fail('nobody is signed in');
    return doing.say([], () => restoreDeleted(doing.app, [{ connection, spaces }]));
  });
}

/**
 * Drags the space A onto the collection More. VS Code passes one DataTransfer object to both halves of the operation.
 */
function dragSpace(set: Stage): Promise<string[]> {
  return withParts(set, async doing => {
    const [space, target] = await Promise.all([doing.row('Guides', 'A'), doing.row('More')]);
    const controller = dragAndDrop(doing.app);
    const data = new vscode.DataTransfer();
    const { token } = new vscode.CancellationTokenSource();
    return doing.say(['Move'], async () => {
      await controller.handleDrag?.([space], data, token);
      await controller.handleDrop?.(target, data, token);
    });
  });
}

function putIntegration({ state }: RunningSandbox): void {
  const published = {
    title: 'Word count',
    description: 'Counts words',
    script: '1;',
    scopes: [],
    runtime: 'v1' as const,
  };
  state.integrations.put({ id: 'word-count', organization: 'tidewell', version: 1, published });
}

const manifest = `name: word-count
title: Word count
description: Counts words
organization: tidewell
visibility: private
script: ./index.js
scopes: [space:content:read]
`;

async function publish(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'integration-'));
  const file = vscode.Uri.file(join(folder, 'gitbook-manifest.yaml'));
  await writeFile(file.fsPath, manifest);
  await writeFile(join(folder, 'index.js'), 'export default 1;\n');
  try {
    return await run('integration.publish', ['Publish'], file);
  } finally {
    await vscode.workspace.fs.delete(vscode.Uri.file(folder), { recursive: true });
  }
}

/** Opens a request document and sends it. Asserts that the document stays in the editor. */
async function sendRequest(): Promise<string[]> {
  const request = {
    operation: 'PATCH /spaces/{spaceId}',
    path: { spaceId: 'heron-manual' },
    body: { title: 'Herons' },
  };
  const content = JSON.stringify(request);
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document, { preview: false });
  const [question = '', ...messages] = await run('request.send', ['Send']);
  assert.match(question, /^Send PATCH \/spaces\/heron-manual\?/);
  assert.equal(document.getText(), content, 'what was written is there');
  // The reply is shown beside the request.
  return messages.length > 0 ? messages : ['The reply is shown.'];
}

function putGroups({ state }: RunningSandbox): void {
  for (const title of ['Guides', 'More']) state.siteSectionGroups.put({ id: title, site: 'heron-docs', title });
}

function groups({ state }: RunningSandbox): string {
  const position = (row: { position?: number }, index: number) => row.position ?? index;
  const rows = state.siteSectionGroups
    .by('site', 'heron-docs')
    .map((row, index) => ({ id: row.id, at: position(row, index) }));
  return rows
    .sort((one, other) => one.at - other.at)
    .map(({ id }) => id)
    .join();
}

/** Returns a write that renames a resource. */
function renames(kind: string, path: string, name: (sandbox: RunningSandbox) => string | undefined): Write {
  return {
    command: 'item.rename',
    variant: kind,
    target: onRow(path),
    answers: ['Herons'],
    sends: new RegExp(`^(PATCH|PUT) ${path}$`),
    count: sandbox => times(name(sandbox) === 'Herons'),
    done: /^Renamed to "Herons"$/,
    isLikeAnother: true,
  };
}

/** Returns a write that deletes a resource. */
function deletes(kind: string, path: string, isThere: (sandbox: RunningSandbox) => boolean): Write {
  return {
    command: 'item.delete',
    variant: kind,
    target: onRow(path),
    answers: ['Delete'],
    sends: new RegExp(`^DELETE ${path}$`),
    count: sandbox => times(!isThere(sandbox)),
    done: /is deleted$|can be restored/,
    isLikeAnother: true,
  };
}

const shareLink = `${site}/share-links/link`;
const putShareLink = ({ state }: RunningSandbox) =>
  void state.shareLinks.put({ id: 'link', site: 'heron-docs', createdAt, name: 'Link', active: true, key: 'k' });
const saml = `${organization}/saml/saml`;
const putSaml = ({ state }: RunningSandbox) =>
  void state.samlProviders.put({ id: 'saml', organization: 'tidewell', label: 'Company', createdAt });
const translation = `${organization}/translations/german`;
const putTranslation = ({ state }: RunningSandbox) =>
  void state.translations.put({
    ...{ id: 'german', organization: 'tidewell', title: 'German', languages: [] },
    ...{ createdAt, updatedAt: createdAt },
  });
const group = `${site}/section-groups/Guides`;

/** Writes to the remaining kinds of resources that have a row. */
export const writesOfItems: readonly Write[] = [
  {
    command: 'integration.publish',
    run: publish,
    sends: /^POST \/integrations\/word-count$/,
    count: ({ state }) => state.integrations.all().filter(({ id }) => id === 'word-count').length,
    done: /^Version .* of "Word count" is published\.$/,
  },
  {
    command: 'item.delete',
    variant: 'an integration',
    prepare: putIntegration,
    target: onRow('/integrations/word-count'),
    answers: ['Delete'],
    sends: /^DELETE \/integrations\/word-count$/,
    count: ({ state }) => times(state.integrations.find('word-count') === undefined),
    done: /is deleted/,
  },
  {
    command: 'item.moveTo',
    variant: 'a space that is dragged',
    prepare: putSpaces,
    run: dragSpace,
    sends: /^POST \/spaces\/.*\/move$/,
    count: sandbox => times(spaceCalled(sandbox, 'A').parent === collectionCalled(sandbox, 'More').id),
    done: /^"A" moved to "More"$/,
  },
  {
    command: 'request.send',
    run: sendRequest,
    sends: /^PATCH \/spaces\/heron-manual$/,
    count: ({ state }) => times(state.spaces.get('heron-manual').title === 'Herons'),
    done: /^The reply is shown\.$|^PATCH \/spaces\/\{spaceId\} is done\./,
    isBlind: true,
  },
  {
    command: 'space.restore',
    prepare: deleteSpace,
    run: restoreSpace,
    sends: /^POST \/spaces\/handbook\/restore$/,
    count: ({ state }) => times(state.spaces.get('handbook').deletedAt === undefined),
    done: /^The space "Handbook" is restored$/,
  },
  {
    command: 'item.moveUp',
    prepare: putSpaces,
    run: async ({ sandbox }) => {
      const messages = await run('item.moveUp', [], onRow(`/spaces/${spaceCalled(sandbox, 'B').id}`)());
      return messages.length > 0 ? messages : ['It is moved without a word.'];
    },
    sends: /^POST \/spaces\/.*\/move$/,
    count: sandbox => times(placeOf(sandbox, 'B') < placeOf(sandbox, 'A')),
    done: /^It is moved without a word\.$/,
  },
  {
    command: 'item.moveTo',
    variant: 'a collection',
    prepare: putSpaces,
    target: sandbox => onRow(`/collections/${collectionCalled(sandbox, 'More').id}`)(),
    answers: ['Guides', 'Move'],
    sends: /^POST \/collections\/.*\/move$/,
    count: sandbox => times(collectionCalled(sandbox, 'More').parent === collectionCalled(sandbox, 'Guides').id),
    done: /moved to/,
  },
  {
    command: 'item.transfer',
    variant: 'a collection',
    prepare: sandbox => (joinOther(sandbox), putSpaces(sandbox)),
    target: sandbox => onRow(`/collections/${collectionCalled(sandbox, 'More').id}`)(),
    answers: ['Open Rivers Network', 'Transfer'],
    sends: /^POST \/collections\/.*\/transfer$/,
    count: sandbox => times(collectionCalled(sandbox, 'More').organization !== 'tidewell'),
    done: /Open Rivers Network/,
  },
  {
    command: 'siteSection.moveDown',
    variant: 'a group',
    prepare: putGroups,
    target: onRow(group),
    sends: documentedOnly ? /^POST .*\/section-groups\/Guides\/move$/ : /^PATCH .*\/structure\/sort$/,
    count: sandbox => times(groups(sandbox) === 'More,Guides'),
    done: /^"Guides" stands after "More" now$/,
  },
  {
    command: 'siteSection.moveTo',
    target: onRow(`${site}/sections/api`),
    answers: ['Before "Manual"'],
    sends: documentedOnly ? /^POST .*\/sections\/api\/move$/ : /^PATCH .*\/structure\/sort$/,
    count: ({ state }) =>
      times((state.siteSections.get('api').position ?? 1) < (state.siteSections.get('manual').position ?? 0)),
    done: /^"API" stands before "Manual" now$/,
    isLikeAnother: true,
  },
  {
    command: 'member.remove',
    variant: 'of a team',
    target: onRow(`${organization}/teams/documentation/members/jun`),
    answers: ['Remove'],
    sends: /^DELETE .*\/teams\/documentation\/members\/jun$/,
    count: ({ state }) => times(!state.teams.get('documentation').members.some(({ user }) => user === 'jun')),
    done: /^"Row" is removed$/,
    isLikeAnother: true,
  },
  renames('an organization', organization, ({ state }) => state.organizations.get('tidewell').title),
  renames('a collection', '/collections/products', ({ state }) => state.collections.get('products').title),
  renames('a space', '/spaces/handbook', ({ state }) => state.spaces.get('handbook').title),
  renames(
    'a change request',
    '/spaces/heron-manual/change-requests/2',
    ({ state }) => state.changeRequests.all().find(row => row.space === 'heron-manual' && row.number === 2)?.subject,
  ),
  renames('a site', site, ({ state }) => state.sites.get('heron-docs').title),
  renames('a section', `${site}/sections/manual`, ({ state }) => state.siteSections.get('manual').title),
  { ...renames('a group', group, ({ state }) => state.siteSectionGroups.get('Guides').title), prepare: putGroups },
  { ...renames('a share link', shareLink, ({ state }) => state.shareLinks.get('link').name), prepare: putShareLink },
  { ...renames('a SAML provider', saml, ({ state }) => state.samlProviders.get('saml').label), prepare: putSaml },
  {
    ...renames('a translation', translation, ({ state }) => state.translations.get('german').title),
    prepare: putTranslation,
  },
  deletes('a collection', '/collections/products', ({ state }) => state.collections.has('products')),
  deletes('a site', site, ({ state }) => state.sites.has('heron-docs')),
  deletes('a section', `${site}/sections/manual`, ({ state }) => state.siteSections.has('manual')),
  { ...deletes('a group', group, ({ state }) => state.siteSectionGroups.has('Guides')), prepare: putGroups },
  { ...deletes('a share link', shareLink, ({ state }) => state.shareLinks.has('link')), prepare: putShareLink },
  { ...deletes('a SAML provider', saml, ({ state }) => state.samlProviders.has('saml')), prepare: putSaml },
  {
    ...deletes('a translation', translation, ({ state }) => state.translations.has('german')),
    prepare: putTranslation,
  },
];
