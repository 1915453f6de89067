import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { makeFolder, openDocs, spaceId } from '../docs.ts';
import type { Docs } from '../docs.ts';
import { eventually } from '../../host/eventually.ts';
import { serve } from '../../../src/sandbox/index.ts';
import { readPdf } from './pdfReader.ts';
import type { Pdf } from './pdfReader.ts';
import { png } from '../png.ts';

const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf';
const number = { spaceId, changeRequestId: '1' };

const files = {
  'SUMMARY.md': `* [Start](README.md)
* [Guide](guide/README.md)
  * [Setup](guide/setup.md)

## Reference

* [Terms](terms.md)
* [Elsewhere](https://example.com/elsewhere)
`,
  'README.md': '# Start\n\nBegin with the [setup](guide/setup.md#tools), then read [more](https://example.com/more).\n',
  'guide/README.md': '---\ndescription: What to do first.\n---\n\nThe guide.\n',
  'guide/setup.md': '# Setup\n\nBefore.\n\n## Tools\n\nA spade.\n\n### Sharp ones\n\nA knife.\n',
  'terms.md': 'Grüße, Ελληνικά, Кириллица 🪶 ✅ → done.\n',
};

describe('the PDF of a change request in the sandbox', function () {
  this.timeout(120_000);
  let docs: Docs;

  const open = async (pages: Parameters<typeof openDocs>[0]) => {
    docs = await openDocs(pages);
    await docs.propose([], 'Say more');
  };
  const addressOf = async (query: { page?: string; only?: boolean } = {}) =>
    (await docs.call(route, { ...number, query })).url;
  const download = (url: string) => docs.fetch(new Request(url));
  const print = async (query?: { page?: string; only?: boolean }): Promise<Pdf> => {
    const response = await download(await addressOf(query));
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pdf']);
    return readPdf(new Uint8Array(await response.arrayBuffer()));
  };
  const printPage = async (markdown: string, assets: Record<string, string | Uint8Array> = {}) => {
    const named = Object.entries(assets).map(([name, content]) => [`.gitbook/assets/${name}`, content] as const);
    await open({ 'README.md': markdown, ...Object.fromEntries(named) });
    return print();
  };

  it('shows included content, and the values of expressions', async () => {
    await open({
      'README.md': '# Start\n\n{% include ".gitbook/includes/note.md" %}\n\nThe end.\n',
      '.gitbook/includes/note.md':
        'By <code class="expression">space.vars.product</code>.\n\n![Map](../assets/map.png)\n',
      '.gitbook/assets/map.png': png(30, 20),
      '.gitbook/vars.yaml': 'product: Heron',
    });
    const { pages, pictures } = await print();
    assert.match(pages.at(-1) ?? '', /Start By Heron\. The end\./);
    assert.equal(pictures.length, 1);
  });

  describe('with several pages', () => {
    beforeEach(() => open(files));

    it('contains all of them in reading order, after a title and a table of contents', async () => {
      const { pages } = await print();
      assert.match(pages[0] ?? '', /^Docs Change request #1: Say more/);
      assert.match(pages[1] ?? '', /^Start 3 Guide 4 Setup 5 Reference 6 Terms 6 Elsewhere 7/);
      assert.deepEqual(
        pages.slice(2).map(text => text.replace(/ Docs \d \/ \d$/, '')),
        [
          'Start Begin with the setup, then read more.',
          'Guide What to do first. The guide.',
          'Setup Before. Tools A spade. Sharp ones A knife.',
          'Reference Terms Grüße, Ελληνικά, Кириллица ✔ → done.',
          'Elsewhere https://example.com/elsewhere',
        ],
      );
    });

    it('has an outline of pages and their headings', async () => {
      const { outline } = await print();
      assert.equal(outline, 'Start, Guide(Setup(Tools(Sharp ones))), Reference(Terms, Elsewhere)');
    });

    it('links from page to page, and to the web', async () => {
      const { links } = await print();
      const onStart = links.filter(({ page }) => page === 3).map(({ target }) => target);
      assert.deepEqual(onStart, ['page 5', 'https://example.com/more']);
    });

    it('contains one page with or without its descendants', async () => {
      const page = (await docs.page('guide', { id: '1' })).id;
      assert.equal((await print({ page })).outline, 'Guide(Setup(Tools(Sharp ones)))');
      const { pages, outline } = await print({ page, only: true });
      assert.equal(outline, 'Guide');
      assert.match(pages.join(), /^Docs – Change request #1: Say more Guide What to do first. The guide./);
    });

    it('keeps showing the revision for which it was requested', async () => {
      const url = await addressOf();
      const { id } = await docs.page('terms', { id: '1' });
      await docs.edit({ id: '1' }, [{ operation: 'delete_page', page: id }]);
      const before = await readPdf(new Uint8Array(await (await download(url)).arrayBuffer()));
      assert.match(before.pages.join(), /Terms/);
      assert.doesNotMatch((await print()).pages.join(), /Terms/);
    });
  });

  describe('with custom blocks', () => {
    const read = async (markdown: string, assets?: Record<string, string | Uint8Array>) => {
      const { pages, pictures, slanted } = await printPage(markdown, assets);
      return {
        text: pages
          .slice(0, 1)
          .join()
          .replace(/^.*?#1: Say more Introduction | Docs 1 \/ 1$/g, ''),
        pictures,
        slanted,
      };
    };

    it('shows the title of a page, and its first heading when that differs', async () => {
      const { pages } = await printPage('# Introduction\n\nHello.');
      assert.match(pages.join(), /Say more Introduction Hello\./);
      await open({ 'SUMMARY.md': '* [Introduction](README.md)', 'README.md': '# Another\n\nHello.' });
      assert.match((await print()).pages.join(), /Say more Introduction Another Hello\./);
    });

    it('shows text styles and lists', async () => {
      const { text } = await read(`Some **bold**, *slanted* and \`code\`.

1. one
   * in it
2. two

- [x] done
- [ ] to do

> Quoted.
`);
      assert.equal(text, 'Some bold, slanted and code. 1. one • in it 2. two ☑ done ☐ to do Quoted.');
    });

    it('shows tables and cards', async () => {
      const { text } = await read(`| Name | Size |
| --- | ---: |
| **Heron** | 24 cm |

<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>First card</td></tr></tbody></table>
`);
      assert.equal(text, 'Name Size Heron 24 cm First card');
    });

    it('shows code with its lines and box-drawing characters, in a monospaced font', async () => {
      const { pages, fonts } = await printPage('```text\nsrc\n├── a.ts\n│   └── b.ts\n```\n');
      assert.match(pages.join(), /src ├── a\.ts │ └── b\.ts/);
      assert.ok(
        fonts.some(font => font.endsWith('DejaVuSansMono')),
        fonts.join(),
      );
    });

    it('sets italic text in oblique fonts, also bold and monospaced, and nothing else', async () => {
      const { slanted } = await printPage('*Slanted* `code` ***bold*** plain *`mono`* end.\n');
      assert.deepEqual(slanted, ['Slanted', 'bold', 'mono']);
    });

    it('falls back to normal weight for characters that bold or italic fonts lack', async () => {
      const { text, slanted } = await read('**Done \u2713** and *an Arabic \u0628 letter*.\n');
      assert.equal(text, 'Done \u2713 and an Arabic \u0628 letter.');
      assert.match(slanted.join(), /letter/);
    });

    it('expands what a screen hides: hints, tabs, steps, columns, expandables', async () => {
      const { text } = await read(`{% hint style="danger" %}
Take care.
{% endhint %}

{% tabs %}
{% tab title="Boat" %}
Row.
{% endtab %}
{% tab title="Bank" %}
Walk.
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Wake
Use the key.
{% endstep %}
{% endstepper %}

{% columns %}
{% column %}
Left.
{% endcolumn %}
{% column %}
Right.
{% endcolumn %}
{% endcolumns %}

<details>
<summary>More</summary>

Hidden.

</details>
`);
      const expected = 'Take care. Boat Row. Bank Walk. 1 Wake Use the key. Left. Right. More Hidden.';
      assert.equal(text, expected);
    });

    it('names what it cannot show: embeds, references, formulas, footnotes', async () => {
      const { text } = await read(`Words[^1].

{% embed url="https://video.example/1" %}
A film
{% endembed %}

{% openapi-operation spec="birds" path="/birds" method="get" %}
{% endopenapi-operation %}

$$
a^2
$$

[^1]: A note.
`);
      assert.equal(text, 'Words [A note.]. https://video.example/1 A film GET /birds birds a^2');
    });

    it('leaves no heading alone at the end of a page', async () => {
      const section = (number: number) =>
        `## Heading ${number}\n\n${'* item\n'.repeat((number % 7) + 1)}\n${'Words.\n\n'.repeat(number % 5)}`;
      const { pages } = await printPage(Array.from({ length: 60 }, (_, index) => section(index)).join('\n'));
      assert.ok(pages.length > 5, `It has ${pages.length} sheets.`);
      assert.deepEqual(
        pages.filter(text => /Heading \d+ Docs \d+ \/ \d+$/.test(text)),
        [],
      );
    });

    it('embeds images of the space, and names all others', async () => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">Drawn</text></svg>';
      const { text, pictures } = await read(
        `<figure><img src=".gitbook/assets/dots.png" alt="Dots"><figcaption>A caption</figcaption></figure>

![A drawing](.gitbook/assets/drawing.svg)

![Broken](.gitbook/assets/broken.png)

![Broken too](.gitbook/assets/broken.svg)

![Far away](https://pictures.example/a.png)
`,
        {
          'dots.png': png(40, 30),
          'drawing.svg': svg,
          'broken.png': png(40, 30).subarray(0, 60),
          'broken.svg': svg.slice(0, 70),
        },
      );
      const named = 'Broken (broken.png) Broken too (broken.svg) Far away (https://pictures.example/a.png)';
      assert.equal(text, `A caption Drawn ${named}`);
      assert.deepEqual(pictures, ['40 x 30']);
    });

    it('uses the font named by an SVG image', async () => {
      const words = '<text y="20" font-family="Mono">Drawn</text>';
      const { fonts } = await printPage('![A drawing](.gitbook/assets/drawing.svg)', {
        'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">${words}</svg>`,
      });
      assert.ok(
        fonts.some(font => font.endsWith('DejaVuSansMono')),
        fonts.join(),
      );
    });

    it('does not embed a local file that an SVG image refers to', async () => {
      const file = '.gitbook/assets/drawing.svg';
      const path = makePicture();
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><image href="${path}" width="9"/></svg>`;
      await open({ 'README.md': `![A drawing](${file})`, [file]: svg });
      assert.deepEqual((await print()).pictures, []);
    });
  });

  it('reports when there is no page', async () => {
    await open(files);
    const { pages } = await docs.call('GET /spaces/{spaceId}/content/pages', { spaceId });
    await docs.edit(
      { id: '1' },
      pages.map(({ id }) => ({ operation: 'delete_page', page: id })),
    );
    assert.match((await print()).pages.join(), /^Docs – Change request #1: Say more There are no pages\./);
  });

  it('is served to everybody with its signed address', async () => {
    await open(files);
    const [, guide] = (await docs.call('GET /spaces/{spaceId}/content/pages', { spaceId })).pages;
    const url = await addressOf({ page: guide?.id ?? '' });
    assert.equal((await download(url)).status, 200);
    for (const forged of [url.replace('/from/', '/only/'), url.replace(/signature=./, 'signature=-')]) {
      const response = await download(forged);
      assert.equal(response.status, 403, forged);
      assert.match(await response.text(), /The signature of this address is not valid/);
    }
  });

  it('is aborted when the sandbox closes', async () => {
    await open(files);
    const response = download(await addressOf());
    await docs.close();
    assert.equal((await response).status, 503);
  });

  it('is printed one at a time, with a short queue and a Retry-After for the rest', async () => {
    await open(files);
    const url = await addressOf();
    const responses = await Promise.all(Array.from({ length: 8 }, () => download(url)));
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 200, 200, 200, 503, 503, 503],
    );
    assert.match(responses[7]?.headers.get('retry-after') ?? '', /^\d+$/);
    const { error } = (await responses[7]?.json()) as { error: { message: string } };
    assert.match(error.message, /^The PDF was not printed: .* Ask again in \d+ seconds\.$/);
  });

  it('is dropped from the queue when its reader closes the connection', async () => {
    await open(files);
    const url = await addressOf();
    let threads = 0;
    const count = () => threads++;
    subscribe('worker_threads', count);
    const running = await serve(docs);
    const address = url.replace(new URL(url).origin, running.url);
    const readers = Array.from({ length: 8 }, () => new AbortController());
    const statuses = readers.map(({ signal }) => fetch(address, { signal }).then(({ status }) => status));
    // One request prints, four wait, and the first of the others is refused.
    assert.equal(await Promise.race(statuses), 503);
    for (const reader of readers) reader.abort();
    await Promise.allSettled(statuses);
    await eventually(async () => assert.equal((await fetch(address)).status, 200), 60);
    await running.close();
    unsubscribe('worker_threads', count);
    assert.ok(threads < 5, `${threads} threads printed, although all but the last reader had gone.`);
  });

  describe('that is requested by an operation', () => {
    beforeEach(() => open(files));

    it('is rejected for a page that is not in the change request', async () => {
      const refusal = await docs.refusal(route, { ...number, query: { page: 'nowhere' } });
      assert.equal(refusal.status, 404);
      assert.match(refusal.message, /No page has the ID 'nowhere'/);
    });

    it('is rejected for users who may not see the space', async () => {
      assert.equal((await docs.refusal(route, number, { as: 'gus' })).status, 404);
    });
  });
});

/** Returns the path of a picture that belongs to no space. */
function makePicture(): string {
  return join(makeFolder({ 'secret.png': png(8, 8) }), 'secret.png');
}
