import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/search/commands.ts';
import { type Answer, type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type Fault, otherJson } from '../../host/faultyServer.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { documentedOnly, itWithOptional } from '../../host/support.ts';

const asked = (requests: readonly string[]) => requests.filter(request => request.endsWith('/search'));
const ofOrganization = /^GET \/orgs\/[^/]+\/search$/;
const anySearch = /\/search$/;

/** Returns a fault that replaces every reply by other JSON. */
const answer = (json: () => object): Fault => ({
  kind: 'other',
  reply: () => ({ status: 200, body: Buffer.from(JSON.stringify(json())) }),
});

/** Returns the labels of the rows of a picker. */
const labelsOf = (items: readonly unknown[]) => (items as vscode.QuickPickItem[]).map(({ label }) => label);

describe('search as you type', () => {
  let answers: Answers | undefined;
  let outside: string[];
  const { openExternal } = vscode.env;
  afterEach(async () => {
    Object.assign(vscode.env, { openExternal });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    answers?.restore();
    answers = undefined;
  });
  const on = stage();
  beforeEach(() => {
    outside = [];
    Object.assign(vscode.env, { openExternal: async (uri: vscode.Uri) => (outside.push(uri.toString(true)), true) });
  });

  /** Searches all organizations. Returns the messages without the prompts. */
  async function search(...replies: Answer[]): Promise<string[]> {
    answers = answerPrompts(...replies);
    await vscode.commands.executeCommand('marginalia.organization.search');
    return answers.transcript.filter(text => text !== 'Search All Organizations');
  }

  it('sends nothing until there is a search term', async () => {
    await search({ typed: '   ' }, undefined);
    assert.deepEqual(asked(on.server.requests), []);
  });

  it('offers pages and their sections, with their paths', async () => {
    let rows: readonly vscode.QuickPickItem[] = [];
    await search({ typed: 'leaves and weed' }, items => {
      rows = items as vscode.QuickPickItem[];
      return undefined;
    });
    const page = rows.find(({ label }) => label === 'Moorings') ?? assert.fail(labelsOf(rows).join('\n'));
    const section = rows.find(({ label }) => label === 'Moorings › Loads') ?? assert.fail(labelsOf(rows).join('\n'));
    assert.ok(rows.indexOf(page) < rows.indexOf(section));
    assert.equal(section.description, 'Heron manual · Tidewell');
    assert.match(section.detail ?? '', /Add half of that for leaves and weed\.$/);
    // VS Code would omit results with other forms of the word.
    assert.ok(rows.every(({ alwaysShow }) => alwaysShow));
  });

  itWithOptional('opens the page at the heading', async () => {
    assert.deepEqual(await search({ typed: 'leaves and weed' }, 'Moorings › Loads'), []);
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('nothing is open');
    assert.equal(document.uri.path, '/spaces/heron-manual/content/hardware/moorings/README.md');
    assert.equal(document.lineAt(selection.active.line).text, '## Loads');
    assert.deepEqual(outside, []);
  });

  itWithOptional('goes to the heading of a page that is already open', async () => {
    await search({ typed: 'leaves and weed' }, 'Moorings');
    const editor = vscode.window.activeTextEditor ?? assert.fail('nothing is open');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    answers?.restore();
    await search({ typed: 'leaves and weed' }, 'Moorings › Loads');
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('nothing is open');
    assert.equal(document.lineAt(selection.active.line).text, '## Loads');
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
  });

  itWithOptional('reports what happened to a page that was deleted meanwhile', async () => {
    on.server.fail(
      otherJson(reply => ({ ...(reply as object), pages: [] })),
      /\/content\/pages$/,
    );
    const messages = await search({ typed: 'leaves and weed' }, 'Moorings');
    assert.match(messages.at(-1) ?? '', /^Could not open "Moorings": it is not there any more\./);
  });

  it('opens content in the browser when the server does not let clients read it', async () => {
    if (!documentedOnly) on.server.fail({ kind: 'status', status: 405 }, /\/content\/pages$/);
    const messages = await search({ typed: 'leaves and weed' }, 'Moorings › Loads');
    assert.equal(outside.length, 1);
    assert.match(outside[0] ?? '', /\/spaces\/heron-manual\/hardware\/moorings#loads$/);
    assert.match(messages.at(-1) ?? '', /^This server lets clients read the content of change requests only/);
  });

  it('says that nothing was found, and keeps searching', async () => {
    const rows: string[][] = [];
    await search(
      { typed: 'zzyzx' },
      items => (rows.push(labelsOf(items)), { typed: 'leaves and weed' }),
      items => (rows.push(labelsOf(items)), undefined),
    );
    assert.deepEqual(rows[0], ['Nothing found']);
    assert.ok(rows[1]?.includes('Moorings › Loads'));
  });

  it('shows the results of the latest input, even if an earlier reply arrives later', async () => {
    on.server.fail({ kind: 'late' }, ofOrganization, 1);
    const rows: string[][] = [];
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done = search({ typed: 'gateway' }, async items => {
      rows.push(labelsOf(items));
      second.resolve();
      await first.promise;
      return undefined;
    });
    await on.server.waiting();
    answers?.type('leaves and weed');
    await second.promise;
    on.server.release();
    first.resolve();
    await done;
    assert.equal(rows.length, 1);
    assert.ok(rows[0]?.includes('Moorings › Loads') && !rows[0].includes('Perch gateway'), rows[0]?.join('\n'));
  });

  it('aborts outdated requests', async () => {
    on.server.fail({ kind: 'held' }, ofOrganization, 1);
    const done = search({ typed: 'gateway' });
    await on.server.waiting();
    answers?.leave();
    await done;
    await eventually(() => assert.equal(asked(on.server.abandoned).length, 1));
    on.server.release();
  });

  it('shows 100 results first, and more on demand', async () => {
    on.server.fail(
      answer(() => ({ items: [many(10_000)] })),
      ofOrganization,
    );
    const counts: number[] = [];
    const next = (items: readonly unknown[]) => {
      counts.push(items.length);
      return counts.length < 3 ? 'Load more' : undefined;
    };
    await search({ typed: 'page' }, next, next, next);
    assert.deepEqual(counts, [101, 201, 301]);
    // Each organization was searched once.
    assert.equal(asked(on.server.requests).length, 2);
  });

  it('loads the next page of results, then the next organization', async () => {
    let pages = 0;
    on.server.fail(
      answer(() => (++pages === 1 ? { items: [many(60)], next: { page: 'more' } } : { items: [many(5)] })),
      ofOrganization,
    );
    const counts: number[] = [];
    const next = (items: readonly unknown[]) => {
      counts.push(items.length);
      return labelsOf(items).includes('Load more') ? 'Load more' : undefined;
    };
    await search({ typed: 'page' }, next, next);
    assert.deepEqual(counts, [61, 70]);
    assert.equal(asked(on.server.requests).length, 3);
  });

  it('shows the results of other organizations when one rejects the search', async () => {
    on.server.fail({ kind: 'status', status: 403 }, /open-rivers\/search$/);
    let rows: string[] = [];
    const messages = await search({ typed: 'buoy' }, items => {
      rows = labelsOf(items);
      return undefined;
    });
    assert.ok(rows.length > 1, rows.join('\n'));
    assert.deepEqual(messages, []);
  });

  for (const [what, status, sentence] of [
    ['fails', 400, /^Could not search: The test says 400\./],
    ['offers no search', 405, /^Could not search: this server does not offer that\./],
    ['knows no search', 404, /^Could not search: this server does not offer that\./],
  ] as const) {
    it(`reports when the server ${what}`, async () => {
      on.server.fail({ kind: 'status', status }, anySearch);
      const messages = await search({ typed: 'buoy' });
      assert.match(messages.at(-1) ?? '', sentence);
    });
  }

  it('shows the valid part of a malformed reply', async () => {
    const hit = (fields: object) => ({ id: 'p', title: 'Page', path: 'p', ...fields });
    const items = [
      null,
      { id: 'a' },
      { id: 'b', title: null, pages: null },
      { id: '..', title: 'Up', pages: [hit({})] },
      { id: 'c', title: '[x](command:a)', pages: [null, {}, hit({ title: '$(error) [a](command:b)', sections: {} })] },
      { id: 'd', title: 'D', pages: [hit({ title: null, sections: [null, { title: {}, body: null }], urls: null })] },
    ];
    on.server.fail(
      answer(() => ({ items })),
      ofOrganization,
    );
    let rows: string[] = [];
    await search({ typed: 'x' }, items => {
      rows = (items as vscode.QuickPickItem[]).map(({ label, description }) => `${label} | ${description}`);
      return undefined;
    });
    // Both organizations return equal results.
    assert.equal(rows.length, 4, rows.join('\n'));
    assert.ok(rows.every(row => !/\]\(|\$\(/.test(row)));
    assert.ok(rows.some(row => row.startsWith('Untitled | D')));
  });

  /** Returns a space with this number of found pages. */
  const many = (count: number) => ({
    id: 'many',
    title: 'Many',
    pages: Array.from({ length: count }, (_, index) => ({
      id: `p${index}`,
      title: `Page ${index}`,
      path: `p${index}`,
    })),
  });
});

describe('search from a row', () => {
  let answers: Answers | undefined;
  afterEach(() => {
    answers?.restore();
    answers = undefined;
  });
  const on = stageOfParts();

  /** Returns the rows that a search offers. */
  async function searchRows(command: string, resource: object, words: string): Promise<vscode.QuickPickItem[]> {
    let rows: vscode.QuickPickItem[] = [];
    answers = answerPrompts({ typed: words }, items => {
      rows = items as vscode.QuickPickItem[];
      return undefined;
    });
    const run = commands[command]?.run(on.app as unknown as App, resource) as Promise<unknown>;
    await assert.rejects(run, vscode.CancellationError);
    return rows;
  }
  const connection = () => on.app.session.current ?? assert.fail('not signed in');

  it('finds content of the organization, and of no other', async () => {
    const organization = on.sandbox.state.organizations.get('open-rivers');
    const resource = { kind: 'organization', connection: connection(), organization };
    const rows = await searchRows('marginalia.organization.search', resource, 'buoy');
    assert.ok(rows.length > 0);
    assert.deepEqual(asked(on.server.requests), ['GET /orgs/open-rivers/search']);
    assert.equal(answers?.transcript[0], 'Search Open Rivers Network');
    assert.ok(
      rows.every(({ description }) => !description?.includes('·')),
      'the organization is in the title',
    );
  });

  it('finds content of the space, with the search that the server offers', async () => {
    const space = on.sandbox.state.spaces.get('heron-api');
    const resource = { kind: 'space', connection: connection(), space };
    const rows = await searchRows('marginalia.space.search', resource, 'station');
    assert.ok(rows.length > 0);
    assert.deepEqual([...new Set(rows.map(({ description }) => description))], [space.title]);
    const last = asked(on.server.requests).at(-1);
    assert.equal(last, documentedOnly ? 'GET /orgs/tidewell/search' : 'GET /spaces/heron-api/search');
  });

  it('finds nothing of other spaces when only the organization can be searched', async () => {
    const word = 'station';
    const organization = on.sandbox.state.organizations.get('tidewell');
    const all = await searchRows(
      'marginalia.organization.search',
      { kind: 'organization', connection: connection(), organization },
      word,
    );
    const space = on.sandbox.state.spaces.get('heron-api');
    assert.ok(all.some(({ description }) => description && description !== space.title));

    on.server.fail({ kind: 'status', status: 404 }, /^GET \/spaces\/[^/]+\/search$/);
    const rows = await searchRows('marginalia.space.search', { kind: 'space', connection: connection(), space }, word);
    const spaces = rows.flatMap(({ description }) => description ?? []);
    assert.deepEqual([...new Set(spaces)], [space.title]);
  });
});
