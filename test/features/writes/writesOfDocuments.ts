import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { View } from '../../../src/model/resources/address.ts';
import { answerPrompts } from '../../host/answers.ts';
import { documentOf, fieldsIn, findingsIn, openDocument, writeIn } from '../../host/resourceDocuments.ts';
import { organization, site, times, type Write } from './write.ts';

const createdAt = '2026-11-01T08:00:00Z';

/** Writes fields into a document unless it has unsaved changes, saves it, and returns the messages to the user. */
async function save(path: string, view: View, fields: object): Promise<string[]> {
  const uri = documentOf(path, view);
  const written = vscode.workspace.textDocuments.find(one => one.isDirty && String(one.uri) === String(uri));
  const document = written ?? (await openDocument(uri));
  if (!written) await writeIn(document, { ...fieldsIn(document), ...fields });
  const text = document.getText();
  const answers = answerPrompts();
  const isSaved = await document.save().then(undefined, () => false);
  answers.restore();
  if (isSaved) return answers.transcript.length > 0 ? answers.transcript : ['It is saved without a word.'];
  assert.equal(document.getText(), text, 'what was typed is there');
  const { message } = findingsIn(document)[0] ?? assert.fail('it was not saved, and nobody is told why');
  // VS Code shows the message after these words.
  return [...answers.transcript, `Failed to save: ${message}`];
}

/** Returns a write that saves the document of a resource. */
function saves(kind: string, path: string, fields: object, isDone: (sandbox: RunningSandbox) => boolean): Write {
  return {
    command: 'saving the document',
    variant: `of ${kind}`,
    run: () => save(path, 'fields', fields),
    sends: new RegExp(`^(PATCH|PUT) ${path}$`),
    count: sandbox => times(isDone(sandbox)),
    done: /^It is saved without a word\.$/,
  };
}

/**
 * Returns a write that saves the document of a new resource. The extension then opens the created resource, perhaps
 * after the server of the test has stopped. The message about that is ignored, because it does not concern the write.
 */
function creates(kind: string, path: string, fields: object, count: (sandbox: RunningSandbox) => number): Write {
  return {
    command: 'document.create',
    variant: kind,
    run: async () => {
      const messages = await save(path, 'new', fields);
      return messages.filter(message => !message.startsWith('Could not open what was created'));
    },
    sends: new RegExp(`^(POST|PUT) ${path.replace(/\/[^/]+$/, '')}$`),
    count,
    done: /^(Site|Section|SAML provider|Translation) ".*" is created\.$/,
  };
}

const schema = {
  type: 'object',
  properties: { isGuest: { type: 'boolean', description: 'Whether somebody is a guest' } },
  additionalProperties: false,
};
const openapi = 'openapi: 3.0.0\ninfo: { title: Herons, version: 1.0.0 }\npaths: {}\n';

function putSaml({ state }: RunningSandbox): void {
  state.samlProviders.put({ id: 'saml', organization: 'tidewell', label: 'Company', createdAt });
}

function putOthers({ state }: RunningSandbox): void {
  state.shareLinks.put({ id: 'link', site: 'heron-docs', createdAt, name: 'Link', active: true, key: 'k' });
  state.siteSectionGroups.put({ id: 'group', site: 'heron-docs', title: 'Group' });
  const fixed = { organization: 'tidewell', languages: [], createdAt, updatedAt: createdAt };
  state.translations.put({ id: 'german', title: 'German', ...fixed });
}

const title = 'Herons';
const spec = `${organization}/openapi/heron-api`;

export const writesOfDocuments: readonly Write[] = [
  saves('a site', site, { title }, ({ state }) => state.sites.get('heron-docs').title === title),
  {
    ...saves('a SAML provider', `${organization}/saml/saml`, { certificate: 'hush' }, ({ state }) => {
      return state.samlProviders.get('saml').certificate === 'hush';
    }),
    variant: 'of a SAML provider, with what is shown nowhere',
    prepare: putSaml,
    isBlind: true,
  },
  saves('an adaptive schema', `${site}/adaptive-schema`, { jsonSchema: schema }, ({ state }) => {
    return 'isGuest' in (state.sites.get('heron-docs').adaptiveSchema?.jsonSchema.properties ?? {});
  }),
  saves('an OpenAPI spec', spec, { source: { url: 'http://127.0.0.1:9/openapi.yaml' } }, ({ state }) =>
    state.openApiSpecs.all().some(one => one.slug === 'heron-api' && 'url' in one.source),
  ),
  {
    ...saves('an OpenAPI spec', spec, { source: { text: openapi } }, ({ state }) =>
      state.openApiSpecs.all().some(one => 'text' in one.source && one.source.text === openapi),
    ),
    variant: 'of an OpenAPI spec, with its text, which is shown nowhere',
    isBlind: true,
    isOptional: true,
  },
  creates('a site', `${site}`, { title, spaces: ['handbook'] }, ({ state }) => {
    return state.sites.all().filter(one => one.title === title).length;
  }),
  creates('a SAML provider', `${organization}/saml/saml`, { label: title }, ({ state }) => {
    return state.samlProviders.all().filter(({ label }) => label === title).length;
  }),
  creates('a translation', `${organization}/translations/german`, { title }, ({ state }) => {
    return state.translations.all().filter(one => one.title === title).length;
  }),
  creates('a section', `${site}/sections/manual`, { title, spaceId: 'handbook' }, ({ state }) => {
    return state.siteSections.all().filter(one => one.title === title).length;
  }),
  ...[
    saves(
      'an organization',
      organization,
      { title },
      ({ state }) => state.organizations.get('tidewell').title === title,
    ),
    saves('a member', `${organization}/members/sam`, { role: 'edit' }, ({ state }) =>
      state.members.all().some(one => one.user === 'sam' && one.organization === 'tidewell' && one.role === 'edit'),
    ),
    saves('a team', `${organization}/teams/documentation`, { title }, ({ state }) => {
      return state.teams.get('documentation').title === title;
    }),
    saves('a member of a team', `${organization}/teams/documentation/members/jun`, { role: 'owner' }, ({ state }) =>
      state.teams.get('documentation').members.some(({ user, role }) => user === 'jun' && role === 'owner'),
    ),
    saves('a collection', '/collections/products', { title }, ({ state }) => {
      return state.collections.get('products').title === title;
    }),
    saves('a space', '/spaces/handbook', { title }, ({ state }) => state.spaces.get('handbook').title === title),
    saves('a change request', '/spaces/heron-manual/change-requests/2', { subject: title }, ({ state }) =>
      state.changeRequests.all().some(one => one.space === 'heron-manual' && one.number === 2 && one.subject === title),
    ),
    saves('a section', `${site}/sections/manual`, { title }, ({ state }) => {
      return state.siteSections.get('manual').title === title;
    }),
    saves('a section group', `${site}/section-groups/group`, { title }, ({ state }) => {
      return state.siteSectionGroups.get('group').title === title;
    }),
    saves('a share link', `${site}/share-links/link`, { name: title }, ({ state }) => {
      return state.shareLinks.get('link').name === title;
    }),
    saves('a translation', `${organization}/translations/german`, { title }, ({ state }) => {
      return state.translations.get('german').title === title;
    }),
  ].map(write => ({ ...write, prepare: putOthers, isLikeAnother: true as const })),
];
