import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Page } from '../../../src/model/content/layout.ts';
import type { Snapshot } from '../../../src/model/content/snapshot.ts';
import { type CommentOnPage, type DeletedPage, DeletedPages } from '../../../src/model/discussions/deletedPages.ts';
import { quotePage } from '../../../src/model/discussions/commentTarget.ts';

describe('placement of a comment on deleted pages', () => {
  let reads: string[];
  let logged: string[];
  beforeEach(() => ([reads, logged] = [[], []]));

  const log = { log: (sentence: string) => void logged.push(sentence) };
  const noNodes = () => assert.fail('nothing hangs on a node');

  /** Returns a page with this text. Without a text, the page cannot be read. */
  function deletedPage(title: string, text?: string): DeletedPage {
    const markdown = (id: string) => {
      reads.push(id);
      return text === undefined ? Promise.reject(new Error('503')) : Promise.resolve(text);
    };
    const snapshot = { markdown } as unknown as Snapshot;
    return { uri: vscode.Uri.parse(`test:/${title}`), snapshot, page: { id: title, title } as Page };
  }

  const quoting = (title: string, line: string): CommentOnPage => {
    return { target: {}, body: { markdown: `${quotePage(title, line, { start: 0, end: 0 })}\n\nWhy?` } };
  };
  const hangingOn = (id: string, node?: string): CommentOnPage => {
    return { target: { page: { id }, ...(node !== undefined && { node: { id: node } }) }, body: { markdown: 'Why?' } };
  };

  const many = (text: string) => Array.from({ length: 500 }, (_, index) => deletedPage(`Page ${index}`, text));

  it('reads only the page with the quoted title', async () => {
    const pages = new DeletedPages(many('A line.\n\nSee also\n'), log);
    const placement = await pages.placementOf(quoting('Page 300', 'See also'), noNodes);
    assert.deepEqual(
      [placement?.uri.path, placement?.range, placement?.isExact],
      ['/Page 300', { start: 2, end: 2 }, true],
    );
    const missing = await pages.placementOf(quoting('Page 301', 'Not there'), noNodes);
    assert.deepEqual([missing?.uri.path, missing?.range, missing?.isExact], ['/Page 301', undefined, false]);
    assert.deepEqual(reads, ['Page 300', 'Page 301']);
  });

  it('is inexact when found by text on a page with another title', async () => {
    const pages = new DeletedPages([deletedPage('Other', 'None.'), deletedPage('Renamed', 'See also')], log);
    const placement = await pages.placementOf(quoting('Before', 'See also'), noNodes);
    assert.deepEqual([placement?.uri.path, placement?.isExact], ['/Renamed', false]);
  });

  it('ignores equal text on another page when a deleted page has the title', async () => {
    const pages = new DeletedPages([deletedPage('A', 'See also')], log, ['A', '*B*']);
    assert.equal(await pages.placementOf(quoting('*B*', 'See also'), noNodes), undefined);
    const both = new DeletedPages([deletedPage('A', 'See also'), deletedPage('B', 'Nothing')], log);
    const placement = await both.placementOf(quoting('B', 'See also'), noNodes);
    assert.deepEqual([placement?.uri.path, placement?.range], ['/B', undefined]);
  });

  it('searches for the text on a limited number of pages, and reads each once', async () => {
    const pages = new DeletedPages(many('A line.'), log);
    for (let index = 0; index < 10; index++) {
      assert.equal(await pages.placementOf(quoting('', `Nowhere ${index}`), noNodes), undefined);
    }
    assert.ok(reads.length <= 20, `${reads.length} reads`);
    assert.equal(new Set(reads).size, reads.length);
  });

  it('prefers the page with the text among pages with equal titles', async () => {
    const pages = new DeletedPages(
      [deletedPage('Same', 'One'), { ...deletedPage('Same', 'Two'), uri: vscode.Uri.parse('test:/2') }],
      log,
    );
    const placement = await pages.placementOf(quoting('Same', 'Two'), noNodes);
    assert.deepEqual([placement?.uri.path, placement?.isExact], ['/2', true]);
  });

  it('fails and is logged once when the page cannot be read', async () => {
    const pages = new DeletedPages([deletedPage('Down')], log);
    const comments = [hangingOn('Down'), hangingOn('Down', 'node'), quoting('Down', 'A'), quoting('Down', 'B')];
    for (const comment of [...comments, ...comments]) {
      assert.equal(await pages.placementOf(comment, noNodes), undefined);
    }
    assert.deepEqual([reads.length, logged.length], [1, 1]);
  });

  it('fails and is logged once when the blocks of the page cannot be read', async () => {
    const pages = new DeletedPages([deletedPage('Half', 'A line.')], log);
    let asked = 0;
    for (const node of ['a', 'b', 'c']) {
      const placement = await pages.placementOf(hangingOn('Half', node), () => {
        asked++;
        return Promise.reject(new Error('503'));
      });
      assert.deepEqual([placement?.uri.path, placement?.range, placement?.isExact], ['/Half', undefined, false]);
    }
    assert.deepEqual([asked, logged.length], [1, 1]);
  });
});
