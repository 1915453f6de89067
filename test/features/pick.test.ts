import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import type { ChangeRequestRow } from '../../src/sandbox/store/rows.ts';
import { type Answers, answerPrompts } from '../host/answers.ts';
import { itWithOptional, signedIn } from '../host/support.ts';

const more = 'Load more';

/** Returns the labels and descriptions of the rows of a picker. */
function rowsOf(items: readonly unknown[]): string[] {
  return (items as vscode.QuickPickItem[]).map(({ label, description = '', detail = '' }) =>
    [label, description, detail].filter(Boolean).join(' | '),
  );
}

describe('pickers over all organizations', () => {
  let sandbox: RunningSandbox;
  let answers: Answers | undefined;

  beforeEach(async () => {
    sandbox = await signedIn();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await sandbox.close();
  });

  /** Makes the user an administrator of all organizations. */
  function makeAdministrator(): void {
    const { members } = sandbox.state;
    for (const member of members.all()) if (member.user === 'mira') members.put({ ...member, role: 'admin' });
  }

  /** Runs a command with a picker. Returns the rows of each of its pages, up to this number. */
  async function offered(command: string, count: number): Promise<string[][]> {
    const pages: string[][] = [];
    const next = (items: readonly unknown[]) => {
      const rows = rowsOf(items);
      pages.push(rows);
      return rows.includes(more) ? more : undefined;
    };
    answers = answerPrompts(...Array<typeof next>(count).fill(next));
    await vscode.commands.executeCommand(command);
    return pages;
  }

  it('show the items of small organizations at once', async () => {
    makeAdministrator();
    const [rows = []] = await offered('marginalia.openapi.push', 1);
    assert.ok(!rows.includes(more));
    const organizations = sandbox.state.organizations.all().map(({ title }) => title);
    assert.ok(organizations.length > 1);
    for (const title of organizations) assert.ok(rows.includes(`New spec | ${title}`), title);
  });

  it('have a placeholder for an organization without a visible name', async () => {
    makeAdministrator();
    const { organizations } = sandbox.state;
    for (const one of organizations.all()) organizations.put({ ...one, title: '\u2060\u2060' });
    const [rows = []] = await offered('marginalia.openapi.push', 1);
    assert.ok(rows.includes('New spec | Untitled'), rows.join('\n'));
  });

  it('load more items of an organization with more than one page', async () => {
    makeAdministrator();
    const [first, second] = sandbox.state.organizations.all();
    const [site] = sandbox.state.sites.all();
    assert.ok(first && second && site);
    for (let index = 0; index < 70; index++) {
      sandbox.state.sites.put({ ...site, id: `many-${index}`, organization: first.id, title: `Site ${index}` });
    }
    sandbox.state.sites.put({ ...site, id: 'lonely', organization: second.id, title: 'The last one' });
    const pages = await offered('marginalia.site.publish', 2);
    const rows = pages.at(-1) ?? [];
    assert.equal(rows.filter(row => /^Site \d+ /.test(row)).length, 70);
    assert.ok(rows.some(row => row.startsWith('The last one') && row.includes(second.title)));
  });

  itWithOptional('show the space and the organization of a change request', async () => {
    const [rows = []] = await offered('marginalia.changeRequest.openChanges', 1);
    const isMatch = ({ space, number }: ChangeRequestRow) => space === 'heron-manual' && number === 8;
    const { subject } = sandbox.state.changeRequests.all().find(isMatch) ?? assert.fail('no change request #8');
    const row = rows.find(one => one.startsWith(`#8 ${subject} | `));
    assert.match(row ?? '', / \| Heron manual, Tidewell · by /);
  });

  itWithOptional('offer only the change requests that the command applies to', async () => {
    const [forMerge = []] = await offered('marginalia.changeRequest.merge', 1);
    assert.ok(forMerge.length > 0 && forMerge.every(row => row.includes(' | open | ')), forMerge.join('\n'));
    answers?.restore();
    const [forUpdate = []] = await offered('marginalia.changeRequest.update', 1);
    const isBehind = ({ revisionInitial, revisionMergedAncestor, space }: ChangeRequestRow) =>
      (revisionMergedAncestor ?? revisionInitial) !== sandbox.state.spaces.get(space).revision;
    const live = sandbox.state.changeRequests.all().filter(({ status }) => status === 'open' || status === 'draft');
    assert.equal(forUpdate.length, live.filter(isBehind).length);
    answers?.restore();
    const [forStatus = []] = await offered('marginalia.changeRequest.setStatus', 1);
    assert.ok(
      forStatus.some(row => row.includes(' | archived | ')),
      'what is archived can be opened again',
    );
  });

  it('offer only published sites to open', async () => {
    const [rows = []] = await offered('marginalia.site.openPublished', 1);
    assert.ok(rows.length > 0);
    assert.ok(
      rows.every(row => row.includes(' | published · ')),
      rows.join('\n'),
    );
  });

  it('load the next page when a page has no matching items', async () => {
    const [site] = sandbox.state.sites.all();
    assert.ok(site);
    for (let index = 0; index < 120; index++)
      sandbox.state.sites.put({ ...site, id: `unpublished-${index}`, title: `Site ${index}`, published: false });
    sandbox.state.sites.put({ ...site, id: 'lonely', title: 'The last one', published: true });
    const [, rows = []] = await offered('marginalia.site.openPublished', 2);
    assert.ok(
      rows.some(row => row.startsWith('The last one')),
      rows.join('\n'),
    );
  });

  for (const command of ['changeRequest.create', 'changeRequest.setSubject', 'site.publish', 'openapi.push']) {
    it(`offer nothing for ${command} to a reader, and do not fail for a guest`, async () => {
      await sandbox.close();
      sandbox = await signedIn({ as: 'sam' });
      let rows: string[] = [];
      answers = answerPrompts(items => {
        rows = rowsOf(items);
        return undefined;
      });
      const transcript = answers.transcript;
      await vscode.commands.executeCommand(`marginalia.${command}`);
      assert.deepEqual(rows, []);
      assert.ok(
        transcript.every(text => !text.startsWith('Could not')),
        transcript.join('\n'),
      );
    });
  }

  itWithOptional('offer the change requests of all organizations', async () => {
    const pages = await offered('marginalia.changeRequest.openChanges', 1);
    const rowCount = (pages.at(-1) ?? []).filter(row => row.startsWith('#')).length;
    const live = sandbox.state.changeRequests.all().filter(({ status }) => status === 'open' || status === 'draft');
    assert.equal(rowCount, live.length);
  });
});

describe('picking a change request on a server that lists none over an organization', () => {
  let sandbox: RunningSandbox;
  let answers: Answers | undefined;

  beforeEach(async () => {
    sandbox = await signedIn({ documentedOnly: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  afterEach(async () => {
    answers?.restore();
    await sandbox.close();
  });

  it('asks for the space first', async () => {
    const [wanted] = sandbox.state.changeRequests
      .all()
      .filter(row => row.space === 'heron-manual' && row.status === 'open');
    assert.ok(wanted);
    let rows: string[] = [];
    answers = answerPrompts(
      'Heron manual',
      items => {
        rows = rowsOf(items);
        return `#${wanted.number} ${wanted.subject}`;
      },
      undefined,
    );
    await vscode.commands.executeCommand('marginalia.changeRequest.merge');
    const inSpace = sandbox.state.changeRequests.all().filter(({ space }) => space === 'heron-manual');
    const open = inSpace.filter(({ status }) => status === 'open');
    assert.equal(rows.length, open.length);
    assert.ok(
      rows.every(row => row.includes(' | Heron manual, Tidewell · by ')),
      rows.join('\n'),
    );
    assert.match(answers.transcript.at(-1) ?? '', new RegExp(`^Merge #${wanted.number} `));
  });
});
