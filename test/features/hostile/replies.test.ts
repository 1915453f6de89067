import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { replies } from '../../hostile/replies.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { type Parts, parts, row } from '../../host/app.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { sampleSandbox } from '../../host/support.ts';
import { assertForPeople, Watch } from './unharmed.ts';

describe('a hostile reply', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let answers: Answers;
  let watch: Watch;
  let usual: Map<string, number>;

  before(async () => {
    watch = new Watch();
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    answers = answerPrompts();
    app = await signedIn();
    usual = await rowsOf();
    app.dispose();
    answers.restore();
  });
  beforeEach(async () => {
    answers = answerPrompts();
    app = await signedIn();
  });
  afterEach(async () => {
    await server.recover();
    app.dispose();
    answers.restore();
  });
  after(async () => {
    await server.close();
    await sandbox.close();
    watch.end();
  });

  async function signedIn(): Promise<Parts> {
    const app = parts();
    await app.session.signIn({ url: server.url, token: sandbox.token });
    return app;
  }

  /**
   * Expands one row of each kind, from the organizations down to the files. Returns the number of child rows by kind.
   */
  async function rowsOf(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    let rows: Node[] = await app.tree.getChildren();
    const open = async (node: Node | undefined) => {
      rows = node ? await app.tree.getChildren(node) : [];
      counts.set(node?.contextValue.replace(/\..*/, '') ?? 'nothing', rows.length);
      for (const one of rows) {
        const { label, description, tooltip, accessibilityInformation } = app.tree.getTreeItem(one);
        const texts = [label, description, tooltip, accessibilityInformation?.label];
        assertForPeople(texts.map(text => (text === undefined ? undefined : String(text))));
      }
      return rows;
    };
    counts.set('top', rows.length);
    await open(rows.find(one => one.contextValue === 'organization'));
    const products = await row(app.tree, 'Tidewell', 'Products').catch(() => undefined);
    await open(products);
    const below = await open(rows.find(one => one.label.includes('Heron manual')) ?? rows.find(isSpace));
    const inside = await open(below.find(one => one.contextValue.startsWith('changeRequest.')));
    for (const kind of ['pages', 'files']) await open(inside.find(one => one.contextValue.startsWith(kind)));
    return counts;
  }
  const isSpace = (one: Node) => one.contextValue.startsWith('space');

  for (const { name, strikes, fault } of replies) {
    it(`is tolerated: ${name}`, async () => {
      server.fail(fault, strikes);
      await rowsOf();
      assertForPeople(answers.transcript);
    });
  }

  it('has no effect after the next valid reply', async () => {
    for (const { strikes, fault } of replies.slice(0, 20)) {
      server.fail(fault, strikes);
      await rowsOf();
      await server.recover();
      app.tree.clear();
      assert.deepEqual(await rowsOf(), usual);
    }
  });
});
