import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PageThreads } from '../../../src/features/reviewPage/discussion/threads.ts';
import { readHead } from '../../../src/features/reviewPage/head.ts';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import type { ChangeRequestPlace } from '../../../src/model/content/changeRequests.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts } from '../../host/app.ts';
import { type ForeignServer, startForeignServer } from '../../host/foreignServer.ts';
import { rendered } from '../../host/preview.ts';
import { describeOnce, marginalia, sampleFolder } from '../../host/support.ts';
import { startCheckedSandbox } from '../../sandbox/checked.ts';
import { fillFromSample } from '../../sandbox/copies.ts';
import { assertForPeople, Watch } from '../hostile/unharmed.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const { signal } = new AbortController();

/** Returns the text of HTML. */
function textOf(html = ''): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

/** The content of a page of a change request: its rows on the review page, its comments and its preview. */
interface PageAsRead {
  title: string;
  rows: string[];
  comments: string[];
  preview: string;
}

async function readPages(app: Parts, place: ChangeRequestPlace): Promise<PageAsRead[]> {
  const pages = new Pages(app, place, uri => `shown:${uri.path.split('/').at(-1)}`);
  const threads = new PageThreads(app);
  const list = await pages.list();
  const read: PageAsRead[] = [];
  for (const { id, title } of list.type === 'pages' ? list.pages : assert.fail(list.type)) {
    const page = await pages.show(id, 'split', signal);
    const uri = await pages.documentOf(id);
    if (uri) await app.discussions.conversationsOn(uri);
    const onPage = uri ? await threads.on(uri, signal) : [];
    const text = uri ? Buffer.from(await vscode.workspace.fs.readFile(uri)).toString() : '';
    read.push({
      title,
      rows: page.type === 'page' ? page.rows.map(({ before, after }) => textOf(`${before} ${after}`)) : [page.type],
      comments: onPage.flatMap(({ comments }) => comments.map(({ html }) => textOf(html))),
      preview: uri ? textOf(await rendered(text, uri)) : '',
    });
  }
  return read;
}

describeOnce('reading a change request on another implementation of the service', function () {
  this.timeout(120_000);
  let foreign: ForeignServer;
  let sandbox: RunningSandbox;
  let watch: Watch;
  const opened: Parts[] = [];

  before(async () => {
    watch = new Watch();
    foreign = await startForeignServer(sampleFolder());
    sandbox = await startCheckedSandbox({ fill: fillFromSample(sampleFolder()), documentedOnly: true });
  });
  after(async () => {
    for (const app of opened) app.dispose();
    await foreign.close();
    await sandbox.close();
    watch.end();
  });

  /** Signs in the window, which shows documents, and separate models. */
  const signIn = async ({ url, token }: RunningSandbox) => {
    await (await marginalia()).signIn({ url, token });
    const app = parts();
    opened.push(app);
    const connection = await app.session.signIn({ url, token });
    return { app, place: { connection, ...changeRequest } };
  };

  it('shows the same pages, comments and previews as the sandbox with the same operations', async () => {
    const known = await signIn(sandbox);
    const expected = await readPages(known.app, known.place);
    const other = await signIn(foreign);
    const actual = await readPages(other.app, other.place);
    assert.deepEqual(actual, expected);
    assert.ok(actual.length > 3, `${actual.length} pages`);
    assert.ok(actual.some(({ comments }) => comments.length > 2));
    assertForPeople(actual.flatMap(({ rows, comments, preview }) => [...rows, ...comments, preview]));
    assert.deepEqual(foreign.invalidRequests, []);
  });

  it('shows the start of the review page and all conversations', async () => {
    const { app, place } = await signIn(foreign);
    const subject = await app.content.changeRequests.fetch(place);
    const head = await readHead(app, place, { changeRequest: subject, signal, isWithPages: true, user: undefined });
    assertForPeople([JSON.stringify(head)]);
    const uri = vscode.Uri.parse(`marginalia://${place.connection.id}/spaces/${place.space}/change-requests/8.md`);
    const known = await signIn(sandbox);
    const wordsIn = async ({ discussions, session }: Parts) => {
      const authority = session.current?.id ?? assert.fail();
      await discussions.open(uri.with({ authority }));
      const { conversations } = discussions.of(uri.with({ authority })) ?? assert.fail();
      return conversations
        .flatMap(({ comment, replies }) => [comment, ...replies].map(({ body }) => body.markdown))
        .toSorted();
    };
    const words = await wordsIn(app);
    assert.ok(words.length > 3);
    assert.deepEqual(words, await wordsIn(known.app));
    assert.deepEqual(foreign.invalidRequests, []);
  });
});
