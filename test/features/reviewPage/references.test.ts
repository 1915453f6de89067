import assert from 'node:assert/strict';
import type { RevisionRow } from '../../../src/sandbox/store/rows.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';
import { comparableTexts } from '../../../src/features/reviewPage/pages/comparison.ts';
import { readIfCached, readSide } from '../../../src/features/reviewPage/pages/sides.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { versionOf } from '../../../src/model/content/content.ts';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import type { ComparisonRow } from '../../../src/webview/reviewPage/messages.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, editContent, itWithOptional, pagesOf } from '../../host/support.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const signal = new AbortController().signal;

describe('references of pages on the review page', () => {
  const set = stageOfParts();
  const place = () => ({ connection: set.app.session.current ?? assert.fail(), ...changeRequest });
  const pages = () => new Pages(set.app, place(), uri => `shown:${uri.path}`);
  const rows = async (id: string): Promise<readonly ComparisonRow[]> => {
    const message = await pages().show(id, 'split', signal);
    return message.type === 'page' ? message.rows : assert.fail(JSON.stringify(message));
  };
  const pageCalled = (title: string) =>
    pagesOf(set.sandbox, changeRequest).find(page => page.title === title) ?? assert.fail(`no page ${title}`);
  const notes = async (id: string) =>
    (await rows(id)).flatMap(row => row.notes.split('</li>').flatMap(note => note.replace(/<[^>]*>/g, '') || []));

  itWithOptional('are equal when a page has moved, although its links are spelled differently', async () => {
    const moved = addPage(set.sandbox, changeRequest, {
      title: 'Mooring log',
      markdown: 'See [the moorings](hardware/moorings/README.md).',
    });
    const { revision } = await set.app.content.changeRequests.fetch(place());
    editContent(set.sandbox, changeRequest, [
      { operation: 'update_page', page: moved.id, into: pageCalled('Moorings').id },
    ]);
    set.app.content.refresh();
    set.app.reviews.compareSince(place(), { revision, label: 'then' }, undefined);
    assert.deepEqual(
      (await rows(moved.id)).map(({ kind }) => kind),
      ['same'],
    );
  });

  itWithOptional('are named by their title', async () => {
    const first = `See [it](/pages/${pageCalled('Two-point mooring').id}).`;
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Log', markdown: first });
    const { revision } = await set.app.content.changeRequests.fetch(place());
    const markdown = `See [it](/pages/${pageCalled('Moorings').id}) and [here](/pages/${pageCalled('Log').id}).`;
    editContent(set.sandbox, changeRequest, [{ operation: 'update_page', page: id, document: { markdown } }]);
    set.app.content.refresh();
    set.app.reviews.compareSince(place(), { revision, label: 'then' }, undefined);
    assert.deepEqual(await notes(id), ['Link target of it: Two-point mooring → Moorings', 'Link added (here): Log']);
  });

  /** Stores a text as a document. Returns the ID of the document. */
  const stored = (markdown: string) => {
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Stored', markdown });
    return pagesOf(set.sandbox, changeRequest).find(page => page.id === id)?.documentId ?? assert.fail();
  };
  const text = (id: string, markdown: string) => ({ id, title: `Text ${id}`, document: stored(markdown) });
  /** Changes the shared content of the base and of the change request. */
  const share = (before: Partial<RevisionRow>, after: Partial<RevisionRow>) => {
    const { state } = set.sandbox;
    const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
    const { revision = '', revisionInitial = '' } = row ?? {};
    const base = state.revisions.get(row?.revisionMergedAncestor ?? revisionInitial);
    state.revisions.put({ ...base, ...before });
    state.revisions.put({ ...state.revisions.get(revision), ...after });
    state.keepWrites();
    set.app.content.refresh();
  };
  const textOf = (html = '') =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  const includes = (...ids: string[]) => ids.map(id => `{% include "${id}" %}`).join('\n\n');
  const asked = (pattern: RegExp) => set.server.exchanges.filter(one => pattern.test(one.asked)).length;
  const ofShared = /\/documents\/|\/(?:content|revisions\/[^/]+)$/;

  itWithOptional('are included texts, fetched once, and marked when they have changed', async () => {
    const page = addPage(set.sandbox, changeRequest, { title: 'Log', markdown: includes('outer', 'outer', 'none') });
    const { revision } = await set.app.content.changeRequests.fetch(place());
    editContent(set.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, title: 'Logbook' }]);
    const outer = text('outer', `Outer.\n\n${includes('inner')}`);
    const [before, after] = [text('inner', 'Call us.'), text('inner', 'Write to us.')];
    share({}, { reusableContents: [outer, after] });
    const { state } = set.sandbox;
    state.revisions.put({ ...state.revisions.get(revision), reusableContents: [outer, before] });
    state.keepWrites();
    set.app.reviews.compareSince(place(), { revision, label: 'then' }, undefined);
    set.server.exchanges.length = 0;
    const allRows = await rows(page.id);
    assert.deepEqual(
      allRows.map(({ kind, before, after }) => [kind, textOf(before), textOf(after)]),
      [
        ...[1, 2].map(() => [
          'changed',
          'Text outer included text Outer. Text inner included text Call us.',
          'Text outer included text Outer. Text inner included text Write to us.',
        ]),
        ...[['', '']].map(() => {
          const missing = 'none included text There is no text of this name: readers see nothing here.';
          return ['same', missing, missing];
        }),
      ],
    );
    // One of the texts is equal on both sides.
    assert.ok(asked(/\/documents\//) <= 4, `${asked(/\/documents\//)} documents`);
    const all = asked(ofShared);
    assert.ok(all <= 6, `${all} requests`);
    await rows(page.id);
    assert.equal(asked(ofShared), all, 'nothing is read again');
  });

  itWithOptional('are the values of expressions on either side', async () => {
    const markdown = 'Edition <code class="expression">space.vars.edition</code>.';
    const page = addPage(set.sandbox, changeRequest, { title: 'Editions', markdown });
    const { revision } = await set.app.content.changeRequests.fetch(place());
    editContent(set.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, title: 'All editions' }]);
    share({}, { variables: { edition: '2' } });
    const { state } = set.sandbox;
    state.revisions.put({ ...state.revisions.get(revision), variables: { edition: '1' } });
    state.keepWrites();
    set.app.reviews.compareSince(place(), { revision, label: 'then' }, undefined);
    const [row] = await rows(page.id);
    assert.deepEqual([row?.kind, textOf(row?.before), textOf(row?.after)], ['changed', 'Edition 1 .', 'Edition 2 .']);
  });

  itWithOptional('cost no request on a page without references', async () => {
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Plain', markdown: 'An `{% include "a" %}` in code.' });
    set.app.content.refresh();
    set.server.exchanges.length = 0;
    await rows(id);
    assert.equal(asked(ofShared), 0);
  });

  itWithOptional('are shown as source when the server does not resolve them', async () => {
    const markdown = `${includes('notice')}\n\nEdition <code class="expression">space.vars.edition</code>.`;
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Log', markdown });
    share({}, { reusableContents: [text('notice', 'Call us.')], variables: { edition: '2' } });
    const texts = async () => (await rows(id)).map(({ after }) => textOf(after));
    set.server.fail({ kind: 'status', status: 404 }, /\/documents\//);
    assert.deepEqual(await texts(), ['Text notice included text The server does not give this text.', 'Edition 2 .']);
    set.app.content.refresh();
    set.server.fail({ kind: 'status', status: 500 }, /\/content$/);
    const { id: other } = addPage(set.sandbox, changeRequest, { title: 'Other', markdown });
    set.app.content.refresh();
    assert.deepEqual(
      (await rows(other)).map(({ after }) => textOf(after)),
      ['reusable content notice', 'Edition space.vars.edition .'],
    );
  });

  itWithOptional('are found through included texts, and shown with their new value', async () => {
    const variables = { edition: { before: '1', after: '2' } };
    const reusableContent = { id: 'inner', title: 'Inner' };
    const changes = [
      { type: 'variables_edited', variables },
      { type: 'reusable_content_edited', reusableContent, attributes: {} },
    ];
    set.server.fail(
      otherJson(() => ({ changes })),
      /\/change-requests\/8\/changes$/,
    );
    const outer = text('outer', includes('inner'));
    const inner = text('inner', 'Edition <code class="expression">space.vars.edition</code>.');
    const slug = 'shows-it';
    const { id } = addPage(set.sandbox, changeRequest, { slug, title: 'Shows it', markdown: includes('outer') });
    const reusableContents = [outer, inner];
    share({ variables: { edition: '1' } }, { reusableContents, variables: { edition: '2' } });
    const page = pages();
    const { others } = await page.list();
    for (const other of others) {
      const result = await page.pagesShowing(other.id, signal);
      const listed = result.type === 'pagesFound' ? result.pages : [];
      assert.deepEqual(
        listed.filter(({ title }) => title !== 'Stored'),
        [{ id, title: 'Shows it', path: slug }],
      );
    }
  });

  itWithOptional('include the values of expressions in titles', async () => {
    const title = 'Run <code class="expression">space.vars.product</code> for <code class="expression">a.b</code>';
    const { id } = addPage(set.sandbox, changeRequest, { title, markdown: 'A.' });
    share({}, { variables: { product: 'Heron' } });
    const { pages: listed } = await pages().list();
    assert.equal(listed.find(page => page.id === id)?.title, 'Run Heron for a.b');
  });

  itWithOptional('are assumed to be unchanged when only the text was cached', async () => {
    const markdown = `${includes('notice')}\n\nEdition <code class="expression">space.vars.edition</code>.`;
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Log', markdown });
    share({}, { reusableContents: [text('notice', 'Call us.')], variables: { edition: '2' } });
    const snapshot = await set.app.content.snapshot(versionOf(place()));
    const sides = { before: await readIfCached(snapshot, id), after: await readSide(snapshot, id) };
    assert.deepEqual(
      comparePages(...comparableTexts(sides)).map(({ kind }) => kind),
      ['same', 'same'],
    );
  });
});
