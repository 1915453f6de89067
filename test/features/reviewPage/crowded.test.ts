import assert from 'node:assert/strict';
import { PageDiscussion } from '../../../src/features/reviewPage/discussion/pageDiscussion.ts';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import type { ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { postedThreads } from './postedThreads.ts';

const count = 1100;

describe('the review page of a change request with more than one page of comments', () => {
  const set = stageOfParts();

  it('shows the newest, says that there are earlier ones, and loads them on demand', async () => {
    const { app } = set;
    const place = { connection: app.session.current ?? assert.fail(), space: 'heron-manual', number: 8 };
    const { state } = set.sandbox;
    const row = state.changeRequests.all().find(one => one.space === place.space && one.number === 8) ?? assert.fail();
    const base = { space: row.space, changeRequest: row.id, revision: row.revision, postedBy: 'mira' };
    for (let index = 0; index < count; index++) {
      const postedAt = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
      const fields = { markdown: `Remark ${index}`, status: 'open' } as const;
      state.comments.put({ id: `remark-${index}`, ...base, postedAt, ...fields, reactions: [] });
    }
    const messages: Extract<ToPage, { type: 'threads' }>[] = [];
    const post = (message: ToPage) => void (message.type === 'threads' && messages.push(message));
    const ended = new AbortController();
    const pages = new Pages(app, place, uri => uri.path);
    const discussion = new PageDiscussion({ app, place, pages, post, signal: ended.signal });
    try {
      await discussion.begin();
      await discussion.postThreadsOn('');
      const first = messages.at(-1) ?? assert.fail('nothing was told');
      assert.ok(first.threads.length > 0 && first.threads.length < count);
      assert.equal(first.hasMore, true);
      await discussion.readAll('');
      await eventually(() => {
        const all = messages.at(-1);
        const threads = postedThreads(messages, '');
        assert.ok(threads.length >= count, `${threads.length}`);
        assert.equal(all?.hasMore, false);
      });
    } finally {
      ended.abort();
      discussion.dispose();
    }
  });
});
