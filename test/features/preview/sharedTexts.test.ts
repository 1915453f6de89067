import assert from 'node:assert/strict';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { rendered } from '../../host/preview.ts';
import { stage } from '../../host/stage.ts';
import { addPage, itWithOptional, pagesOf } from '../../host/support.ts';
import { assertHarmless, hostileTexts, inMarkdown } from '../../hostile/fields.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('reusable content in the Markdown preview', () => {
  const set = stage();

  const stored = (markdown: string) => {
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Stored', markdown });
    return pagesOf(set.sandbox, changeRequest).find(page => page.id === id)?.documentId ?? assert.fail();
  };

  /** Adds a page to a change request that has these reusable texts, by title, and these variables. */
  function pageWith(markdown: string, texts: Record<string, string>, variables: Record<string, string> = {}) {
    const reusableContents = Object.entries(texts).map(([title, text], index) => {
      return { id: `text-${index + 1}`, title, document: stored(text) };
    });
    const page = addPage(set.sandbox, changeRequest, { title: 'Log', markdown });
    const { state } = set.sandbox;
    const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
    state.revisions.put({ ...state.revisions.get(row?.revision ?? ''), reusableContents, variables });
    state.keepWrites();
    return page;
  }

  const words = (html: string) =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  const include = (id: string) => `{% include "${id}" %}`;
  const expression = (text: string) => `<code class="expression">${text}</code>`;

  /** Asserts what the preview shows once it is read. */
  async function assertShows(markdown: string, page: ReturnType<typeof pageWith>, expected: string) {
    await eventually(async () => assert.equal(words(await rendered(markdown, page.uri)), expected));
  }

  itWithOptional('shows included texts under their titles, also nested', async () => {
    const markdown = `Before.\n\n${include('text-1')}\n\n* item\n\n  ${include('text-2')}`;
    const page = pageWith(markdown, { Outer: `Outer.\n\n${include('text-2')}`, Inner: 'Inner *words*.' });
    const inner = 'Inner included text Inner words .';
    await assertShows(markdown, page, `Before. Outer included text Outer. ${inner} item ${inner}`);
    const html = await rendered(markdown, page.uri);
    assert.match(html, /<div class="[^"]*marginalia-box marginalia-included/);
    assert.match(html, /<em>words<\/em>/);
  });

  itWithOptional('shows included texts of a server that does not list them', async () => {
    set.server.fail(
      otherJson(json => ({ ...(json as object), reusableContents: undefined })),
      /^GET \/spaces\/heron-manual\/change-requests\/8\/content$/,
    );
    const markdown = `${include('text-1')}\n\n${include('/spaces/heron-manual/reusable-contents/text-2')}`;
    const page = pageWith(markdown, { Notice: 'Mind the line.', Tide: 'Ebb first.' });
    await assertShows(markdown, page, 'Notice included text Mind the line. Tide included text Ebb first.');
  });

  itWithOptional('reports when a text is missing, or includes itself', async () => {
    const markdown = `${include('none')}\n\n${include('text-1')}`;
    const page = pageWith(markdown, { Round: `Round.\n\n${include('text-1')}` });
    const missing = 'none included text There is no text of this name: readers see nothing here.';
    const round = 'Round included text Round. Round included text This text includes itself.';
    await assertShows(markdown, page, `${missing} ${round}`);
  });

  itWithOptional('shows the values of expressions, and code when these are unknown', async () => {
    const all = [
      `# Tag ${expression('space.vars.TAG')}`,
      `A ${expression('space.vars.my\\_tag + ":" + space.vars.TAG')} b ${expression('visitor.role ?? "x"')}`,
      `| ${expression('space.vars.TAG')} |\n| - |`,
      `<table><tr><td>${expression('space.vars.TAG')}</td></tr></table>`,
      `\`${expression('space.vars.TAG')}\``,
    ];
    const markdown = all.join('\n\n');
    const page = pageWith(markdown, {}, { TAG: 'v1', my_tag: 'image' });
    const code = '&lt;code class=&quot;expression&quot;&gt;space.vars.TAG&lt;/code&gt;';
    await assertShows(markdown, page, `Tag v1 A image:v1 b visitor.role ?? &quot;x&quot; v1 v1 ${code}`);
  });

  itWithOptional('escapes included text', async () => {
    for (const text of hostileTexts) {
      const markdown = `${include('text-1')}\n\n${expression('space.vars.TAG')}`;
      const page = pageWith(markdown, { [text]: inMarkdown(text) }, { TAG: text });
      await eventually(async () => assert.match(await rendered(markdown, page.uri), /marginalia-included/));
      assertHarmless(await rendered(markdown, page.uri), text);
    }
  });
});
