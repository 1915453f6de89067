import assert from 'node:assert/strict';
import { directoryOf, zip } from './archives.ts';
import { openImporting, route } from './importing.ts';
import type { ServedContent } from './importing.ts';

const good = zip({ 'README.md': 'Start here. '.repeat(100), 'a.md': 'More.' });
const megabyte = new Uint8Array(1024 * 1024);

/** Returns the valid zip with one field of its first directory entry changed. */
function withField(change: (bytes: Buffer, entry: number) => void): Buffer {
  const { bytes, entries } = directoryOf(good);
  change(bytes, entries[0] ?? 0);
  return bytes;
}

/** Returns the valid zip with one field of its end record changed. */
function withEnd(change: (bytes: Buffer, end: number) => void): Buffer {
  const { bytes, end } = directoryOf(good);
  change(bytes, end);
  return bytes;
}

function manyEntries(): Uint8Array {
  return zip(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.txt`, ''])));
}

const files = (count: number, content: Uint8Array) =>
  zip(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.md`, content])));

const refused: [name: string, archive: Uint8Array, reason: RegExp][] = [
  ['is empty', zip({}), /it holds no page that can be read\. Put Markdown or HTML files into it/],
  ['holds no pages', zip({ 'a.png': 'x', LICENSE: 'Free.' }), /it holds no page that can be read/],
  ['holds unreadable pages only', zip({ 'a.md': new Uint8Array([0xff]), 'b.html': '' }), /it holds no page/],
  ['is no zip', Buffer.from('# A page'), /it is no zip.*Give the address of a zip/],
  ['has no bytes', Buffer.alloc(0), /it is no zip/],
  ['is cut off at its end', good.subarray(0, -30), /it is no zip, or only the beginning of one/],
  ['lacks its beginning', good.subarray(60), /it is a damaged zip/],
  [
    'is changed in a file',
    withField((bytes, at) => bytes.writeUInt32LE(1, at + 16)),
    /'README\.md' is not what it was/,
  ],
  ['is changed in its packed bytes', withField(bytes => bytes.fill(0xff, 45, 50)), /it is a damaged zip/],
  [
    'has no directory',
    withEnd((bytes, end) => bytes.writeUInt32LE(5, end + 16)),
    /it is a damaged zip: invalid central directory/,
  ],
  ['announces more than it has', withEnd((bytes, end) => bytes.writeUInt16LE(9, end + 10)), /it is a damaged zip/],
  ['is encrypted', withField((bytes, at) => bytes.writeUInt16LE(1, at + 8)), /'README\.md' in it is encrypted/],
  ['is packed in a rare way', withField((bytes, at) => bytes.writeUInt16LE(14, at + 10)), /only few programs know/],
  ['leads out of its folder', zip({ 'a.md': 'A', '../b.md': 'B' }), /leads out of its folder, "\.\.\/b\.md"/],
  ['leads out with backslashes', zip({ 'a\\..\\..\\b.md': 'B' }), /leads out of its folder/],
  ['starts at the root', zip({ '/etc/passwd.md': 'B' }), /leads out of its folder, "\/etc\/passwd\.md"/],
  ['starts at a drive', zip({ 'c:\\b.md': 'B' }), /leads out of its folder/],
  ['has too many files', manyEntries(), /it has 10001 entries.*Split it/],
  ['unpacks to too much', files(101, megabyte), /it unpacks to 105906176 bytes.*Split it/],
  ['unpacks to more than it says', withField((bytes, at) => bytes.writeUInt32LE(10, at + 24)), /it is a damaged zip/],
];

describe('an invalid zip', () => {
  const served: Record<string, ServedContent> = Object.fromEntries(
    refused.map(([, content], index) => [`/${index}.zip`, content]),
  );

  for (const [index, [name, , reason]] of refused.entries()) {
    it(name, async () => {
      const docs = await openImporting(served);
      const before = (await docs.content()).id;
      const { status, message } = await docs.refusal(route, docs.input(`/${index}.zip`, 'zip'));
      assert.equal(status, 400);
      assert.match(message, /^Could not import what is at body\.url: /);
      assert.match(message, reason);
      assert.equal((await docs.content()).id, before);
    });
  }

  for (const [source, advice] of [
    ['notion', /Export from Notion/],
    ['confluence', /Export the space from Confluence/],
    ['google-docs', /Download the document from Google Docs/],
  ] as const) {
    it(`is rejected with instructions for '${source}'`, async () => {
      const docs = await openImporting({ '/page': '<p>Sign in first' });
      const { status, message } = await docs.refusal(route, docs.input('/page', source));
      assert.equal(status, 400);
      assert.match(message, advice);
    });
  }

  it('may contain symbolic links, which are only counted', async () => {
    const { bytes, entries } = directoryOf(zip({ 'a.md': 'A', 'b.md': 'a.md' }));
    bytes.writeUInt32LE((0o120777 << 16) >>> 0, (entries[1] ?? 0) + 38);
    const docs = await openImporting({ '/links.zip': bytes });
    const { importedResources, totalResources } = await docs.call(route, docs.input('/links.zip', 'zip'));
    assert.deepEqual([importedResources, totalResources], [1, 2]);
  });
});
