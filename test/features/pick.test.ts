import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { type Answers, answering } from '../host/answers.ts';
import { itWithOptional, signedIn } from '../host/support.ts';

const more = '$(ellipsis) Load more';

/** The labels and descriptions of the rows of a picker. */
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

  /** Runs a command that asks, and gives what its picker offered on each of so many pages. */
  async function offered(command: string, count: number): Promise<string[][]> {
    const pages: string[][] = [];
    const next = (items: readonly unknown[]) => {
      const rows = rowsOf(items);
      pages.push(rows);
      return rows.includes(more) ? more : undefined;
    };
    answers = answering(...Array<typeof next>(count).fill(next));
    await vscode.commands.executeCommand(command);
    return pages;
  }

  it('show what small organizations have at once', async () => {
    const [rows = []] = await offered('marginalia.openapi.push', 1);
    assert.ok(!rows.includes(more));
    const organizations = sandbox.state.organizations.all().map(({ title }) => title);
    assert.ok(organizations.length > 1);
    for (const title of organizations) assert.ok(rows.includes(`$(add) New spec | ${title}`), title);
  });

  it('go on past an organization with more than a page', async () => {
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

  itWithOptional('offer the change requests of all organizations', async () => {
    const pages = await offered('marginalia.changeRequest.openChanges', 1);
    const shown = (pages.at(-1) ?? []).filter(row => row.startsWith('#')).length;
    const live = sandbox.state.changeRequests.all().filter(({ status }) => status === 'open' || status === 'draft');
    assert.equal(shown, live.length);
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
    answers = answering(
      'Heron manual',
      items => {
        rows = rowsOf(items);
        return `#${wanted.number} ${wanted.subject}`;
      },
      undefined,
    );
    await vscode.commands.executeCommand('marginalia.changeRequest.merge');
    const inSpace = sandbox.state.changeRequests.all().filter(({ space }) => space === 'heron-manual');
    const live = inSpace.filter(({ status }) => status === 'open' || status === 'draft');
    assert.equal(rows.length, live.length);
    assert.match(answers.said.at(-1) ?? '', new RegExp(`^Merge #${wanted.number} `));
  });
});
