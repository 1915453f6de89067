import assert from 'node:assert/strict';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';

const long = `${'Before it there is much to say. '.repeat(12)}The Kestrel hovers. ${'And more after. '.repeat(20)}`;
const files = {
  'SUMMARY.md': '* [Start](README.md)\n* [Kestrels](kestrels.md)\n* [Owls](owls.md)\n',
  'README.md': `# Start\n\nWelcome.\n\n## Birds of prey\n\n${long}\n\n- An owl\n`,
  'kestrels.md': '# Kestrels\n\nSmall falcons.\n\n## Where the kestrel lives\n\nIn *open* country, as Élodie says.\n',
  'owls.md': '# Owls\n\nThey hunt at night.\n\n```\nkestrelling\n```\n',
};

describe('search in the sandbox', () => {
  let docs: Docs;
  const find = async (query: string) =>
    (await docs.call('GET /spaces/{spaceId}/search', { spaceId, query: { query } })).items;
  const titles = async (query: string) => (await find(query)).map(({ title }) => title);

  beforeEach(async () => {
    docs = await openDocs(files);
  });

  it('ranks titles before headings, headings before text, and words before parts of words', async () => {
    assert.deepEqual(await titles('KESTREL'), ['Kestrels', 'Start', 'Owls']);
    assert.deepEqual(await titles('kestrel owl'), ['Owls', 'Start']);
    assert.deepEqual(await titles('kestrel elodie'), ['Kestrels']);
    assert.deepEqual(await titles('penguin'), []);
    assert.deepEqual(await titles(' - '), []);
  });

  it('ranks one heading above many words of text', async () => {
    const page = (title: string, markdown: string) =>
      ({ operation: 'insert_page', title, document: { markdown } }) as const;
    const often = 'The harrier flies. A harrier glides. Every harrier hunts.';
    const pages = [page('Flight', often), page('Marshes', '## The harrier\n\nIt nests there.')];
    await docs.merge(await docs.propose(pages));
    assert.deepEqual(await titles('harrier'), ['Marshes', 'Flight']);
  });

  it('quotes the matching sections', async () => {
    const [kestrels, start] = await find('kestrel');
    const [section] = kestrels?.sections ?? [];
    assert.deepEqual(
      [section?.title, section?.path, section?.body],
      ['Where the kestrel lives', 'kestrels#where-the-kestrel-lives', 'In open country, as Élodie says.'],
    );
    assert.equal(section?.urls?.app, `${kestrels?.urls?.app}#where-the-kestrel-lives`);
    assert.equal(start?.sections?.length, 1);
    assert.match(start?.sections?.[0]?.body ?? '', /^… .{20,110}The Kestrel hovers\. .{20,110} …$/);
  });

  it('quotes matches regardless of accents', async () => {
    const markdown = `# Names\n\n${'Nobody is named here. '.repeat(20)}Then comes Zoë Čapek. ${'And so on. '.repeat(20)}\n`;
    await docs.merge(await docs.propose([{ operation: 'insert_page', document: { markdown } }]));
    const [names] = await find('capek');
    assert.match(names?.sections?.[0]?.body ?? '', /^… .{20,110}Then comes Zoë Čapek\. .{20,110} …$/);

    const unspaced = {
      markdown: `# 名前\n\n${'前の文章です。'.repeat(30)}鷺は魚を食べます。${'後の文章です。'.repeat(30)}\n`,
    };
    await docs.merge(await docs.propose([{ operation: 'insert_page', document: unspaced }]));
    const [heron] = await find('鷺は魚');
    assert.match(heron?.sections?.[0]?.body ?? '', /^… .{50,110}鷺は魚を食べます。.{50,110} …$/);
  });

  it('covers all accessible spaces of an organization, the best first', async () => {
    const copy = await docs.call('POST /spaces/{spaceId}/duplicate', { spaceId });
    await docs.merge(await docs.propose([{ operation: 'delete_page', page: (await docs.page('kestrels')).id }]));
    const route = 'GET /orgs/{organizationId}/search';
    const input = { organizationId: 'acme', query: { query: 'kestrel' } };
    const { items, count } = await docs.call(route, input);
    assert.deepEqual(
      items.map(({ id, pages }) => [id, pages.map(({ title }) => title)]),
      [
        [copy.id, ['Kestrels', 'Start', 'Owls']],
        [spaceId, ['Start', 'Owls']],
      ],
    );
    assert.equal(count, 2);
    assert.deepEqual((await docs.call(route, input, { as: 'gus' })).items, []);
    const first = await docs.call(route, { ...input, query: { ...input.query, limit: 1 } });
    const second = await docs.call(route, { ...input, query: { ...input.query, ...first.next } });
    assert.deepEqual(
      [...first.items, ...second.items].map(({ id }) => id),
      [copy.id, spaceId],
    );
  });
});
