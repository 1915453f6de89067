import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { listNode } from '../../../src/features/resources/node.ts';
import { resourceUri } from '../../../src/model/resources/address.ts';
import { resourceDefinitions } from '../../../src/model/resources/resourceDefinitions.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { fields, whole } from '../../hostile/replies.ts';
import { names } from '../../hostile/names.ts';
import { answerPrompts } from '../../host/answers.ts';
import { parts } from '../../host/app.ts';
import { rowOf } from '../../host/commands.ts';
import { type Fault, otherJson } from '../../host/faultyServer.ts';
import { discardAll } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { describeOnce } from '../../host/support.ts';
import { assertForPeople, Watch } from './unharmed.ts';

const orgs = '/orgs/tidewell';
const site = `${orgs}/sites/heron-docs`;
const preview = `${orgs}/sites/handbook-preview`;

/** Administration commands, each with the row it is called on. */
const commands: Readonly<Record<string, string | undefined>> = {
  ...{ 'site.publish': undefined, 'site.unpublish': undefined, 'site.openPublished': undefined },
  ...{ 'site.openProfile': site, 'siteSection.create': site, 'siteSection.addToGroup': `${site}/sections/api` },
  ...{ 'siteSection.removeFromGroup': `${site}/sections/manual`, 'siteSection.moveUp': `${site}/sections/api` },
  ...{ 'siteSection.moveTo': `${site}/sections/api`, 'shareLink.create': preview },
  ...{ 'shareLink.copy': `${preview}/share-links/link`, 'shareLink.revoke': `${preview}/share-links/link` },
  ...{ 'member.setRole': `${orgs}/members/jun`, 'member.markAsSso': `${orgs}/members/jun` },
  ...{ 'member.showAccess': `${orgs}/members/jun`, 'item.filter': undefined, 'organization.ping': orgs },
  ...{ 'organization.deleteInviteLink': orgs, 'organization.findByEmailDomain': undefined, 'team.create': orgs },
  ...{ 'team.addMembers': `${orgs}/teams/documentation`, 'item.rename': `${orgs}/teams/documentation` },
  ...{ 'teamMember.setRole': `${orgs}/teams/documentation/members/jun`, 'item.edit': `${orgs}/teams/documentation` },
  ...{ 'item.showAll': `${site}/sections/api`, 'item.delete': `${orgs}/members/lucia` },
};

/** IDs of existing resources, by the parameters of their paths. */
const known: Readonly<Record<string, string>> = {
  ...{ organizationId: 'tidewell', siteId: 'handbook-preview', teamId: 'documentation', spaceId: 'heron-manual' },
  ...{ specSlug: 'heron-api', collectionId: 'products', shareLinkId: 'link', userId: 'jun', changeRequestId: '2' },
};

/** Matches characters that no label may contain: links, icons, line breaks and bidirectional controls. */
const harmful = /\]\(|\$\(|[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/;

describeOnce('administration of a hostile server', () => {
  const { openExternal } = vscode.env;
  let watch: Watch;
  let shownTexts: string[];
  before(() => {
    watch = new Watch();
    Object.assign(vscode.env, { openExternal: async () => true });
  });
  after(() => {
    Object.assign(vscode.env, { openExternal });
    watch.end();
  });
  beforeEach(() => (shownTexts = []));
  afterEach(discardAll);
  const set = stage();

  /** Answers each prompt with its first choice, and checks the labels of the choices. */
  function first(offered: readonly unknown[]): unknown {
    const choices = offered.filter(one => typeof one === 'object') as Record<string, unknown>[];
    const texts = choices.flatMap(({ label, description, detail, prompt, title }) => [
      ...[label, description, detail, prompt, title],
    ]);
    shownTexts.push(...texts.filter(text => text !== undefined).map(String));
    const [choice = {}] = choices;
    if (typeof offered.at(-1) === 'string') return offered.at(-1);
    return 'validateInput' in choice ? 'abc.example' : choice['label'];
  }

  function putSome(): void {
    const { state } = set.sandbox;
    const { id } = state.siteSectionGroups.put({ id: 'group', site: 'heron-docs', title: 'Guides' });
    state.siteSections.put({ ...state.siteSections.get('manual'), group: id });
    const createdAt = '2026-11-01T08:00:00Z';
    state.shareLinks.put({ id: 'link', site: 'handbook-preview', createdAt, name: 'Link', active: true, key: 'hush' });
    state.keepWrites();
  }

  /** Runs each command once with this fault. */
  async function runAll(fault: Fault | undefined, strikes: RegExp): Promise<void> {
    for (const [command, path] of Object.entries(commands)) {
      putSome();
      if (fault) set.server.fail(fault, strikes);
      const answers = answerPrompts(...Array.from({ length: 8 }, () => first));
      await vscode.commands.executeCommand(`marginalia.${command}`, ...(path ? [rowOf(path, 'Row')] : []));
      // Not all of the answers are used.
      assert.throws(answers.restore);
      shownTexts.push(...answers.transcript);
      await set.server.recover();
    }
    assertForPeople(shownTexts);
    assert.deepEqual(
      shownTexts.filter(text => harmful.test(text)),
      [],
    );
  }

  for (const name of ['nothing', 'null', 'lists of what is none', 'an error that makes links']) {
    it(`tolerates replies: ${name}`, () => runAll(whole[name], /^GET (?!\/orgs$)/));
  }
  for (const name of ['nothing', 'a text']) {
    it(`tolerates replies to writes: ${name}`, () => runAll(whole[name], /^(?!GET )/));
  }
  for (const name of ['an object for words', 'links for words', 'odd signs', 'odd children']) {
    it(`tolerates resources: ${name}`, async () => {
      await runAll(spoiling({ ...fields[name] }), /^GET (?!\/orgs$)/);
    });
  }

  async function assertReadable(fault: Fault, isForPeople = true): Promise<Node[]> {
    const app = parts();
    await app.session.signIn({ url: set.server.url, token: set.sandbox.token });
    const connection = app.session.current ?? assert.fail('Nobody is signed in.');
    putSome();
    set.server.fail(fault, /^GET (?!\/orgs$)/);
    const all: Node[] = [];
    for (const definition of resourceDefinitions) {
      const parameters = Object.fromEntries(
        [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, known[name] ?? 'x']),
      );
      const place = { connection, canChange: true, parameters: { organizationId: 'tidewell', ...parameters } };
      const rows = definition.list ? await app.tree.getChildren(listNode(place, definition, 'x')) : [];
      const below = await Promise.all(rows.slice(0, 1).map(one => app.tree.getChildren(one)));
      all.push(...rows, ...below.flat());
      for (const one of [...rows, ...below.flat()]) {
        const { label, description, tooltip, accessibilityInformation } = app.tree.getTreeItem(one);
        const texts = [label, description, tooltip, accessibilityInformation?.label].map(text => String(text ?? ''));
        if (isForPeople) assertForPeople(texts);
        assert.deepEqual(
          texts.filter(text => harmful.test(text.replaceAll('\n', ''))),
          [],
        );
      }
      for (const view of ['fields', 'whole'] as const) {
        const uri = resourceUri({ connection: 'sandbox', item: { definition, parameters }, view }, 'x');
        const read = vscode.workspace.fs.readFile(uri);
        const text = await Promise.resolve(read).then(
          bytes => JSON.stringify(JSON.parse(Buffer.from(bytes).toString())),
          error => assertForPeople([(error as Error).message]),
        );
        if (definition.kind === 'shareLink') assert.doesNotMatch(String(text), /hush/);
      }
    }
    app.dispose();
    return all;
  }

  for (const name of ['null', 'a prototype', 'lists of empty objects']) {
    it(`tolerates replies in rows and documents: ${name}`, async () => {
      await assertReadable(whole[name] ?? assert.fail());
    });
  }
  for (const name of ['no ID', 'an object for words', 'odd signs', 'no addresses']) {
    it(`tolerates resources in rows and documents: ${name}`, async () => {
      await assertReadable(spoiling({ ...fields[name] }));
    });
  }

  it('escapes hostile names in rows', async () => {
    const named = (name: string, index: number) => ({
      ...{
        id: `id-${index}`,
        title: name,
        name,
        label: name,
        subject: name,
        displayName: name,
        slug: name,
        path: name,
      },
      ...{ user: { id: `id-${index}`, displayName: name, email: name }, status: name, language: name, number: index },
    });
    const rows = await assertReadable(
      otherJson(() => ({ items: names.map(named), ...named('x', 0) })),
      false,
    );
    assert.ok(rows.length > names.length * 10, `${rows.length} rows`);
  });
});

/** Returns a fault that adds these fields to every resource of a reply. */
function spoiling(change: object): Fault {
  const spoiled = (one: unknown) => (typeof one === 'object' && one !== null ? { ...one, ...change } : one);
  return otherJson(reply => {
    const { items, structure } = (reply ?? {}) as { items?: unknown[]; structure?: unknown[] };
    if (Array.isArray(items)) return { ...(reply as object), items: items.map(spoiled) };
    if (Array.isArray(structure)) return { ...(reply as object), structure: structure.map(spoiled) };
    return spoiled(reply);
  });
}
