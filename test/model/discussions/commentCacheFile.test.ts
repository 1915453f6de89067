import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { DiskCache } from '../../../src/model/content/diskCache.ts';
import { CommentCacheFile, type CachedComments } from '../../../src/model/discussions/commentCache.ts';
import type { Conversation } from '../../../src/model/discussions/requests.ts';

const document = vscode.Uri.parse('marginalia://c/spaces/s/change-requests/8/a.md');

describe('file of the comment cache', () => {
  const { now } = Date;
  let written: CachedComments[];
  let go: (() => void)[];
  let cache: CommentCacheFile;

  beforeEach(() => {
    written = [];
    go = [];
    // A slow disk.
    const disk: Pick<DiskCache, 'get' | 'put'> = {
      get: async <T>() => written.at(-1) as T | undefined,
      put: async (_, value) => {
        await new Promise<void>(resolve => go.push(resolve));
        written.push(value as CachedComments);
      },
    };
    cache = new CommentCacheFile(disk as DiskCache);
  });
  afterEach(() => void (Date.now = now));

  /** Writes this number of conversations. */
  const write = (count: number, state = 'r1 1') => {
    const conversations = Array.from({ length: count }, (_, index) => ({ comment: { id: `${index}` }, replies: [] }));
    return cache.write(document, { state, conversations: conversations as unknown as Conversation[], unread: [] });
  };
  const letGo = async () => {
    await new Promise(resolve => setImmediate(resolve));
    go.splice(0).forEach(done => done());
    await new Promise(resolve => setImmediate(resolve));
  };

  it('holds up to 300 conversations', async () => {
    void write(301);
    await letGo();
    assert.deepEqual(written, []);
    void write(300);
    await letGo();
    assert.equal(written.length, 1);
    assert.equal((await cache.read(document))?.conversations.length, 300);
  });

  it('is written again only when its content changes or becomes too old', async () => {
    for (let times = 0; times < 3; times++) {
      void write(2);
      await letGo();
    }
    assert.equal(written.length, 1);
    void write(2, 'r1 2');
    await letGo();
    assert.equal(written.length, 2);
    const later = now() + 61_000;
    Date.now = () => later;
    void write(2, 'r1 2');
    await letGo();
    assert.deepEqual([written.length, written.at(-1)?.asOf], [3, later]);
  });

  it('ends with the newest state when writes overlap', async () => {
    const both = Promise.all([write(1), write(2)]);
    await new Promise(resolve => setImmediate(resolve));
    // The writes complete in reverse order.
    for (let remaining = 2; remaining > 0; remaining--) {
      go.pop()?.();
      await new Promise(resolve => setImmediate(resolve));
    }
    await both;
    assert.deepEqual(
      written.map(({ conversations }) => conversations.length),
      [1, 2],
    );
  });
});
