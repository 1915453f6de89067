import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors.ts';
import { parseComment } from '../../../src/model/discussions/parseComments.ts';
import { CommentFetcher } from '../../../src/model/discussions/commentLoader.ts';
import type { Comment, CommentRequests } from '../../../src/model/discussions/requests.ts';

function comment(id: string, page?: string): Comment {
  const read = parseComment({ id, target: page ? { page: { id: page } } : {}, replies: 0 });
  return read?.resource ?? assert.fail();
}

/** Returns lists of two comments, the first on page `a`, the second on page `b`. */
const listsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => [comment(`a${index}`, 'a'), comment(`b${index}`, 'b')]);

describe('comment loader', () => {
  let asked: string[];

  beforeEach(() => (asked = []));

  /** Returns a fetcher with these lists. `onPage` replies to requests for the comments on a page. */
  function readerOf(lists: Comment[][], onPage: (page: string) => Comment[] = fail): CommentFetcher {
    const requests: Pick<CommentRequests, 'lists' | 'comments'> = {
      lists: async function* () {
        for (const [index, items] of lists.entries()) {
          asked.push(`list ${index}`);
          yield { items, hasMore: index < lists.length - 1 };
        }
      },
      comments: async ({ page = '' } = {}) => {
        asked.push(`page ${page}`);
        return onPage(page);
      },
    };
    return new CommentFetcher(async () => requests as CommentRequests);
  }

  const fail = () => assert.fail('The server was asked for a page.');
  const ids = (comments: Comment[] | undefined) => comments?.map(({ id }) => id);

  it('loads all comments when they fit into one reply', async () => {
    const reader = readerOf(listsOf(1));
    assert.deepEqual(ids(await reader.fetchIfSmall()), ['a0', 'b0']);
    assert.equal(reader.isByPage, false);
  });

  it('loads by page when there are more', async () => {
    const lists = listsOf(3);
    const reader = readerOf(lists, page => lists.flat().filter(({ target }) => target.page?.id === page));
    assert.equal(await reader.fetchIfSmall(), undefined);
    assert.equal(reader.isByPage, true);
    assert.deepEqual(ids(await reader.fetchOnPage('b')), ['b0', 'b1', 'b2']);
    assert.equal(await reader.fetchIfSmall(), undefined);
    assert.deepEqual(asked, ['list 0', 'page b']);
  });

  it('loads by page at once when it knows that there are more', async () => {
    const reader = readerOf(listsOf(3), () => []);
    reader.expectCount(1001);
    assert.deepEqual(ids(await reader.fetchOnPage('c')), []);
    assert.deepEqual(asked, ['page c']);
  });

  it('continues the first list when all comments are loaded', async () => {
    const reader = readerOf(listsOf(3));
    await reader.fetchIfSmall();
    assert.equal((await reader.fetchAll()).length, 6);
    assert.deepEqual(asked, ['list 0', 'list 1', 'list 2']);
  });

  it('starts a list again when it is loaded again', async () => {
    const reader = readerOf(listsOf(2));
    await reader.fetchIfSmall();
    await reader.fetchAll();
    assert.equal((await reader.fetchAll()).length, 4);
    assert.deepEqual(asked, ['list 0', 'list 1', 'list 0', 'list 1']);
  });

  const refusing = () => {
    throw new ApiError('invalid', 'No targetPage here.', { route: 'GET comments', status: 400 });
  };
  const others: Record<string, (page: string) => Comment[]> = {
    'rejects the page filter': refusing,
    'ignores the page filter': () => listsOf(1).flat(),
    'returns comments without a page, too': page => [comment('here', page), comment('nowhere')],
  };
  for (const [name, answer] of Object.entries(others)) {
    it(`loads all comments on a server that ${name}, and tries the page filter once`, async () => {
      const reader = readerOf(listsOf(3), answer);
      await reader.fetchIfSmall();
      assert.equal(await reader.fetchOnPage('a'), undefined);
      assert.equal(reader.isByPage, false);
      assert.equal(await reader.fetchOnPage('b'), undefined);
      assert.equal((await reader.fetchAll()).length, 6);
      assert.deepEqual(
        asked.filter(one => one.startsWith('page')),
        ['page a'],
      );
    });
  }

  it('loads by page again after a network error', async () => {
    let isInTrouble = true;
    const reader = readerOf(listsOf(3), () => {
      if (isInTrouble) throw new ApiError('unreachable', 'Down.', { route: 'GET comments' });
      return [];
    });
    reader.expectCount(5000);
    await assert.rejects(() => reader.fetchOnPage('a'), /Down/);
    isInTrouble = false;
    assert.deepEqual(await reader.fetchOnPage('a'), []);
  });
});
