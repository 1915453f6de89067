import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeAt, placeComment, placePage, Placer } from '../../src/markdown/index.ts';
import { allBlocks } from '../../src/markdown/block.ts';
import { parseBlocks } from '../../src/markdown/blocks.ts';
import { eventually } from '../host/eventually.ts';
import { toDocument } from '../../src/sandbox/content/markdown/toDocument.ts';

const sentence =
  'The console *draws* it as a line that rises and falls with the sea, and waves are averaged out. '.repeat(4);
const parts = [
  '# Part',
  `${sentence} Gauge`,
  `* is read\n* ${sentence}`,
  '| Name |\n| --- |\n| level',
  `> ${sentence}`,
];
const long = `${Array.from({ length: 1000 }, (_, index) => `${parts[index % 5]} ${index}`).join('\n\n')}\n`;

/** A page and its blocks' keys; the text is another than the document where an edit is given. */
function pageOf(markdown: string, edit = (text: string) => text) {
  const keys = allBlocks(parseBlocks(markdown)).map((_, index) => `key ${index}`);
  return { nodes: toDocument(markdown, keys).nodes, markdown: edit(markdown), keys };
}

describe('the places on a page', function () {
  this.timeout(60_000);
  let folder: string;
  let placer: Placer;
  let log: string[];

  function newPlacer(around?: ConstructorParameters<typeof Placer>[1]): Placer {
    placer?.dispose();
    log = [];
    return (placer = new Placer((sentence, error) => void log.push(`${sentence} ${String(error)}`), around));
  }

  /** A worker of which this is all that it does. */
  function doing(code: string): string {
    const file = join(folder, 'worker.cjs');
    writeFileSync(file, `const { parentPort } = require('node:worker_threads');\n${code}`);
    return file;
  }

  /** Asks for places all over a page, and compares them with what is found at once and here. */
  async function assertSame({ keys, ...page }: ReturnType<typeof pageOf>): Promise<void> {
    const [places, expected] = [placer.on(page), placePage(page, page.markdown)];
    const targets = [
      ...keys.filter((_, index) => index % 97 === 0).map(id => ({ node: { id } })),
      { node: { id: 'gone', preview: `${sentence} Gauge 6` } },
      { node: { id: 'gone', preview: 'Something else' }, heading: 'Part 10' },
      {},
    ];
    const found = await Promise.all(targets.map(target => places.place(target)));
    assert.deepEqual(
      found,
      targets.map(target => placeComment(expected, target)),
    );
    for (const line of [0, 4, 1000]) assert.deepEqual(await places.nodeAt(line, line), nodeAt(expected, line, line));
  }

  before(() => (folder = mkdtempSync(join(tmpdir(), 'marginalia-placer-'))));
  after(() => {
    placer.dispose();
    rmSync(folder, { recursive: true });
  });

  it('are found in a worker where it is long, and are the same', async () => {
    assert.ok(long.length > 200_000);
    newPlacer();
    await assertSame(pageOf(long));
    await assertSame(pageOf(long, text => `More.\n\n${text.replace('averaged out.', 'forgotten.')}`));
    assert.deepEqual([placer.hasWorker, log], [true, []]);
  });

  it('are found here where it is short', async () => {
    newPlacer();
    await assertSame(pageOf(long.slice(0, 199_000)));
    assert.ok(!placer.hasWorker);
  });

  for (const [title, code] of [
    ['fails', 'throw new Error("No.")'],
    ['ends', 'parentPort.once("message", () => process.exit())'],
    ['ends in the middle', 'parentPort.on("message", ({ question }) => question && process.exit())'],
    ['never answers', 'parentPort.on("message", () => {})'],
    ['answers with failures', 'parentPort.on("message", ({ id }) => parentPort.postMessage({ id, error: "No." }))'],
  ] as const) {
    it(`are found here where the worker ${title}`, async () => {
      newPlacer({ file: doing(code), answer: 300 });
      await assertSame(pageOf(long));
      assert.equal(log.length, title === 'answers with failures' ? 0 : 1);
      await assertSame(pageOf(long));
      assert.ok(log.length <= 1, 'It is tried once.');
    });
  }

  it('are found here where there are no workers', async () => {
    newPlacer({ file: 'not a path' });
    await assertSame(pageOf(long));
    assert.match(log.join(), /^Could not find places on a long page in the background\. They are found in slices/);
  });

  it('are found anew after the worker has ended, since nobody asked for long', async () => {
    newPlacer({ idle: 50 });
    await assertSame(pageOf(long));
    await eventually(() => assert.equal(placer.hasWorker, false));
    await assertSame(pageOf(long));
    assert.deepEqual(log, []);
  });

  it('are found in the same worker after a page was given up that was being handed over', async () => {
    newPlacer({ answer: 300 });
    const stop = new AbortController();
    const asked = placer.on({ ...pageOf(long.repeat(6)), signal: stop.signal }).place({});
    setImmediate(() => stop.abort());
    await assert.rejects(asked, { name: 'AbortError' });
    await assertSame(pageOf(long));
    assert.deepEqual([placer.hasWorker, log], [true, []]);
    placer.dispose();
    assert.ok(!placer.hasWorker);
  });

  it('are not looked for any more where that is given up', async () => {
    const tell =
      'message.question ? parentPort.postMessage({ id: message.id, answer: told }) : told.push(Object.keys(message))';
    newPlacer({ file: doing(`const told = []; parentPort.on('message', message => ${tell})`) });
    const stop = new AbortController();
    const page = pageOf(long);
    const places = placer.on({ ...page, signal: stop.signal });
    await places.place({});
    await places.place({});
    stop.abort();
    await assert.rejects(places.place({}), { name: 'AbortError' });
    const told = (await placer.on(pageOf(long)).place({})) as unknown as string[][];
    assert.equal(told.filter(message => message.includes('isForgotten')).length, 1);
    assert.equal(told.filter(message => message.includes('markdown')).length, 2, 'each page is handed over once');
  });

  it('are found in the worker though somebody gave up while a question was on its way there', async () => {
    newPlacer({ idle: 50, answer: 1000 });
    const stop = new AbortController();
    const places = placer.on({ ...pageOf(long), signal: stop.signal });
    await places.place({});
    const asked = places.place({});
    stop.abort();
    await assert.rejects(asked, { name: 'AbortError' });
    // One that waits for an answer which never comes does not end by itself.
    await eventually(() => assert.equal(placer.hasWorker, false));
    assert.deepEqual(log, []);
  });
});
