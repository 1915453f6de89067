import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Schema } from '../../../src/api/routes.ts';
import { listFolder } from '../../../src/sandbox/gitSync/folder.ts';
import { zip } from './archives.ts';
import { openImporting, route } from './importing.ts';
import type { Importing } from './importing.ts';
import { openSandbox } from '../sandbox.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/fluentd-docs', import.meta.url));

describe('the documentation of Fluentd as a zip', () => {
  before(function () {
    if (!existsSync(folder)) this.skip();
  });

  it('has the same pages, order and files as the folder', async () => {
    const { files } = listFolder(join(folder, 'space'));
    const archive = zip(Object.fromEntries([...files].map(([path, read]) => [`fluentd-main/${path}`, read()])));
    const loaded = await openSandbox({ content: folder });
    const docs = await openImporting({ '/fluentd.zip': archive });
    const { pages: ownPages } = await docs.content();
    await removeAll(docs, ownPages);

    const { importedResources, totalResources } = await docs.call(route, docs.input('/fluentd.zip', 'zip'));
    assert.deepEqual([importedResources, totalResources], [181 + 25, 181 + 25]);
    const expected = await loaded.call('GET /spaces/{spaceId}/content', { spaceId: 'fluentd-docs' });
    const imported = await docs.content();
    const names = (content: Schema<'Revision'>) => content.files.map(({ name, size }) => `${name} ${size}`).sort();
    assert.deepEqual(names(imported), names(expected));
    assert.deepEqual(shapeOf(imported.pages), shapeOf(expected.pages));

    const source = flat(expected.pages).filter(({ type }) => type === 'document');
    assert.equal(source.length, 181);
    for (const { path = '' } of source) {
      const target = { spaceId: 'fluentd-docs', pagePath: path || '/' };
      const { markdown } = await loaded.call('GET /spaces/{spaceId}/content/path/{pagePath}', target);
      const sameFiles = (text = '', content: Schema<'Revision'>) =>
        text.replace(
          /\/files\/([\w-]+)/g,
          (_, id) => content.files.find(file => file.id === id)?.name ?? assert.fail(path),
        );
      const text = sameFiles(await docs.read(path, docs), imported);
      assert.equal(text, sameFiles(markdown, expected), path);
      assert.ok(text.trim(), path);
    }
  });
});

/** Removes all pages, so that the imported folder keeps its paths. */
async function removeAll(docs: Importing, pages: readonly Schema<'Page'>[]): Promise<void> {
  await docs.edit(
    docs,
    pages.map(({ id }) => ({ operation: 'delete_page', page: id })),
  );
}

function flat(pages: readonly Schema<'Page'>[]): Schema<'Page'>[] {
  return pages.flatMap(page => [page, ...flat(page.pages ?? [])]);
}

/** Returns the parts of a page tree that users see. */
function shapeOf(pages: readonly Schema<'Page'>[]): unknown[] {
  return pages.map(({ type, title, path, href, hidden, description, pages: below = [] }) => {
    return [type, title, path, href, hidden, description, shapeOf(below)];
  });
}
