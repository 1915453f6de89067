import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { rowOf, run } from '../../host/commands.ts';
import { documentOf } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';
import { documentedOnly, itWithOptional } from '../../host/support.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const site = '/orgs/tidewell/sites/heron-docs';

describe('the order of sections and groups', () => {
  skipLookUpDelays();
  const set = stage();
  const manual = rowOf(`${site}/sections/manual`, 'Manual');
  const api = rowOf(`${site}/sections/api`, 'API');

  /** Adds a group with these sections. */
  function putGroup(title: string, ...ids: string[]): string {
    const { state } = set.sandbox;
    const { id } = state.siteSectionGroups.put({ id: state.newId(), site: 'heron-docs', title });
    for (const section of ids) state.siteSections.put({ ...state.siteSections.get(section), group: id });
    state.keepWrites();
    return id;
  }

  /** Returns titles in the order of the service. */
  async function listed(list = 'sections'): Promise<string[]> {
    const headers = { authorization: `Bearer ${set.sandbox.token}` };
    const response = await fetch(`${set.sandbox.url}/v1${site}/${list}`, { headers });
    const { items } = (await response.json()) as { items: { title: string }[] };
    return items.map(({ title }) => title);
  }

  it('changes by one step up or down, with one request each', async () => {
    const messages = await run('siteSection.moveUp', [], api);
    assert.deepEqual(await listed(), ['API', 'Manual']);
    assert.match(messages.at(-1) ?? '', /"API" stands before "Manual" now/);
    await run('siteSection.moveDown', [], api);
    assert.deepEqual(await listed(), ['Manual', 'API']);
    // A server without the newer operation receives one request for it.
    assert.equal(set.server.writes.length, documentedOnly ? 3 : 2);
  });

  it('does not change at the start or end', async () => {
    assert.match((await run('siteSection.moveUp', [], manual)).at(-1) ?? '', /"Manual" is the first already/);
    assert.match((await run('siteSection.moveDown', [], api)).at(-1) ?? '', /"API" is the last already/);
    assert.deepEqual(set.server.writes, []);
  });

  it('changes only within the same kind and group', async () => {
    putGroup('Guides', 'api');
    assert.match((await run('siteSection.moveUp', [], api)).at(-1) ?? '', /"API" is the first already/);
    assert.match((await run('siteSection.moveDown', [], manual)).at(-1) ?? '', /"Manual" is the last already/);
    assert.deepEqual(set.server.writes, []);
  });

  it('cannot change for a deleted section, with a message', async () => {
    const messages = await run('siteSection.moveUp', [], rowOf(`${site}/sections/gone`, 'Gone'));
    assert.match(messages.at(-1) ?? '', /It is not on the site any more\. Refresh/);
  });

  it('cannot put a group into a group', async () => {
    putGroup('First', 'manual');
    const second = putGroup('Second');
    let places: string[] = [];
    const look = (offered: readonly unknown[]) => {
      places = (offered as vscode.QuickPickItem[]).map(({ label, description }) => `${label} ${description}`);
      return undefined;
    };
    await run('siteSection.moveTo', [look], rowOf(`${site}/section-groups/${second}`, 'Second'));
    assert.ok(places.includes('After "First" section group'), places.join(', '));
    assert.doesNotMatch(places.join('\n'), /Manual/);
    await run('siteSection.moveTo', [look], api);
    assert.ok(places.includes('After "Manual" in the group "First"'), places.join(', '));
  });

  it('is not changed by a link of another user', async () => {
    for (const command of ['moveUp', 'moveDown']) {
      const messages = await run(`siteSection.${command}`, [], documentOf(`${site}/sections/api`));
      assert.match(messages.at(-1) ?? '', /was not asked for on anything that is shown/);
    }
    assert.deepEqual(set.server.writes, []);
  });

  it('of groups changes too', async () => {
    putGroup('First');
    const second = putGroup('Second');
    await run('siteSection.moveUp', [], rowOf(`${site}/section-groups/${second}`, 'Second'));
    assert.deepEqual(await listed('section-groups'), ['Second', 'First']);
  });

  it('is picked as an exact position, also in a group', async () => {
    const group = putGroup('Guides', 'manual');
    await run('siteSection.moveTo', ['Before "Manual"'], api);
    assert.equal(set.sandbox.state.siteSections.get('api').group, group);
    assert.deepEqual(await listed(), ['API', 'Manual']);
  });

  it('is picked from the palette', async () => {
    await run('siteSection.moveTo', ['Section', 'Tidewell', 'Heron documentation', 'Manual', 'After "API"']);
    assert.deepEqual(await listed(), ['API', 'Manual']);
  });

  it('offers positions next to groups when the server supports them', async () => {
    putGroup('Guides');
    let labels: string[] = [];
    const look = (offered: readonly unknown[]) => {
      labels = (offered as { label: string }[]).map(({ label }) => label);
      return undefined;
    };
    await run('siteSection.moveTo', [look], api);
    assert.deepEqual(labels, ['Before "Manual"', 'After "Manual"', ...(documentedOnly ? [] : ['After "Guides"'])]);
    assert.deepEqual(set.server.writes, []);
  });

  itWithOptional('can put a section after a group', async () => {
    putGroup('Guides');
    await run('siteSection.moveTo', ['After "Guides"'], manual);
    const asked = set.server.writes.map(({ asked }) => asked);
    assert.deepEqual(asked, [`PATCH ${site}/structure/sort`]);
    assert.deepEqual(await listed(), ['API', 'Manual']);
  });

  it('loads all pages of sections', async () => {
    const { state } = set.sandbox;
    for (let number = 1; number <= 1005; number++) {
      state.siteSections.put({ id: `s${number}`, site: 'heron-docs', title: `Section ${number}`, path: `s${number}` });
    }
    state.keepWrites();
    const messages = await run('siteSection.moveUp', [], rowOf(`${site}/sections/s1005`, 'Section 1005'));
    assert.match(messages.at(-1) ?? '', /"Section 1005" stands before "Section 1004" now/);
  });

  it('is unchanged when the service rejects it, with the reason', async () => {
    set.server.fail({ kind: 'status', status: 403, message: 'Ask an administrator.' }, /^(POST|PATCH)/);
    const messages = await run('siteSection.moveUp', [], api);
    assert.match(messages.at(-1) ?? '', /Could not move "API": Ask an administrator/);
    assert.deepEqual(await listed(), ['Manual', 'API']);
  });

  it('is looked up when the reply is lost', async () => {
    set.server.fail({ kind: 'dropped', isDone: true }, documentedOnly ? /^POST/ : /^PATCH/);
    assert.match((await run('siteSection.moveUp', [], api)).at(-1) ?? '', /the answer was lost.*It is moved/s);
    await set.server.recover();
    set.server.fail({ kind: 'dropped' }, documentedOnly ? /^POST/ : /^PATCH/);
    assert.match((await run('siteSection.moveUp', [], manual)).at(-1) ?? '', /the answer was lost.*It is not moved/s);
  });
});
