import assert from 'node:assert/strict';
import { flagEqualTitles, pageLabel } from '../../src/webview/reviewPage/pages/names.ts';

const page = (path: string, title: string) => ({ id: path, path, title });
const names = (...lists: Parameters<typeof flagEqualTitles>) => flagEqualTitles(...lists).map(pageLabel);

describe('page names on the review page', () => {
  it('include the path when titles look equal', () => {
    const pages = [page('a', 'Start'), page('b', ' start'), page('c', 'Start here')];
    assert.deepEqual(names(pages), ['Start (a)', ' start (b)', 'Start here']);
  });

  it('include the path when other pages on it have the same title', () => {
    const [start, other] = [page('a', 'Start'), page('b', 'Start')];
    assert.deepEqual(names([start], [other]), ['Start (a)']);
    assert.deepEqual(names([start], [start]), ['Start'], 'the page itself is no other one');
    assert.deepEqual(names([start], [page('c', 'End')]), ['Start']);
  });

  it('are the titles for pages without a path', () => {
    assert.deepEqual(names([{ ...page('a', 'Start'), path: '' }, page('b', 'Start')]), ['Start', 'Start (b)']);
  });
});
