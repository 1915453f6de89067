import assert from 'node:assert/strict';
import { openImporting, route } from '../../import/importing.ts';
import type { Importing } from '../../import/importing.ts';
import { toRequest } from '../../sandbox.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>';
const served = {
  '/docs/first-steps.md':
    '---\ndescription: How to begin\n---\n\nSee [the start](/README.md).\n\n![](img/a%201.svg) ![](more/a%201.svg)\n\n' +
    '![](gone.png) ![](https://elsewhere.example/b.png)\n',
  '/docs/img/a%201.svg': svg,
  '/docs/more/a%201.svg': svg.replace('4', '6'),
  '/titled.md': '# The *title*\n\nText.\n',
  '/binary.md': Buffer.from([0xff, 0xfe, 0x00]),
  '/page.md': '\n<!DOCTYPE html>\n<p>Not what it is called.',
};

describe('importing content', () => {
  let docs: Importing;
  beforeEach(async () => {
    docs = await openImporting(served);
  });
  const input = (path: string, source = 'markdown') => docs.input(path, source);

  it('creates a page from Markdown, with its images', async () => {
    const { status, body } = await docs.reply(route, input('/docs/first-steps.md'), { as: 'eden' });
    assert.deepEqual([status, body.importedResources, body.totalResources], [201, 3, 4]);
    const revision = await docs.content();
    assert.equal(revision.id, body.revision);
    assert.deepEqual(
      revision.files.map(({ name, dimensions }) => [name, dimensions?.width]),
      [
        ['a 1.svg', 4],
        ['a 1-1.svg', 6],
      ],
    );
    const [first, second] = revision.files;
    const page = await docs.page('first-steps', docs);
    assert.deepEqual([page.title, page.description], ['first steps', 'How to begin']);
    assert.equal(
      page.markdown,
      `See [the start](/README.md).\n\n![](/files/${first?.id}) ![](/files/${second?.id})\n\n` +
        '![](gone.png) ![](https://elsewhere.example/b.png)\n',
    );
  });

  it('names the page by its own title', async () => {
    const { importedResources, totalResources } = await docs.call(route, input('/titled.md'));
    assert.deepEqual([importedResources, totalResources], [1, 1]);
    assert.equal((await docs.page('the-title', docs)).title, 'The title');
    assert.equal(await docs.outline(docs), 'readme the-title');
    assert.equal(await docs.outline(), 'readme');
  });

  it('rejects what it cannot read, and leaves the content unchanged', async () => {
    const before = (await docs.content()).id;
    const refusal = async (wrong: object) => {
      const { status, message } = await docs.refusal(route, wrong);
      assert.equal(status, 400, message);
      return message;
    };
    assert.match(await refusal(input('/titled.md', 'website')), /body\.source is 'website'.*source 'html'/);
    assert.match(await refusal(input('/titled.md', 'docx')), /body\.source is 'docx'.*source 'html'/);
    assert.match(await refusal(input('/titled.md', 'github-wiki')), /body\.source is 'github-wiki'.*source 'zip'/);
    assert.match(await refusal(input('/titled.md', 'paper')), /body\.source/);
    assert.match(await refusal({ ...input(''), body: { source: 'markdown' } }), /body\.url/);
    assert.match(await refusal(input('/nothing.md')), /Could not fetch body\.url.*404/);
    assert.match(await refusal(input('/binary.md')), /body\.url: it is not text in UTF-8/);
    assert.match(await refusal(input('/page.md')), /body\.url: it is an HTML page.*source 'html'/);
    assert.equal((await docs.content()).id, before);
  });

  it('is added to what others have added during the download', async () => {
    await Promise.all([1, 2, 3].map(() => docs.call(route, input('/titled.md'))));
    assert.equal(await docs.outline(docs), 'readme the-title the-title-1 the-title-2');
  });

  it('adds nothing to a change request that was merged during the download', async () => {
    const late: Importing = await openImporting({ '/late.md': async () => `# ${(await late.merge(late)).result}` });
    const { status, message } = await late.refusal(route, late.input('/late.md', 'markdown'));
    assert.equal(status, 409);
    assert.match(message, /merged/);
    assert.equal(await late.outline(), 'readme');
  });

  it('requires permission to edit, and an editable change request', async () => {
    const good = input('/titled.md');
    assert.equal((await docs.refusal(route, { ...good, changeRequestId: 'nowhere' })).status, 404);
    assert.equal((await docs.refusal(route, good, { as: 'colm' })).status, 403);
    assert.equal((await docs.fetch(toRequest(route, good, 'unknown'))).status, 401);
    await docs.merge(docs);
    assert.equal((await docs.refusal(route, good)).status, 409);
  });
});
