import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Version } from '../../src/model/content/address.ts';
import { backlinks } from '../../src/model/links.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { addPage, editContent, itWithOptional, pagesOf, sampleSandbox } from '../host/support.ts';
import { connectTo } from './connection.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('backlinks of a page', () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => void (sandbox = await sampleSandbox()));
  afterEach(() => sandbox.close());

  const idOf = (path: string) =>
    pagesOf(sandbox, changeRequest).find(page => page.path === path)?.id ?? assert.fail(path);

  async function pagesLinkingTo(id: string, version: Version): Promise<string[]> {
    const place = { connection: connectTo(sandbox), space: changeRequest.space, version };
    const pages: string[] = [];
    for await (const { items } of backlinks(place, { id, kind: 'page' }, new AbortController().signal)) {
      pages.push(...items.map(({ page }) => page));
    }
    return pages;
  }

  itWithOptional('do not include a page that the change request deletes', async () => {
    const [target, page] = [idOf('maintain/clean'), idOf('maintain/calendar')];
    const slug = `from-${randomUUID()}`;
    const markdown = 'See [it](maintain/clean.md).\n';
    const added = addPage(sandbox, changeRequest, { title: 'From', slug, markdown });
    const before = await pagesLinkingTo(target, { kind: 'main' });
    assert.ok(before.includes(page), 'the page links there in the main content');
    editContent(sandbox, changeRequest, [{ operation: 'delete_page', page }]);
    const inChangeRequest = await pagesLinkingTo(target, { kind: 'changeRequest', number: changeRequest.number });
    assert.deepEqual(
      inChangeRequest.toSorted(),
      [...new Set(before)]
        .filter(one => one !== page)
        .concat(added.id)
        .toSorted(),
    );
  });
});
