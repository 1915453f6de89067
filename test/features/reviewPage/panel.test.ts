import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import { PageThreads } from '../../../src/features/reviewPage/discussion/threads.ts';
import { commandsByAction } from '../../../src/features/reviewPage/actions.ts';
import { readHead } from '../../../src/features/reviewPage/head.ts';
import type { ListedPage, ComparisonRow } from '../../../src/webview/reviewPage/messages.ts';
import { parseContentUri } from '../../../src/model/content/address.ts';
import { type ConversationFilter, canMatchFilter } from '../../../src/model/discussions/listing.ts';
import { answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { dangersIn } from '../../host/html.ts';
import { type Fault, otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { skipRetryDelays } from '../../host/timers.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';
import {
  addPage,
  changeRequestUri,
  documentedOnly,
  editContent,
  itWithOptional,
  marginalia,
  pagesOf,
  signOut,
} from '../../host/support.ts';
import { documents } from '../../hostile/documents.ts';
import { assertTraffic } from '../../host/traffic.ts';

const space = 'heron-manual';
const changeRequest = { space, number: 8 };
const signal = new AbortController().signal;
const createReview = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';

describe('the review page', () => {
  const set = stage();
  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap(group => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && /reviewPage/.test(input.viewType));
  const open = () =>
    vscode.commands.executeCommand('marginalia.changeRequest.openReviewPage', changeRequestUri(space, 8));
  const ofPage = documentedOnly ? /\/content\/page\// : /\/revisions\/[^/]+\/page\//;
  const textsRead = () => set.server.exchanges.filter(({ asked }) => ofPage.test(asked)).length;
  afterEach(() => vscode.window.tabGroups.close(tabs()));

  it('opens once for a change request, with its subject, and loads pages lazily', async () => {
    await open();
    await eventually(() => assert.match(tabs()[0]?.label ?? '', /^#8 Call it/));
    await eventually(async () => {
      await vscode.commands.executeCommand('marginalia.reviewPage.changes');
      assert.ok(textsRead() > 0, 'The page has asked for what is in view.');
    });
    await open();
    assert.equal(tabs().length, 1);
  });

  itWithOptional('fetches the change request once, and little else besides its pages', async () => {
    set.server.exchanges.length = 0;
    await open();
    await eventually(async () => {
      // In a low window, no page comes into view before this.
      await vscode.commands.executeCommand('marginalia.reviewPage.changes');
      assert.ok(textsRead() > 0);
    });
    const asked = set.server.exchanges.map(({ asked }) => asked);
    assert.equal(asked.filter(one => /\/change-requests\/8$/.test(one)).length, 1, asked.join('\n'));
    const others = asked.filter(one => !/\/page\//.test(one));
    assert.ok(others.length <= 14, `${others.length} requests:\n${others.join('\n')}`);
  });

  it('opens at once, and shows its subject when the change request has arrived', async () => {
    set.server.fail({ kind: 'held' }, /^GET .*\/change-requests\/8$/);
    const opened = open();
    await set.server.waiting();
    await eventually(() => assert.equal(tabs()[0]?.label, '#8'));
    await set.server.recover();
    await opened;
    await eventually(() => assert.match(tabs()[0]?.label ?? '', /^#8 Call it/));
  });

  it('closes with one message when its change request cannot be read', async () => {
    set.server.fail({ kind: 'status', status: 500 }, /^GET .*\/change-requests\/8$/);
    const answers = answerPrompts();
    try {
      await open();
      await eventually(() => assert.equal(tabs().length, 0));
      const texts = answers.notifications.map(({ text }) => text);
      assert.equal(texts.length, 1, texts.join('\n'));
      assert.match(texts[0] ?? '', /review page/);
    } finally {
      answers.restore();
    }
  });

  it('closes when its account signs out', async () => {
    await open();
    await eventually(() => assert.match(tabs()[0]?.label ?? '', /^#8 Call it/));
    await signOut('sandbox');
    await eventually(() => assert.equal(tabs().length, 0));
  });

  describe('when the account is switched', () => {
    skipRetryDelays();

    const switchAccount = async (fault: Fault, times?: number) => {
      await open();
      await eventually(() => assert.match(tabs()[0]?.label ?? '', /^#8 Call it/));
      set.server.exchanges.length = 0;
      set.server.fail(fault, /^GET .*\/change-requests\/8$/, times);
      await (await marginalia()).signIn({ url: set.server.url, token: set.sandbox.tokenFor('jun') });
    };

    for (const fault of [
      { kind: 'status', status: 429 },
      { kind: 'status', status: 500 },
      { kind: 'dropped' },
    ] as const) {
      it(`is shown for the new account although the server fails at first: ${Object.values(fault).join(' ')}`, async () => {
        // A read is sent four times.
        await switchAccount(fault, 4);
        await eventually(async () => {
          await vscode.commands.executeCommand('marginalia.reviewPage.changes');
          assert.ok(textsRead() > 0, 'The page of the new account has asked for what is in view.');
        });
        assert.equal(tabs().length, 1);
      });
    }

    for (const status of [403, 404]) {
      it(`leaves the screen where the new account may not see it: ${status}`, async () => {
        await switchAccount({ kind: 'status', status });
        await eventually(() => assert.equal(tabs().length, 0));
      });
    }
  });
});

describe('content of the review page', () => {
  const set = stageOfParts();
  const place = () => ({ connection: set.app.session.current ?? assert.fail(), ...changeRequest });
  const pages = () => new Pages(set.app, place(), uri => `shown:${uri.path}`);
  const listed = async (): Promise<readonly ListedPage[]> => {
    const message = await pages().list();
    return message.type === 'pages' ? message.pages : assert.fail(message.type);
  };
  const rows = async (id: string, mode: 'split' | 'one' | 'after' = 'split'): Promise<readonly ComparisonRow[]> => {
    const message = await pages().show(id, mode, signal);
    return message.type === 'page' ? message.rows : assert.fail(JSON.stringify(message));
  };
  const head = async (isWithPages = false) => {
    const changeRequest = await set.app.content.changeRequests.fetch(place());
    return readHead(set.app, place(), { changeRequest, signal, isWithPages, user: undefined });
  };
  const pageCalled = async (title: string) =>
    (await listed()).find(page => page.title === title) ?? assert.fail(`${title} is not listed`);

  itWithOptional(
    'includes each changed page, before and after, with its images, viewed marks and conversations',
    async () => {
      const moorings = await pageCalled('Moorings');
      assert.deepEqual([moorings.kind, moorings.isViewed], ['edited', false]);
      const shownRows = await rows(moorings.id);
      const [edited] = shownRows.filter(({ kind }) => kind === 'changed');
      assert.match(edited?.before ?? '', /<del>something heavy<\/del>/);
      assert.match(edited?.after ?? '', /<ins>an anchor<\/ins>/);
      assert.equal(edited?.label, 'Edited paragraph');
      assert.match(
        shownRows.find(({ kind }) => kind === 'added')?.after ?? '',
        /<img src="shown:\/spaces\/[^"]*\.svg"/,
      );
      await pages().mark(moorings.id, true);
      await set.app.reviews.countComments(place());
      const { isViewed, conversations } = await pageCalled('Moorings');
      assert.deepEqual([isViewed, conversations], [true, 3]);
    },
  );

  itWithOptional('marks the verdicts that comments explain, even earlier ones of the same reviewer', async () => {
    const { connection } = place();
    const { id: changeRequestId } = await set.app.content.changeRequests.fetch(place());
    const texts = ['Not yet, the second.', 'Now it is fine.'];
    for (const [index, status] of (['changes-requested', 'approved'] as const).entries()) {
      const body = { status, comment: { markdown: texts[index] ?? '' } };
      await connection.api.request(createReview, { spaceId: space, changeRequestId, body });
    }
    const { verdicts = [] } = await head();
    const comments = set.sandbox.state.comments.all();
    const summaries = texts.map(text => {
      const comment = comments.find(({ markdown }) => markdown === text)?.id;
      const summary = verdicts.find(verdict => verdict.comment === comment);
      return [summary?.verdict, summary?.tone];
    });
    assert.deepEqual(summaries, [
      ['Changes requested', 'bad'],
      ['Approved', 'good'],
    ]);
  });

  itWithOptional('includes deleted images in the unified view', async () => {
    const { id } = await pageCalled('Two-point mooring');
    editContent(set.sandbox, changeRequest, [
      { operation: 'update_page', page: id, document: { markdown: 'Pay out the line.' } },
    ]);
    set.app.content.refresh();
    const removed = (await rows(id, 'one')).filter(({ kind }) => kind === 'removed').map(({ after = '' }) => after);
    assert.ok(
      removed.some(html => /<img src="shown:\/spaces\/[^"]*\.svg"/.test(html)),
      removed.join('\n'),
    );
  });

  itWithOptional('names a deleted page that is a link target by its former title', async () => {
    const { id } = await pageCalled('Moorings');
    const gone = await pageCalled('Two-point mooring');
    editContent(set.sandbox, changeRequest, [{ operation: 'delete_page', page: gone.id }]);
    set.app.content.refresh();
    const notes = (await rows(id)).map(row => row.notes).join('');
    assert.match(notes, /<ins>Two-point mooring \(not there\)<\/ins>/);
    assert.doesNotMatch(notes, new RegExp(gone.id));
  });

  itWithOptional('is the diff since a page was viewed, until it is viewed again', async () => {
    const page = addPage(set.sandbox, changeRequest, { title: 'Mooring log', markdown: 'Every time.' });
    set.app.content.refresh();
    const stateOf = async () => {
      const { isViewed, isViewedBefore } = await pageCalled('Mooring log');
      return { isViewed, isViewedBefore };
    };
    assert.deepEqual(await stateOf(), { isViewed: false, isViewedBefore: false });
    await pages().mark(page.id, true);
    assert.deepEqual(await stateOf(), { isViewed: true, isViewedBefore: false });
    editContent(set.sandbox, changeRequest, [
      { operation: 'update_page', page: page.id, document: { markdown: 'Every week.' } },
    ]);
    set.app.content.refresh();
    assert.deepEqual(await stateOf(), { isViewed: false, isViewedBefore: true });
    await pages().mark(page.id, false);
    assert.deepEqual(await stateOf(), { isViewed: false, isViewedBefore: false });
  });

  itWithOptional('shows the parents of its pages by title, and the compared revisions', async () => {
    assert.deepEqual((await pageCalled('Single-point mooring')).ancestors, ['Hardware', 'Moorings']);
    const against = async () => (await pages().list()).against;
    assert.deepEqual(await against(), { words: 'to the main content', before: 'main content', isSince: false });
    const { revisionInitial: revision } = await set.app.content.changeRequests.get(place());
    set.app.reviews.compareSince(place(), { revision, label: 'you last looked' }, undefined);
    const since = { words: 'since you last looked', before: 'an earlier revision', isSince: true };
    assert.deepEqual(await against(), since);
  });

  itWithOptional('uses the compared revision, even if that changes during loading', async () => {
    const { revision } = await set.app.content.changeRequests.get(place());
    set.server.fail({ kind: 'held' }, /\/changes$/, 1);
    const reading = pages().list();
    await set.server.waiting();
    set.app.reviews.compareSince(place(), { revision, label: 'just now' }, undefined);
    set.server.release();
    const { against, pages: those } = await reading;
    assert.deepEqual([against?.words, those], ['since just now', []]);
  });

  itWithOptional('is the diff since an earlier revision when it is compared with that, and says so', async () => {
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Mooring log', markdown: 'Every day.' });
    const edit = (markdown: string) =>
      editContent(set.sandbox, changeRequest, [{ operation: 'update_page', page: id, document: { markdown } }]);
    edit('Every week.');
    set.app.content.refresh();
    const { revision } = await set.app.content.changeRequests.get(place());
    set.app.reviews.compareSince(place(), { revision, label: 'you last looked' }, undefined);
    assert.equal((await head()).summary, 'Since you last looked: no page and no file has changed.');
    edit('Every month.');
    set.app.content.refresh();
    assert.equal((await head()).summary, 'Since you last looked: 1 page edited.');
    const [row] = await rows(id);
    assert.match(row?.before ?? '', /Every <del>week<\/del>/);
    assert.match(row?.after ?? '', /Every <ins>month<\/ins>/);
    const shownRows = pages();
    await shownRows.show(id, 'split', signal);
    const before = (await shownRows.sideOf(id, 'before')) ?? assert.fail('it was there then');
    const version = parseContentUri(before.uri)?.version;
    assert.equal(version?.kind === 'revision' && version.revision, revision);
    assert.match(before.text, /Every week/);
  });

  itWithOptional('includes the new images, not the former ones, in the unified view', async () => {
    const { id } = await pageCalled('Two-point mooring');
    const sources = (await rows(id, 'one'))
      .filter(({ kind }) => kind !== 'removed')
      .flatMap(({ after = '' }) => [...after.matchAll(/<img src="shown:([^"]*)"/g)].map(([, source]) => source));
    assert.ok(sources.length > 0);
    for (const source of sources) assert.match(source ?? '', /^\/spaces\/[^/]+\/change-requests\/8\//);
  });

  it('includes the latest requested state of a page, and drops earlier replies', async () => {
    const [{ id } = assert.fail()] = await listed();
    const shownRows = pages();
    const [first, second] = await Promise.allSettled([
      shownRows.show(id, 'split', signal),
      shownRows.show(id, 'one', signal),
    ]);
    assert.equal(first.status, 'rejected');
    assert.ok(second.status === 'fulfilled' && second.value.type === 'page' && second.value.mode === 'one');
  });

  itWithOptional('takes as many requests as the page needs: two texts, and its files', async () => {
    const { id } = await pageCalled('Two-point mooring');
    await assertTraffic(set.server, { requests: 6, trips: 4 }, () => rows(id));
    await assertTraffic(set.server, { requests: 0, trips: 0 }, () => rows(id, 'one'));
  });

  itWithOptional(
    'highlights code in the colors of the editor, and renders formulas, each side separately',
    async () => {
      const code = (...lines: string[]) =>
        ['````js', ...lines, '````', '', '$$', 'd = 3 \\cdot h', '$$', ''].join('\n');
      const markdown = code('const a = `b', '${c}`;', '// ``` <img src=x onerror=a()>');
      const page = addPage(set.sandbox, changeRequest, { title: 'Mooring log', markdown });
      set.app.content.refresh();
      const reviewPages = pages();
      const written = await reviewPages.show(page.id, 'after', signal);
      assert.ok(written.type === 'page');
      assert.match(written.rows[0]?.after ?? '', /const a = `b/, 'it is readable before the renderer has started');
      const coloured = await reviewPages.coloured(written, signal);
      assert.ok(coloured?.type === 'page');
      assert.equal(await reviewPages.coloured(coloured, signal), undefined, 'it is coloured once');
      assert.deepEqual(await reviewPages.show(page.id, 'after', signal), coloured, 'and at once from now on');
      const [first, formula] = coloured.rows;
      assert.match(
        first?.after ?? '',
        /<span class="hljs-keyword">const<\/span> a = <span class="hljs-string">`b<\/span><\/span>/,
      );
      assert.match(first?.after ?? '', /<span class="hljs-comment">\/\/ ``` &#60;img src=x onerror=a\(\)&#62;<\/span>/);
      assert.equal(first?.after?.match(/class="marginalia-line"/g)?.length, 3);
      assert.match(formula?.after ?? '', /<math display="block"><mrow><mi>d<\/mi><mo>=<\/mo><mn>3<\/mn>/);
      for (const { after = '' } of [first, formula].flatMap(row => row ?? [])) {
        // A page may have no MathML of its own.
        assert.deepEqual(dangersIn(after.replace(/<math display="block">|<\/math>/g, '')), []);
        assert.doesNotMatch(after, / style=/);
      }
    },
  );

  itWithOptional('uses the mode that was chosen while the highlighter was loading', async () => {
    const markdown = '```js\nconst a = 1;\n```\n';
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Mooring log', markdown });
    set.app.content.refresh();
    const reviewPages = pages();
    const written = await reviewPages.show(id, 'split', signal);
    assert.ok(written.type === 'page');
    const coloured = reviewPages.coloured(written, signal);
    const chosen = await reviewPages.show(id, 'one', signal);
    assert.ok(chosen.type === 'page' && chosen.mode === 'one');
    assert.equal(await coloured, undefined, 'it is not shown in the mode of before');
    const last = (await reviewPages.coloured(chosen, signal)) ?? chosen;
    assert.ok(last.type === 'page' && last.mode === 'one');
    assert.match(JSON.stringify(last.rows), /hljs-keyword/);
  });

  itWithOptional('includes a new page, and the reason when a page cannot be read', async () => {
    addPage(set.sandbox, changeRequest, { title: 'Mooring log', markdown: 'Every time.' });
    set.app.content.refresh();
    const page = await pageCalled('Mooring log');
    assert.equal(page.kind, 'created');
    assert.deepEqual(
      (await rows(page.id)).map(({ kind }) => kind),
      ['added'],
    );
    const other = addPage(set.sandbox, changeRequest, { title: 'Tether lengths', markdown: 'None.' });
    set.app.content.refresh();
    set.server.fail({ kind: 'status', status: 500 }, new RegExp(`page/${other.id}`));
    const failed = await pages().show(other.id, 'one', signal);
    assert.equal(failed.type, 'failed');
  });

  itWithOptional('includes page metadata changes, and which slugs changed', async () => {
    const { id } = await pageCalled('Two-point mooring');
    const other = addPage(set.sandbox, changeRequest, { title: 'Knots', markdown: 'None.' });
    const change = { operation: 'update_page' as const, page: id, into: other.id, slug: 'two-anchors', hidden: true };
    editContent(set.sandbox, changeRequest, [change]);
    set.app.content.refresh();
    const message = await pages().show(id, 'one', signal);
    assert.deepEqual(message.type === 'page' && message.facts, [
      { name: 'Slug', before: '“two-point”', after: '“two-anchors”' },
      {
        name: 'Address',
        before: '“hardware/moorings/two-point”',
        after: `“${parseContentUri(other.uri)?.path.replace(/\.md$/, '')}/two-anchors”`,
      },
      { name: 'Visibility', before: 'in the contents', after: 'hidden from the contents' },
      { name: 'Place', before: 'below “Moorings”', after: 'below “Knots”' },
    ]);
    const { summary } = await head();
    assert.match(summary, / Slug changed: “Two-point mooring”\./);
  });

  itWithOptional('includes each changed setting once, whether the service supports it or not', async () => {
    const { id } = await pageCalled('Moorings');
    const frontMatter = '---\nlayout:\n  outline: false\ntags: [deep]\nowner: mira\n---\n\n';
    const markdown = `${frontMatter}# Moorings\n\nMoor it.\n`;
    const fields = { icon: 'link', description: 'How to "moor": twice\nor once' };
    editContent(set.sandbox, changeRequest, [
      { operation: 'update_page', page: id, ...fields, document: { markdown } },
    ]);
    set.app.content.refresh();
    const message = await pages().show(id, 'one', signal);
    const { facts, rows } = message.type === 'page' ? message : assert.fail(message.type);
    assert.deepEqual(
      facts.map(({ name, after }) => [name, after]),
      [
        ['Description', '“How to "moor": twice or once”'],
        ['Icon', '“link”'],
        ['Layout', 'outline: hidden'],
        ['Tags', '“deep”'],
        ['Page settings', '“owner: mira”'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(rows), /owner|Front matter/);
  });

  itWithOptional('includes the descendants whose path changes with the page', async () => {
    const { id } = await pageCalled('Moorings');
    editContent(set.sandbox, changeRequest, [{ operation: 'update_page', page: id, slug: 'anchoring' }]);
    set.app.content.refresh();
    const message = await pages().show(id, 'one', signal);
    const [first] = (message.type === 'page' && message.movedBelow) || [];
    assert.match(first?.before ?? '', /^hardware\/moorings\/./);
    assert.equal(first?.after, first?.before.replace('moorings', 'anchoring'));
  });

  itWithOptional('includes other changes: variables, reusable content and unknown kinds', async () => {
    const reusableContent = { id: 'notice', title: 'Notice' };
    const variables = { edition: { before: '1', after: '2' }, year: { after: '2026' } };
    const changes = [
      { type: 'variables_edited', variables },
      { type: 'reusable_content_edited', reusableContent, attributes: { title: { before: 'Note', after: 'Notice' } } },
      { type: 'space_theme_replaced' },
    ];
    set.server.fail(
      otherJson(() => ({ changes })),
      /\/change-requests\/8\/changes$/,
    );
    set.app.content.refresh();
    const message = await pages().list();
    assert.deepEqual(
      message.others.map(({ name, detail, change, facts }) => [
        name,
        detail,
        change,
        ...facts.map(({ after }) => after),
      ]),
      [
        ['edition', 'variable', 'edited', '“2”'],
        ['year', 'variable', 'added', '“2026”'],
        ['Notice', 'reusable content', 'edited', '“Notice”'],
        ['Space theme', '', 'replaced'],
      ],
    );
    assert.equal((await head()).summary, '2 variables changed. 1 piece of reusable content changed. 1 other change.');
  });

  itWithOptional('includes the current pages that show a changed variable or reusable content', async () => {
    const variables = { edition: { before: '1', after: '2' } };
    const reusableContent = { id: 'notice-1', title: 'Notice' };
    const changes = [
      { type: 'variables_edited', variables },
      { type: 'reusable_content_edited', reusableContent, attributes: {} },
      { type: 'tag_created', tag: { slug: 'new', label: 'New' } },
    ];
    set.server.fail(
      otherJson(() => ({ changes })),
      /\/change-requests\/8\/changes$/,
    );
    for (const [title, markdown] of [
      ['Named', 'Edition <code class="expression">space.vars.edition</code>.'],
      ['Named in brackets', '<code class="expression">space.vars["edition"]</code>.'],
      ['Of the page', '<code class="expression">page.vars.edition</code>.'],
      ['Longer name', '<code class="expression">space.vars.edition2</code>.'],
      ['Includes it', '{% include "notice-1" %}'],
      ['Includes another', '{% include "notice-12" %}'],
    ] as const) {
      addPage(set.sandbox, changeRequest, { title, markdown });
    }
    set.app.content.refresh();
    const page = pages();
    const { others } = await page.list();
    assert.deepEqual(
      others.map(({ canAppearOnPages }) => canAppearOnPages),
      [true, true, false],
    );
    const titles = async (index: number) => {
      const message = await page.pagesShowing(others[index]?.id ?? '', signal);
      return message.type === 'pagesFound' ? (message.why ?? message.pages.map(({ title }) => title).sort()) : [];
    };
    assert.deepEqual(await titles(0), ['Named', 'Named in brackets']);
    assert.deepEqual(await titles(1), ['Includes it']);
    addPage(set.sandbox, changeRequest, { title: 'Not read yet', markdown: 'New.' });
    set.server.fail({ kind: 'status', status: 500 }, /\/page\//);
    set.app.content.refresh();
    assert.match(String(await titles(0)), /^Could not find the pages/);
  });

  itWithOptional('includes the text of reusable content, before and after', async () => {
    const { state } = set.sandbox;
    const notice = (id: string, markdown: string) => {
      addPage(set.sandbox, changeRequest, { title: id, markdown });
      return pagesOf(set.sandbox, changeRequest).find(({ title }) => title === id)?.documentId ?? assert.fail();
    };
    const [before, after] = [notice('Before', 'Call us.'), notice('After', 'Write to us.')];
    const [row] = state.changeRequests.by('number', numberKey(space, 8));
    const revision = state.revisions.get(row?.revision ?? '');
    const base = state.revisions.get(row?.revisionInitial ?? '');
    state.revisions.put({ ...base, reusableContents: [{ id: 'notice', title: 'Notice', document: before }] });
    state.revisions.put({ ...revision, reusableContents: [{ id: 'notice', title: 'Notice', document: after }] });
    state.keepWrites();
    set.app.content.refresh();
    const page = pages();
    const { others } = await page.list();
    assert.deepEqual(
      others.map(({ name, hasText }) => [name, hasText]),
      [['Notice', true]],
    );
    set.server.fail({ kind: 'status', status: 403 }, /\/documents\//);
    const failed = await page.text(others[0]?.id ?? '', 'split', signal);
    assert.match(failed.type === 'text' ? String(failed.why) : '', /^Could not read this text/);
    await set.server.recover();
    const message = await page.text(others[0]?.id ?? '', 'split', signal);
    const [first] = message.type === 'text' ? message.rows : [];
    assert.match(`${first?.before} | ${first?.after}`, /Call[^|]*us\.[^]*\|[^]*Write to[^]*us\./);
  });

  itWithOptional('says that nothing has changed only when the server lists no changes', async () => {
    set.server.fail(
      otherJson(() => ({ changes: [] })),
      /\/change-requests\/8\/changes$/,
    );
    set.app.content.refresh();
    assert.equal((await head()).summary, 'It changes nothing yet.');
  });

  itWithOptional('includes the comments on each page at their blocks, and runs nothing in them', async () => {
    const { id } = await pageCalled('Moorings');
    const { state } = set.sandbox;
    const [row] = state.changeRequests.all().filter(one => one.space === space && one.number === 8);
    const { id: changeRequest, revision } = row ?? assert.fail();
    const base = { space, changeRequest, revision, page: id, postedAt: state.now(), reactions: [] };
    const hostile = Object.values(documents).slice(0, 40).join('\n\n');
    state.comments.put({
      ...base,
      id: 'hostile',
      postedBy: 'jun',
      markdown: `For @jun: ${hostile}`,
      status: 'resolved',
    });
    state.keepWrites();
    const page = (await pages().documentOf(id)) ?? assert.fail();
    const { discussions } = set.app;
    await discussions.conversationsOn(page);
    const shownThreads = new PageThreads(set.app);
    const known = () => shownThreads.on(page, signal);
    const threads = await known();
    const [whole] = threads.filter(thread => thread.id === 'hostile');
    assert.ok(whole?.state === 'resolved' && whole.line === undefined);
    assert.deepEqual(whole.fits, ['unread', 'resolved', 'all']);
    const filters = await shownThreads.filters(discussions.of(page) ?? assert.fail());
    for (const { id, count } of filters.filter(({ id }) => ['open', 'resolved', 'all'].includes(id))) {
      const { conversations } = discussions.of(page) ?? assert.fail();
      const listed = conversations.filter(one =>
        canMatchFilter(id as ConversationFilter, one, { id: 'mira', isAuthor: false }),
      );
      assert.equal(count, listed.length, `as many are ${id} as in the list of conversations`);
    }
    for (const { comments } of threads) for (const { html } of comments) assert.deepEqual(dangersIn(html), []);
    assert.match(whole.comments[0]?.html ?? '', /For @Jun Takahashi: /);
    const shownRows = await rows(id);
    const texts = threads
      .filter(({ line }) => line !== undefined)
      .map(({ line = 0, comments }) => {
        const at = shownRows.findLast(one => one.kind !== 'removed' && (one.line ?? Infinity) <= line);
        return [at?.after?.replace(/<[^>]+>/g, '').slice(0, 20), comments.length];
      });
    assert.deepEqual(texts, [
      ['A mooring has three ', 3],
      ['SituationMooringslow', 1],
      ['The mooring line is ', 2],
      ['info: A buoy that ha', 2],
    ]);
    set.server.requests.length = 0;
    assert.deepEqual(await known(), threads);
    assert.deepEqual(set.server.requests, [], 'what is known is not asked for again');
  });

  itWithOptional('reads no page for the merge checklist until it is opened', async () => {
    const read = async (isWithPages: boolean) => {
      set.server.requests.length = 0;
      const { checks } = await head(isWithPages);
      const isOffered = checks.some(({ action }) => action === 'lookThrough');
      return [isOffered, set.server.requests.some(request => /\/page\//.test(request))];
    };
    assert.deepEqual(await read(false), [true, false]);
    assert.deepEqual(await read(true), [false, true]);
  });

  it('runs nothing from a page', async () => {
    const markdown = Object.values(documents).slice(0, 40).join('\n\n');
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Hostile', markdown });
    set.app.content.refresh();
    for (const { before = '', after = '', notes } of await rows(id)) {
      for (const html of [before, after, notes]) assert.deepEqual(dangersIn(html), []);
    }
  });

  it('shows the change request and whether it is ready above the pages', async () => {
    const { subject, checks, actions, summary } = await head();
    assert.match(subject, /^Call it/);
    assert.ok(checks.some(({ text, tone }) => tone === 'good' && text === 'It has a subject.'));
    const described = documentedOnly ? [] : ['editDescription', 'editLinks'];
    assert.deepEqual(actions, ['setStatus', 'setSubject', 'requestReviewers', ...described, 'merge']);
    assert.equal(summary !== '', !documentedOnly);
  });

  itWithOptional('shows the description and links above the pages, and loads no external images', async () => {
    const { changeRequests } = set.sandbox.state;
    const row = changeRequests.all().find(one => one.space === space && one.number === 8) ?? assert.fail();
    const leaves = [{ object: 'leaf' as const, text: 'Lamps burn.', marks: [] }];
    const paragraph = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] };
    const ref = { kind: 'url' as const, url: 'https://lamps.example/a.png' };
    const image = { object: 'block', type: 'image', data: { ref } };
    const links = ['https://github.com/a/b', 'javascript:alert(1)'].map((url, index) => ({
      ...{ id: String(index), ref: { kind: 'url' as const, url }, title: `Link ${index}` },
    }));
    changeRequests.put({ ...row, description: { object: 'document', data: {}, nodes: [paragraph, image] }, links });
    set.sandbox.state.keepWrites();
    const { description, links: listedLinks } = await head();
    assert.match(description?.html ?? '', /<p>Lamps burn\.<\/p>/);
    assert.equal(description?.firstLine, 'Lamps burn.');
    assert.doesNotMatch(description?.html ?? '', /<img/);
    assert.deepEqual(listedLinks, [
      { kind: 'GitHub', title: 'Link 0', address: 'https://github.com/a/b' },
      { kind: 'Link', title: 'Link 1' },
    ]);
  });

  it('says that reviews are outstanding only when the server reports verdicts', async () => {
    const verdictOfTomasz = async () => {
      const { reviewers } = await head();
      return reviewers.find(({ name }) => name === 'Tomasz Wójcik')?.verdict;
    };
    assert.equal(await verdictOfTomasz(), documentedOnly ? 'Asked' : 'Approved');
    set.server.fail({ kind: 'status', status: 500 }, /^GET .*\/reviews$/);
    assert.equal(await verdictOfTomasz(), 'Asked');
  });

  itWithOptional('shows a line with a button for each merge rule that is not met', async () => {
    const { state } = set.sandbox;
    const rules = [
      { rule: 'custom' as const, expression: 'false', message: 'Ask Legal.' },
      { rule: 'require_specific_reviewers' as const, users: ['sam'] },
    ];
    state.spaces.put({ ...state.spaces.get(space), mergeRules: { type: 'rules', rules } });
    state.keepWrites();
    const { checks } = await head();
    const lines = checks.filter(({ text }) => text.startsWith('Merge rule'));
    assert.deepEqual(
      lines.map(({ tone, action, label }) => [tone, action, label]),
      [
        ['open', 'openInBrowser', 'Open in Browser'],
        ['bad', 'requestReviewers', 'Ask'],
      ],
    );
    assert.deepEqual(
      lines.map(({ action }) => action && commandsByAction.get(action)),
      ['marginalia.item.openInBrowser', 'marginalia.changeRequest.requestReviewers'],
    );
  });

  it('offers the actions for its status', async () => {
    const { changeRequests } = set.sandbox.state;
    const row = changeRequests.all().find(one => one.space === space && one.number === 8) ?? assert.fail();
    const offered = async (status: 'archived' | 'merged') => {
      changeRequests.put({ ...row, status });
      set.sandbox.state.keepWrites();
      // Only other servers offer the description and links.
      return (await head()).actions.filter(action => !/^edit/.test(action));
    };
    assert.deepEqual(await offered('archived'), ['reopen', 'setStatus']);
    assert.deepEqual(await offered('merged'), []);
  });

  for (const [more, expected] of [
    [1, / 1 more change is not listed by the server\.$/],
    [2, / 2 more changes are not listed by the server\.$/],
  ] as const) {
    itWithOptional(`shows how many changes the server does not list: ${more}`, async () => {
      const part = otherJson(json => ({ ...(json as object), more }));
      set.server.fail(part, /\/changes$/);
      assert.match((await head()).summary, expected);
    });
  }

  it('shows the space and organization, without requests for known data', async () => {
    const facts = async () => (await head()).facts;
    assert.equal((await facts())[1], 'Heron manual, Tidewell');
    set.server.requests.length = 0;
    assert.equal((await facts())[1], 'Heron manual, Tidewell');
    assert.deepEqual(
      set.server.requests.filter(request => /\/orgs$/.test(request)),
      [],
    );
    const connection = set.app.session.current ?? assert.fail();
    connection.organizations = connection.organizations?.slice(0, 1) ?? [];
    assert.equal((await facts())[1], 'Heron manual');
  });

  const itWithout = documentedOnly ? it : () => undefined;
  itWithout('includes all pages as they are when the server does not list the changes', async () => {
    const message = await pages().list();
    assert.ok(message.type === 'pages' && /does not tell/.test(message.note ?? ''));
    const [first] = await listed();
    const shownRows = await rows(first?.id ?? '');
    assert.ok(shownRows.length > 0 && shownRows.every(({ kind }) => kind === 'same'));
    assert.match(message.note ?? '', /from now on it is kept/);
  });

  itWithout('has viewed marks, and compares pages with the last viewed state', async () => {
    // Content of the sandbox itself is not cached, because each sandbox starts anew.
    const elsewhere = await startFaultyServer(set.sandbox.url, 'elsewhere');
    await set.app.session.signIn({ url: elsewhere.url, token: set.sandbox.token });
    const { id } = await pageCalled('Glossary');
    await pages().mark(id, true);
    assert.equal((await pageCalled('Glossary')).isViewed, true);
    await pages().recordVisit(id);
    editContent(set.sandbox, changeRequest, [
      { operation: 'update_page', page: id, document: { markdown: 'Another glossary.\n' } },
    ]);
    set.app.content.refresh();
    const on = pages();
    const message = await on.list();
    assert.ok(message.type === 'pages' && /compared with what they were when you looked/.test(message.note ?? ''));
    const changed = message.pages.filter(({ kind }) => kind !== 'same');
    assert.deepEqual(
      changed.map(({ title, kind, isViewed }) => [title, kind, isViewed]),
      [['Glossary', 'edited', false]],
    );
    const shownRows = await on.show(id, 'split', signal);
    assert.ok(
      shownRows.type === 'page' &&
        shownRows.rows.some(({ kind, after }) => kind !== 'same' && /Another glossary/.test(after ?? '')),
    );
    assert.ok(shownRows.rows.some(({ before }) => /Heron Link/.test(before ?? '')));
    await elsewhere.close();
  });
});
