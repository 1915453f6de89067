import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/reviewList/commands.ts';
import { createChangeRequest } from '../../../src/sandbox/operations/changeRequests/changeRequests.ts';
import { requestReviewer } from '../../../src/sandbox/operations/reviews/reviewers.ts';
import type { ChangeRequestRow } from '../../../src/sandbox/store/rows.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { labels, refuseUpdates, row } from '../../host/app.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, documentedOnly } from '../../host/support.ts';

const manual = 'heron-manual';
const api = 'heron-api';
const other = 'field-guide';
const me = 'mira';

describe('lists of the Review view', () => {
  const on = stageOfParts();
  const app = () => on.app as unknown as App;
  const connection = () => on.app.session.current ?? assert.fail('nobody is signed in');
  const choices = () => on.app.inbox.settings;

  beforeEach(async () => {
    if (!documentedOnly) return;
    await choices().setCaller(connection(), { id: me, name: 'Mira' });
    await choices().setWatchedSpaces(
      connection(),
      [manual, api, other].map(id => ({ id, title: id })),
    );
  });

  /** Adds a change request that was changed this many days ago. */
  function add(subject: string, days: number, more: Partial<ChangeRequestRow> = {}): ChangeRequestRow {
    const { state } = on.sandbox;
    const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
    const { space = manual, ...rest } = more;
    const made = createChangeRequest(state, state.spaces.get(space), { subject, by: 'jun', at });
    const put = state.changeRequests.put({ ...made, ...rest });
    state.keepWrites();
    return put;
  }

  const list = (...path: string[]) => labels(on.app.reviewLists, ...path);
  const subjects = async (name: string) => (await list(name)).map(label => label.replace(/^#\d+ /, ''));
  const rowOf = async (name: string) => (await row(on.app.reviewLists, name)) as Node;

  async function run(command: string, target: unknown, ...replies: Answer[]): Promise<string[]> {
    const answers = answerPrompts(...replies);
    try {
      await commands[`marginalia.reviewList.${command}`]?.run(app(), target);
    } finally {
      answers.restore();
    }
    return answers.transcript;
  }

  it('merge all organizations and spaces by time, newest first', async () => {
    add('third', 3);
    add('first', 1);
    add('second', 2, { space: other });
    const added = (await subjects('All open')).filter(one => /^(first|second|third)$/.test(one));
    assert.deepEqual(added, ['first', 'second', 'third']);
  });

  it('count as recently merged what was merged in the last 30 days', async () => {
    const { state } = on.sandbox;
    for (const one of state.changeRequests.all()) {
      if (one.status === 'merged') state.changeRequests.put({ ...one, status: 'archived' });
    }
    add('old', 40, { status: 'merged' });
    const mergedAt = add('', 40).updatedAt;
    add('old, and spoken of since', 1, { status: 'merged', mergedAt });
    assert.equal((await rowOf('Recently merged')).description, '30 days');
    assert.deepEqual(await list('Recently merged'), ['None in the last 30 days']);
    add('new', 20, { status: 'merged' });
    on.app.reviewLists.refresh();
    assert.deepEqual(await subjects('Recently merged'), ['new']);
  });

  it('store a query created in a wizard as a list of its own', async () => {
    add('Tides for sailors', 1, { space: api });
    add('Tides again', 2, { space: api, status: 'draft' });
    add('Moorings', 3, { space: api });
    add('Tides by me', 1, { space: api, createdBy: me });
    const space = on.sandbox.state.spaces.get(api).title;
    await run(
      'saveQuery',
      undefined,
      ['Status', 'Space', 'Author', 'Words in the subject'],
      ['open', 'draft'],
      space,
      { typed: 'jun' },
      'Jun Takahashi',
      'TIDES',
      'Tides of Jun',
    );
    const saved = await rowOf('Tides of Jun');
    assert.equal(saved.description, `open, draft · ${space} · by Jun Takahashi · "TIDES"`);
    assert.deepEqual(await subjects('Tides of Jun'), ['Tides for sailors', 'Tides again']);
    assert.deepEqual(rowsOffering('marginalia.reviewList.renameQuery', [saved.contextValue]), ['reviewList.saved']);
    assert.deepEqual(rowsOffering('marginalia.reviewList.deleteQuery', [(await rowOf('Mine')).contextValue]), []);
  });

  it('suggest a name that describes the query; "me" is the current user', async () => {
    add('By me', 1, { createdBy: me });
    const name = (offered: readonly unknown[]) => (offered[0] as { value: string }).value;
    await run('saveQuery', undefined, ['Author'], 'Me', name);
    assert.deepEqual((await list()).slice(5), ['open · by me']);
    assert.ok((await subjects('open · by me')).includes('By me'));
    assert.deepEqual(await run('saveQuery', undefined, ['Author'], undefined).catch(() => 'left'), 'left');
    assert.equal((await list()).length, 6, 'who walks away has saved nothing');
  });

  it('list what a user was asked to review', async () => {
    const asked = add('Asked', 1);
    requestReviewer(on.sandbox.state, asked, 'tomasz', { by: 'jun', at: asked.updatedAt });
    add('Not asked', 1);
    on.sandbox.state.keepWrites();
    const tomasz = on.sandbox.state.users.get('tomasz').displayName;
    await run('saveQuery', undefined, ['Reviewer'], { typed: tomasz }, tomasz, 'Of Tomasz');
    const titles = await subjects('Of Tomasz');
    assert.ok(titles.includes('Asked') && !titles.includes('Not asked'), titles.join());
  });

  it('rename and delete a query on its row or picked, and no other', async () => {
    const saved = choices();
    await saved.saveQuery(connection(), { name: 'One', statuses: ['open'] });
    await saved.saveQuery(connection(), { name: 'Two', statuses: ['draft'] });
    await run('renameQuery', await rowOf('One'), 'Eins');
    assert.deepEqual((await list()).slice(5), ['Eins', 'Two']);
    await run('renameQuery', undefined, 'Two', 'Zwei');
    assert.deepEqual((await list()).slice(5), ['Eins', 'Zwei']);
    const [asked] = await run('deleteQuery', await rowOf('Eins'), 'Delete');
    assert.match(asked ?? '', /Delete the query "Eins"\?/);
    assert.deepEqual((await list()).slice(5), ['Zwei']);
    await assert.rejects(run('deleteQuery', await rowOf('Zwei'), undefined));
    assert.deepEqual((await list()).slice(5), ['Zwei']);
    await run('deleteQuery', undefined, 'Zwei', 'Delete');
    await assert.rejects(run('renameQuery', undefined), /You have saved no query/);
  });

  it('report a query that cannot be stored, and keep the stored queries', async () => {
    await choices().saveQuery(connection(), { name: 'One', statuses: ['open'] });
    const one = await rowOf('One');
    refuseUpdates(on.app.context.globalState, 'saved queries ');
    await assert.rejects(run('saveQuery', undefined, ['Author'], 'Me', 'Two'), /The disk is full/);
    await assert.rejects(run('renameQuery', one, 'Eins'), /The disk is full/);
    await assert.rejects(run('deleteQuery', one, 'Delete'), /The disk is full/);
    assert.deepEqual((await list()).slice(5), ['One']);
  });

  it('report that the chosen user cannot be stored', async () => {
    // Other servers report who the user is.
    if (!documentedOnly) return;
    refuseUpdates(on.app.context.globalState, 'caller ');
    await assert.rejects(run('chooseCaller', undefined, { typed: 'mira' }, 'Mira Aaltonen'), /The disk is full/);
  });

  it('leave stored values unchanged that are not queries of this version', async () => {
    const { globalState } = on.app.context;
    const key = `saved queries ${connection().id}`;
    const good = { id: 'saved-1', name: 'Good', statuses: ['open'] };
    const odd = [
      null,
      7,
      'x',
      {},
      { ...good, id: 'waiting' },
      { ...good, id: 'saved-2', statuses: [] },
      { ...good, id: 'saved-3', statuses: ['burned'] },
      { ...good, id: 'saved-4', space: { id: '..', title: 'Up' } },
      { ...good, id: 'saved-5', author: 5 },
      { ...good, id: 'saved-6', newer: true },
      { ...good, id: 'saved-7', name: '' },
    ];
    await globalState.update(key, [...odd, good, good]);
    assert.deepEqual((await list()).slice(5), ['Good']);
    await run('renameQuery', await rowOf('Good'), 'Better');
    assert.deepEqual((await list()).slice(5), ['Better']);
    assert.deepEqual((globalState.get(key) as unknown[]).slice(0, odd.length), odd);
    await globalState.update(key, { length: 3 });
    on.app.reviewLists.refresh();
    assert.equal((await list()).length, 5);
  });

  it('omit change requests that were decided in a comment, until they change', async () => {
    const asked = add('Asked', 1);
    requestReviewer(on.sandbox.state, asked, me, { by: 'jun', at: asked.updatedAt });
    on.sandbox.state.keepWrites();
    assert.ok((await subjects('Waiting for me')).includes('Asked'));
    const place = { connection: connection(), space: manual, number: asked.number };
    await on.app.inbox.decided.record(place, asked.revision);
    on.app.reviewLists.refresh();
    assert.ok(!(await subjects('Waiting for me')).includes('Asked'));
    addPage(on.sandbox, place, { title: 'New since', markdown: 'Text.' });
    on.app.reviewLists.refresh();
    assert.ok((await subjects('Waiting for me')).includes('Asked'));
  });
});
