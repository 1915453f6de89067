import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { resourceDefinitions } from '../../../src/model/resources/resourceDefinitions.ts';
import { eventually } from '../../host/eventually.ts';
import { discardAll, documentOf, fieldsIn, findingsIn, openDocument, writeIn } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { describeOnce } from '../../host/support.ts';

type Ask = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** A resource of a kind, and concurrent changes of it by two users. */
interface Case {
  /** The path of the resource, or a function that creates the resource first. */
  path: string | ((ask: Ask) => Promise<string>);
  mine: Record<string, unknown>;
  /** A concurrent change of the same field by another user. */
  theirs: Record<string, unknown>;
  /** Another field, which only the other user changes. */
  other?: Record<string, unknown>;
}

const orgs = '/orgs/tidewell';
const site = `${orgs}/sites/heron-docs`;
const madeIn =
  (list: string, body: unknown, method = 'POST') =>
  async (ask: Ask) =>
    `${list}/${String((await ask(method, list, body))['id'])}`;
const schema = (...names: string[]) => ({
  jsonSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, { type: 'boolean', description: name }])),
    additionalProperties: false,
  },
});

const cases: Record<string, Case> = {
  organization: { path: orgs, mine: { title: 'Mine' }, theirs: { title: 'Theirs' }, other: { hostname: 'elsewhere' } },
  member: { path: `${orgs}/members/sam`, mine: { role: 'comment' }, theirs: { role: 'edit' } },
  team: { path: `${orgs}/teams/documentation`, mine: { title: 'Mine' }, theirs: { title: 'Theirs' } },
  teamMember: {
    path: async ask => {
      await ask('PUT', `${orgs}/teams/documentation/members/jun`, { role: 'member' });
      await ask('PUT', `${orgs}/teams/documentation/members/sam`, { role: 'member' });
      return `${orgs}/teams/documentation/members/sam`;
    },
    mine: { role: 'owner' },
    theirs: { role: 'owner' },
  },
  samlProvider: {
    path: madeIn(`${orgs}/saml`, { label: 'Company', defaultRole: 'read', entityID: 'a' }),
    mine: { label: 'Mine' },
    theirs: { label: 'Theirs' },
    other: { defaultRole: 'edit' },
  },
  collection: {
    path: '/collections/products',
    mine: { title: 'Mine' },
    theirs: { title: 'Theirs' },
    other: { description: 'Theirs' },
  },
  space: {
    path: '/spaces/handbook',
    mine: { title: 'Mine' },
    theirs: { title: 'Theirs' },
    other: { editMode: 'locked' },
  },
  changeRequest: {
    path: '/spaces/heron-manual/change-requests/2',
    mine: { subject: 'Mine' },
    theirs: { subject: 'Theirs' },
    other: { status: 'draft' },
  },
  site: { path: site, mine: { title: 'Mine' }, theirs: { title: 'Theirs' }, other: { visibility: 'unlisted' } },
  siteSection: {
    path: `${site}/sections/manual`,
    mine: { title: 'Mine' },
    theirs: { title: 'Theirs' },
    other: { description: 'Theirs' },
  },
  siteSectionGroup: {
    path: madeIn(`${site}/section-groups`, { title: 'Group', sections: [] }),
    mine: { title: 'Mine' },
    theirs: { title: 'Theirs' },
    other: { icon: 'book' },
  },
  shareLink: {
    path: madeIn(`${site}/share-links`, { name: 'Link' }),
    mine: { name: 'Mine' },
    theirs: { name: 'Theirs' },
    other: { active: false },
  },
  adaptiveSchema: { path: `${site}/adaptive-schema`, mine: schema('isMine'), theirs: schema('isTheirs') },
  openapi: {
    path: `${orgs}/openapi/heron-api`,
    mine: { source: { url: 'https://mine.example/openapi.yaml' } },
    theirs: { source: { url: 'https://theirs.example/openapi.yaml' } },
  },
  translation: {
    path: madeIn(`${orgs}/translations`, { title: 'German' }),
    mine: { title: 'Mine' },
    theirs: { title: 'Theirs' },
  },
};

describeOnce('two users who change the same resource at the same time', () => {
  afterEach(discardAll);
  const set = stage();

  const ask: Ask = async (method, path, body) => {
    const headers = { authorization: `Bearer ${set.sandbox.token}`, 'content-type': 'application/json' };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${set.sandbox.url}/v1${path}`, { method, headers, ...text });
    const replyText = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${replyText}`);
    return (replyText === '' ? {} : JSON.parse(replyText)) as Record<string, unknown>;
  };

  it('are tested with every kind that can be changed', () => {
    const changeable = resourceDefinitions.filter(({ change }) => change).map(({ kind }) => kind);
    assert.deepEqual(Object.keys(cases).toSorted(), changeable.toSorted());
  });

  /** Opens the document, changes the resource as another user, and writes into the document. */
  async function atOnce(kind: string, path: string, mine: object, theirs: object): Promise<vscode.TextDocument> {
    const document = await openDocument(documentOf(path));
    await writeIn(document, { ...fieldsIn(document), ...mine });
    const { change = '' } = resourceDefinitions.find(definition => definition.kind === kind) ?? {};
    await ask(change.split(' ')[0] ?? '', path, theirs);
    return document;
  }

  for (const [kind, { path: pathTemplate, mine, theirs, other }] of Object.entries(cases)) {
    const [name = ''] = Object.keys(mine);
    const isClash = JSON.stringify(mine) !== JSON.stringify(theirs);
    const isWhole = resourceDefinitions.find(definition => definition.kind === kind)?.putReplacesAll;

    if (isClash) {
      it(`see a comparison of a ${kind} when both change the same field, and the second save is sent`, async () => {
        const path = typeof pathTemplate === 'string' ? pathTemplate : await pathTemplate(ask);
        const document = await atOnce(kind, path, mine, theirs);
        assert.equal(await document.save(), false);
        assert.equal(set.server.writes.length, 0);
        assert.match(findingsIn(document)[0]?.message ?? '', /somebody else has changed/);
        assert.deepEqual(fieldsIn(document)[name], mine[name]);
        assert.ok(await document.save(), findingsIn(document)[0]?.message);
        assert.deepEqual((set.server.writes[0]?.body as typeof mine)[name], mine[name]);
        await eventually(() => assert.deepEqual(fieldsIn(document)[name], mine[name]));
      });
    } else {
      it(`see no conflict when both make the same change to a ${kind}`, async () => {
        const path = typeof pathTemplate === 'string' ? pathTemplate : await pathTemplate(ask);
        const document = await atOnce(kind, path, mine, theirs);
        assert.ok(await document.save());
        assert.equal(set.server.writes.length, 0);
      });
    }

    if (other && !isWhole) {
      it(`both succeed when they change different fields of a ${kind}`, async () => {
        const path = typeof pathTemplate === 'string' ? pathTemplate : await pathTemplate(ask);
        const document = await atOnce(kind, path, mine, other);
        assert.ok(await document.save(), findingsIn(document)[0]?.message);
        assert.deepEqual(set.server.writes[0]?.body, mine);
        const [field = ''] = Object.keys(other);
        await eventually(() => {
          const fields = fieldsIn(document);
          assert.deepEqual([fields[name], fields[field]], [mine[name], other[field]]);
        });
      });
    }
  }
});
