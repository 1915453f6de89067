import assert from 'node:assert/strict';
import { openImporting, route } from './importing.ts';
import type { Importing, ServedContent } from './importing.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>';
const html = (content: string, type = 'text/html'): ServedContent => ({ content, headers: { 'content-type': type } });

const guide = `<!doctype html>
<html><head><title>Setup | The Manual</title><style>p { color: red }</style></head><body>
<header>The Manual</header><nav><a href="/">Home</a></nav>
<main>
  <nav>On this page</nav>
  <h1 id="setup">Set <em>it</em> up<a class="headerlink" href="#setup">¶</a></h1>
  <p>See <a href="../faq.html#why">why</a>, <a href="#run">below</a> and <a href="https://elsewhere.example/">more</a>.</p>
  <ul><li>One<ul><li>Two</li></ul></li></ul>
  <table><thead><tr><th>Name</th><th>Port</th></tr></thead><tbody><tr><td>api</td><td>80</td></tr></tbody></table>
  <pre><code class="language-js hljs">run(<span>1</span>);</code></pre>
  <div class="highlight-bash notranslate"><div class="highlight"><pre>ls -l
cd</pre></div></div>
  <p><img src="img/a%201.svg" alt="A"> <img src="/img/b.svg?v=2"> <img src="gone.png"> <img src="/draw?id=1"></p>
  <p><img src="https://elsewhere.example/c.png"></p>
  <script>run()</script>
</main>
<footer>Imprint</footer></body></html>`;

const served: Record<string, ServedContent> = {
  '/docs/setup.html': html(guide),
  '/docs/img/a%201.svg': svg,
  '/img/b.svg?v=2': svg.replace('4', '6'),
  '/body.html': html('<title>All of it</title><header>Top</header><p>Text.</p><aside>More</aside><footer>End</footer>'),
  '/confluence.html': html(
    '<title>Space : Page</title><ol><li>Up</li></ol><div id="content"><p>By Ada</p><div id="main-content">Text.</div></div>',
  ),
  '/book.html': html(
    '<main><h1 id="all"><a href="#all">All <em>of</em> it</a></h1><h2 id="part">Part<a href="#part">§</a></h2>' +
      '<h3><a href="#all">Back</a></h3><p>long<wbr>word <a href="/run" title="Run"></a><a href="/b"><img src="b.gif"></a>',
  ),
  '/moved.html': html('<meta http-equiv="refresh" content="0; url=body.html"><p>Moved.'),
  '/many.html': html(Array.from({ length: 20 }, (_, index) => `<img src="/img/b.svg?v=2&n=${index}">`).join('')),
  ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/img/b.svg?v=2&n=${index}`, svg])),
  '/article.html': html('<h1>Site</h1><article><header><h1>News</h1></header><p>Text.</p></article>'),
  '/based.html': html('<base href="/else/"><body><a href="page">there</a><img src="x.svg">'),
  '/else/x.svg': svg,
  '/latin': {
    content: Buffer.from('<p>Caf\xe9', 'latin1'),
    headers: { 'content-type': 'text/html; charset=iso-8859-1' },
  },
  '/meta.html': Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8', 'latin1'),
  '/marked.html': Buffer.from('\ufeff<p>Größe', 'utf16le'),
  '/plain.html': Buffer.from('<p>Größe'),
  '/unnamed.html': Buffer.from('<p>Gr\xf6\xdfe', 'latin1'),
  '/empty.html': html('<title>Nothing</title><body><div id="root"></div><script>draw()</script>'),
  '/picture.html': html('PNG', 'image/png'),
  '/wrong.html': html('<p>Text', 'text/html; charset=klingon'),
  '/zero.html': Buffer.from([0x3c, 0x70, 0x3e, 0]),
  '/deep.html': html('<div>'.repeat(100_000)),
  '/long.html': html('x'.repeat(2 * 1024 * 1024 + 1)),
};

describe('importing HTML', () => {
  let docs: Importing;
  beforeEach(async () => {
    docs = await openImporting(served);
  });
  const imported = async (path: string) => {
    const { importedResources, totalResources } = await docs.call(route, docs.input(path, 'html'));
    const { pages } = await docs.content();
    const page = await docs.page(pages.at(-1)?.path ?? '', docs);
    return { ...page, counts: [importedResources, totalResources] };
  };

  it('creates a page from the main content, without what surrounds it', async () => {
    const { title, path, markdown, counts } = await imported('/docs/setup.html');
    assert.deepEqual([title, path, counts], ['Set it up', 'set-it-up', [3, 4]]);
    const { files } = await docs.content();
    assert.deepEqual(
      files.map(({ name, dimensions }) => [name, dimensions?.width]),
      [
        ['a 1.svg', 4],
        ['b.svg', 6],
      ],
    );
    assert.equal(
      markdown,
      `# Set *it* up

See [why](${docs.origin}/faq.html#why), [below](#run) and [more](https://elsewhere.example/).

* One
  * Two

| Name | Port |
| ---- | ---- |
| api  | 80   |

\`\`\`js
run(1);
\`\`\`

\`\`\`bash
ls -l
cd
\`\`\`

![A](/files/${files[0]?.id}) ![](/files/${files[1]?.id}) ![](${docs.origin}/docs/gone.png) ![](${docs.origin}/draw?id=1)

![](https://elsewhere.example/c.png)
`,
    );
  });

  it('takes the whole body of a page without a marked main content', async () => {
    const { title, markdown, counts } = await imported('/body.html');
    assert.deepEqual([title, markdown, counts], ['All of it', 'Text.\n', [1, 1]]);
  });

  it('takes the main content marked by Confluence', async () => {
    const { title, markdown } = await imported('/confluence.html');
    assert.deepEqual([title, markdown], ['Space : Page', 'Text.\n']);
  });

  it('omits decorations of headings and links', async () => {
    const { markdown } = await imported('/book.html');
    const picture = `[![](${docs.origin}/b.gif)](${docs.origin}/b)`;
    assert.equal(markdown, `# All *of* it\n\n## Part\n\n### [Back](#all)\n\nlongword ${picture}\n`);
  });

  it('takes all images of a page, in order', async () => {
    assert.deepEqual((await imported('/many.html')).counts, [21, 21]);
    const names = (await docs.content()).files.map(({ name }) => name);
    assert.deepEqual(names, ['b.svg', ...Array.from({ length: 19 }, (_, index) => `b-${index + 1}.svg`)]);
  });

  it('downloads at most eight images concurrently', async () => {
    let [current, most] = [0, 0];
    const isFull = Promise.withResolvers<void>();
    const picture = async () => {
      most = Math.max(most, ++current);
      // Concurrent requests arrive before this one is answered.
      if (current === 8) await fetch(`${docs.origin}/none`).then(() => isFull.resolve());
      await isFull.promise;
      current--;
      return svg;
    };
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}.svg`);
    docs = await openImporting({
      '/many.html': html(paths.map(path => `<img src="${path}">`).join('')),
      ...Object.fromEntries(paths.map(path => [path, picture])),
    });
    assert.deepEqual((await imported('/many.html')).counts, [21, 21]);
    assert.equal(most, 8);
  });

  it('takes the only article of a page, with its header', async () => {
    const { title, markdown } = await imported('/article.html');
    assert.deepEqual([title, markdown], ['News', '# News\n\nText.\n']);
  });

  it('resolves addresses against the base of the page', async () => {
    const { title, markdown, counts } = await imported('/based.html');
    const [file] = (await docs.content()).files;
    assert.deepEqual([title, counts], ['based', [2, 2]]);
    assert.equal(markdown, `[there](${docs.origin}/else/page)![](/files/${file?.id})\n`);
  });

  for (const [path, text] of [
    ['/latin', 'Café'],
    ['/meta.html', 'При'],
    ['/marked.html', 'Größe'],
    ['/plain.html', 'Größe'],
    ['/unnamed.html', 'Größe'],
  ] as const) {
    it(`decodes '${text}' in the encoding of ${path}`, async () => {
      assert.equal((await imported(path)).markdown, `${text}\n`);
    });
  }

  it('rejects what is not a page, and leaves the content unchanged', async () => {
    const before = (await docs.content()).id;
    for (const [path, reason] of [
      ['/empty.html', 'it has no content'],
      ['/moved.html', 'it has no content'],
      ['/picture.html', "the server calls it 'image/png'"],
      ['/wrong.html', 'it is not text, or not in the encoding that it names'],
      ['/zero.html', 'it is not text, or not in the encoding that it names'],
      ['/deep.html', 'its elements are nested too deep'],
      ['/long.html', 'it is longer than 2097152 bytes'],
      ['/gone.html', 'the server answered 404'],
    ] as const) {
      const { status, message } = await docs.refusal(route, docs.input(path, 'html'));
      assert.equal(status, 400, message);
      assert.ok(message.includes('body.url') && message.includes(`: ${reason}.`), message);
    }
    assert.equal((await docs.content()).id, before);
  });
});
