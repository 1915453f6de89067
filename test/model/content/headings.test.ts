import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Content } from '../../../src/model/content/content.ts';
import { headingUri } from '../../../src/model/content/headings.ts';

const uri = vscode.Uri.parse('marginalia://sandbox/spaces/a/content/page.md');
const contentOf = (markdown: () => Promise<string>) =>
  ({ find: async () => ({ kind: 'page', page: { id: 'page' }, snapshot: { markdown } }) }) as unknown as Content;

describe('the link to a heading', () => {
  const content = contentOf(async () => '# First\n\nText.\n\n## Second one\n');

  it('has the line of the heading, starting at one', async () => {
    assert.equal((await headingUri(content, uri, 'first')).fragment, 'L1');
    assert.equal((await headingUri(content, uri, 'second-one')).fragment, 'L5');
  });

  it('is the link to the page if the heading does not exist or the page cannot be read', async () => {
    assert.equal(await headingUri(content, uri, 'third'), uri);
    assert.equal(
      await headingUri(
        contentOf(() => Promise.reject(new Error('Not read.'))),
        uri,
        'first',
      ),
      uri,
    );
  });
});
