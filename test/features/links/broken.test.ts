import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import { memberId } from '../../../src/sandbox/store/state.ts';
import { type Answer, type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type Fault, otherJson } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import {
  addPage,
  changeRequestUri,
  documentedOnly,
  editContent,
  itWithOptional,
  marginalia,
  pagesOf,
  pageUri,
  signOut,
} from '../../host/support.ts';
import { sized } from '../../size.ts';
import { commentWithText } from '../comments/screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const overview = changeRequestUri('heron-manual', 8);
const ofPage = /\/content\/page\/[^/]+\/links$/;
const ofSpace = /^GET \/spaces\/[^/]+\/links$/;

/** Returns a fault that replaces every reply by other JSON. */
const answer = (json: () => object): Fault => ({
  kind: 'other',
  reply: () => ({ status: 200, body: Buffer.from(JSON.stringify(json())) }),
});

/** Returns a broken link as a server reports it. */
const broken = (url: string, ...pages: string[]) => ({
  ...{ status: 'broken', relation: 'reference', targetReference: { kind: 'url', url } },
  locationReferences: pages.map(id => ({ kind: 'page', page: { id, title: 'Page' } })),
});

/** Returns the diagnostics of a document as `line:column-column message`, whatever title its URI has. */
function listed(uri: vscode.Uri): string[] {
  const all = vscode.languages.getDiagnostics().filter(([one]) => documentKey(one) === documentKey(uri));
  const ours = all.flatMap(([, marks]) => marks).filter(({ source }) => source === 'Marginalia');
  return ours.map(
    ({ range: { start, end }, message }) => `${start.line}:${start.character}-${end.character} ${message}`,
  );
}

const everything = () =>
  vscode.languages.getDiagnostics().flatMap(([uri, marks]) => (uri.scheme === 'marginalia' ? marks : []));

describe('broken links', () => {
  let answers: Answers | undefined;
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  const on = stage();

  async function find(noun: 'space' | 'changeRequest', target: unknown, ...replies: Answer[]): Promise<string> {
    answers?.restore();
    answers = answerPrompts(...replies);
    await vscode.commands.executeCommand(`marginalia.${noun}.findBrokenLinks`, target);
    return answers.transcript.at(-1) ?? '';
  }

  /** Adds a page to the change request, and searches it for broken links. */
  async function foundOn(markdown: string): Promise<{ id: string; uri: vscode.Uri; message: string }> {
    const page = addPage(on.sandbox, changeRequest, { title: 'Links', markdown });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    return { ...page, message: await find('changeRequest', overview) };
  }

  it('of a change request are listed with their location', async () => {
    const gone = `gone-${randomUUID()}`;
    const markdown = `See [a](${gone}.md) and [b](hardware/buoys/README.md).\n\n[c](${gone}.md), <img src="${gone}.png">\n`;
    const { uri, message } = await foundOn(markdown);
    assert.match(message, /^\d+ broken links? in #8\. The Problems view lists them\.$/);
    const leads = 'Broken link:';
    assert.deepEqual(listed(uri), [
      `0:8-52 ${leads} ${gone}.md`,
      `2:4-48 ${leads} ${gone}.md`,
      `2:61-106 ${leads} ${gone}.png`,
    ]);
  });

  const buoys = 'hardware/buoys/README.md';

  it('to headings that do not exist are listed, on the same page and on others', async () => {
    const { uri } = await foundOn(
      `## Here\n\n[a](#here) [b](#no-such)\n\n[c](${buoys}#at-a-glance) [d](${buoys}#no-such) [e](${buoys}#no-such)\n\n` +
        `\`[f](#in-code)\` <a href="#nowhere">g</a>\n`,
    );
    const marks = listed(uri).map(mark => mark.replace(/^(\d+):\d+-\d+ /, '$1 '));
    assert.deepEqual(marks, [
      '2 Link to a missing heading: #no-such',
      `4 Link to a missing heading: ${buoys}#no-such`,
      `4 Link to a missing heading: ${buoys}#no-such`,
      '6 Link to a missing heading: #nowhere',
    ]);
  });

  it('are found in the text of pages if the server reports none: broken references, and missing specs', async () => {
    on.server.fail(
      answer(() => ({ items: [] })),
      ofPage,
    );
    const { uri } = await foundOn(
      'That is gone.\n\n{% file src="broken-reference" %}\n\n' +
        '{% openapi-operation spec="gone" path="/a" method="get" %}\n{% endopenapi-operation %}\n\n' +
        '{% openapi-operation spec="heron-api" path="/a" method="get" %}\n{% endopenapi-operation %}\n\n' +
        '{% openapi-schemas spec="gone" schemas="A" %}\n{% endopenapi-schemas %}\n',
    );
    const marks = listed(uri).map(mark => mark.replace(/^(\d+):\d+-\d+ /, '$1 '));
    assert.deepEqual(marks, [
      '2 Broken link: broken-reference',
      '4 OpenAPI spec not found: spec="gone"',
      '10 OpenAPI spec not found: spec="gone"',
    ]);
  });

  it('are not claimed when a page or the specs cannot be read, and a message says so', async () => {
    const { id } = pagesOf(on.sandbox, changeRequest).find(({ path }) => path === 'hardware/buoys') ?? assert.fail();
    on.server.fail({ kind: 'status', status: 403 }, new RegExp(`/content/page/${id}$`));
    on.server.fail({ kind: 'status', status: 403 }, /^GET \/orgs\/[^/]+\/openapi$/);
    const { uri, message } = await foundOn(
      `[a](${buoys}#no-such)\n\n{% openapi-operation spec="gone" path="/a" method="get" %}\n{% endopenapi-operation %}\n`,
    );
    assert.deepEqual(listed(uri), []);
    assert.match(message, / 1 page could not be checked\. 1 OpenAPI spec could not be looked up\.$/);
  });

  it('do not include specs that the server has but does not list', async () => {
    on.server.fail(
      answer(() => ({ items: [] })),
      /^GET \/orgs\/[^/]+\/openapi$/,
    );
    const tag = (spec: string) =>
      `{% openapi-operation spec="${spec}" path="/a" method="get" %}\n{% endopenapi-operation %}\n`;
    const { uri } = await foundOn(`${tag('heron-api')}\n${tag('gone')}`);
    assert.deepEqual(
      listed(uri).map(mark => mark.replace(/^(\d+):\d+-\d+ /, '$1 ')),
      ['3 OpenAPI spec not found: spec="gone"'],
    );
  });

  it('do not include specs that the server fails to look up', async () => {
    on.server.fail({ kind: 'status', status: 400 }, /^GET \/orgs\/[^/]+\/openapi\/gone$/);
    const tag = '{% openapi-operation spec="gone" path="/a" method="get" %}\n{% endopenapi-operation %}\n';
    const { uri, message } = await foundOn(tag);
    assert.deepEqual(listed(uri), []);
    assert.match(message, / 1 OpenAPI spec could not be looked up\.$/);
  });

  it('to headings are marked only at the link, not in longer names, text or code', async () => {
    on.server.fail(
      answer(() => ({ items: [] })),
      ofPage,
    );
    const { uri } = await foundOn(
      '## API keys\n\n<a href="#api">a</a> [b](#api-keys) #api `<a href="#api">` `[c](#api)`\n\n' +
        '```html\n<a href="#api">d</a>\n```\n',
    );
    assert.deepEqual(listed(uri), ['2:9-13 Link to a missing heading: #api']);
  });

  it('to specs are marked only at the reference, not in longer names', async () => {
    const tag = (spec: string) => `{% openapi-schemas spec=${spec} schemas="A" %}\n{% endopenapi-schemas %}\n`;
    const { uri } = await foundOn(`${tag('x')}\n${tag('xy')}`);
    assert.deepEqual(listed(uri), [
      '0:19-25 OpenAPI spec not found: spec=x',
      '3:19-26 OpenAPI spec not found: spec=xy',
    ]);
  });

  it('reported by the service are marked only at the link', async () => {
    on.server.fail(
      answer(() => ({ items: [broken('gone.md', page.id), broken('moor', page.id)] })),
      /\/content\/page\/[^/]+\/links$/,
    );
    const page = addPage(on.sandbox, changeRequest, {
      title: 'Links',
      markdown: 'Mooring in `gone.md`.\n\n{% content-ref url="gone.md" %}\n[gone.md](gone.md)\n{% endcontent-ref %}\n',
    });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await find('changeRequest', overview);
    assert.deepEqual(listed(page.uri), [
      '2:20-27 Broken link: gone.md',
      '3:10-17 Broken link: gone.md',
      '0:0-0 Broken link: moor',
    ]);
  });

  it('to headings are not reported for pages with included content', async () => {
    const { uri } = await foundOn('{% include "../.gitbook/includes/other.md" %}\n\n[a](#no-such)\n');
    assert.deepEqual(
      listed(uri).filter(mark => mark.includes('heading')),
      [],
    );
  });

  it('are searched for on at most 200 pages, and a message says so', async () => {
    const pages = Array.from({ length: 210 }, (_, index) => ({
      operation: 'insert_page' as const,
      title: `Page ${index}`,
      document: { markdown: 'Words.\n' },
    }));
    editContent(on.sandbox, changeRequest, pages);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    on.server.requests.length = 0;
    const message = await find('changeRequest', overview);
    assert.match(message, / Links to headings and specs were checked on the first 200 of \d{3} pages only\.$/);
    const texts = on.server.requests.filter(request => /\/content\/page\/[^/]+$/.test(request));
    assert.ok(texts.length <= 400, `${texts.length} requests`);
  });

  itWithOptional('to headings are listed in the main content, too', async () => {
    const { id } = await pageAt('console/alerts');
    const { state } = on.sandbox;
    const document = state.revisions.get(state.spaces.get('heron-manual').revision);
    const all = (list: typeof document.pages): typeof document.pages =>
      list.flatMap(page => [page, ...all(page.pages)]);
    const { documentId = '' } = all(document.pages).find(page => page.id === id) ?? assert.fail();
    state.documents.put({ ...state.documents.get(documentId), markdown: 'See [this](#no-such).\n' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const uri = vscode.Uri.parse('marginalia://sandbox/spaces/heron-manual/content/console/alerts/README.md');
    assert.equal(await find('space', uri), '1 broken link in Heron manual. The Problems view lists them.');
    assert.match(listed(uri).join(), /Link to a missing heading: #no-such$/);
  });

  it('are reported as none when there are none', async () => {
    on.server.fail(
      answer(() => ({ items: [] })),
      ofPage,
    );
    assert.equal(await find('changeRequest', overview), 'There are no broken links in #8.');
    assert.deepEqual(everything(), []);
  });

  it('of a change request stay listed while the space is searched', async () => {
    const { uri } = await foundOn(`[a](gone-${randomUUID()}.md)\n`);
    on.server.fail(
      answer(() => ({ items: [] })),
      ofSpace,
    );
    assert.match(
      await find('space', overview, 'Heron manual'),
      documentedOnly
        ? /^The server reports no broken links in Heron manual\. This server lets clients read the content of change requests only, /
        : /^There are no broken links in Heron manual\.$/,
    );
    assert.equal(listed(uri).length, 1);
  });

  itWithOptional('are searched for only on the pages that a change request changes', async () => {
    on.server.requests.length = 0;
    await find('changeRequest', overview);
    assert.equal(on.server.requests.filter(request => ofPage.test(request)).length, 9);
  });

  it('are searched for on all pages when the server does not list the changes', async () => {
    if (!documentedOnly) on.server.fail({ kind: 'status', status: 405 }, /\/changes$/);
    const { uri, message } = await foundOn(`[a](gone-${randomUUID()}.md)\n`);
    assert.match(message, / in #8\. The Problems view lists them\.$/);
    assert.equal(listed(uri).length, 1);
    const asked = on.server.requests.filter(request => ofPage.test(request));
    const pages = pagesOf(on.sandbox, changeRequest).filter(({ type }) => type === 'document');
    assert.deepEqual(
      pages.filter(({ id }) => !asked.some(request => request.includes(`/${id}/`))),
      [],
    );
  });

  itWithOptional('are searched for on the pages that link to a deleted page', async () => {
    const { id, path } = await pageAt('console/alerts/thresholds');
    editContent(on.sandbox, changeRequest, [{ operation: 'delete_page', page: id }]);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await find('changeRequest', overview);
    const [first = ''] = listed(pageUri('heron-manual', 8, 'console/alerts/README.md'));
    assert.match(first, new RegExp(`thresholds|${path}|${id}`));
  });

  itWithOptional('are searched for on the pages that link to a deleted file', async () => {
    const { id } = await pageAt('console/alerts/thresholds');
    const file = { object: 'file', id: 'gone', name: 'Gone.png', contentType: 'image/png', size: 1, downloadURL: '/a' };
    on.server.fail(
      answer(() => ({ changes: [{ type: 'file_deleted', file }] })),
      /\/changes$/,
    );
    const link = { ...broken('gone.png', id), targetReference: { kind: 'file', file: 'gone' } };
    on.server.fail(
      answer(() => ({ items: [link] })),
      ofSpace,
    );
    on.server.requests.length = 0;
    await find('changeRequest', overview);
    const asked = on.server.requests.filter(request => ofPage.test(request));
    assert.equal(asked.length, 1);
    assert.ok(asked[0]?.includes(id), asked[0]);
  });

  itWithOptional('are not claimed to be none when the backlinks of a deleted page are unknown', async () => {
    const { id } = await pageAt('console/alerts/thresholds');
    const deletion = {
      changes: [{ type: 'page_deleted', page: { id, type: 'document', title: 'Thresholds', path: 'a' } }],
    };
    on.server.fail(
      answer(() => deletion),
      /\/changes$/,
    );
    on.server.fail({ kind: 'status', status: 405 }, ofSpace);
    const message = await find('changeRequest', overview);
    assert.match(
      message,
      /, but not everything was checked\. Pages that link to deleted pages were not searched for\.$/,
    );
  });

  itWithOptional('of the main content are listed, from all pages of the list', async () => {
    const { id } = await pageAt('console/alerts');
    const pages = [[broken('thresholds.md', id)], [null, {}, broken('rate-of-change.md', id, 'unknown')]];
    let count = 0;
    on.server.fail(
      answer(() => ({ items: pages[count++], ...(count === 1 && { next: { page: 'more' } }) })),
      ofSpace,
    );
    const page = vscode.Uri.parse('marginalia://sandbox/spaces/heron-manual/content/console/alerts/README.md');
    const message = await find('space', page);
    assert.equal(message, '2 broken links in Heron manual. The Problems view lists them.');
    assert.deepEqual(
      listed(page).map(text => text.replace(/^\d+:\d+-\d+ /, '')),
      ['Broken link: thresholds.md', 'Broken link: rate-of-change.md'],
    );
    const document = await vscode.workspace.openTextDocument(page);
    const [first = ''] = listed(page);
    assert.match(document.lineAt(Number(first.split(':')[0])).text, /thresholds\.md/);
  });

  it('of unreadable main content are listed with their pages', async () => {
    if (!documentedOnly) on.server.fail({ kind: 'status', status: 405 }, /\/content\/pages$/);
    on.server.fail(
      answer(() => ({ items: [broken('gone.md', 'a'), broken('[x](command:a)', 'b')] })),
      ofSpace,
    );
    const message = await find('space', undefined, '🪶 Heron manual'.replace('🪶 ', ''));
    assert.match(message, /^2 broken links in Heron manual, on Page\. This server lets clients read/);
    assert.deepEqual(everything(), []);
  });

  it('are searched for in a picked change request when none is open', async () => {
    const eight = (rows: readonly unknown[]) =>
      (rows as vscode.QuickPickItem[]).find(({ label }) => label.startsWith('#8 '))?.label;
    const { uri } = addPage(on.sandbox, changeRequest, { title: 'Links', markdown: `[a](gone-${randomUUID()}.md)\n` });
    assert.match(
      await find('changeRequest', undefined, ...(documentedOnly ? ['Heron manual'] : []), eight),
      / in #8\./,
    );
    assert.equal(listed(uri).length, 1);
  });

  it('stay listed when the search fails', async () => {
    const { uri } = await foundOn(`[a](gone-${randomUUID()}.md)\n`);
    const before = listed(uri);
    assert.equal(before.length, 1);
    on.server.fail({ kind: 'status', status: 400 }, /\/links$/);
    const sentence = /^Could not find broken links: The test says 400\./;
    assert.match(await find('changeRequest', overview), sentence);
    assert.match(await find('space', overview, 'Heron manual'), sentence);
    assert.deepEqual(listed(uri), before);
  });

  const unchecked = 'Other links were not checked, because this server does not report broken links.';

  for (const [what, status] of [
    ['knows', 404],
    ['offers', 405],
  ] as const) {
    it(`to headings are found in change requests when the server ${what} no links`, async () => {
      on.server.fail({ kind: 'status', status }, /\/links$/);
      const { uri, message } = await foundOn('[a](#no-such)\n');
      assert.match(listed(uri).join(), /Link to a missing heading: #no-such$/);
      assert.equal(message, `1 broken link in #8. The Problems view lists them. ${unchecked}`);
    });

    it(`to headings are searched for in the main content when the server ${what} no links`, async () => {
      on.server.fail({ kind: 'status', status }, /\/links$/);
      const message = await find('space', overview, 'Heron manual');
      if (documentedOnly) return assert.match(message, /change requests only, and does not report broken links\.$/);
      assert.equal(message, `No broken links were found in Heron manual, but not everything was checked. ${unchecked}`);
    });
  }

  it('of other pages are listed when the server does not know the links of one', async () => {
    const gone = `gone-${randomUUID()}`;
    const other = addPage(on.sandbox, changeRequest, { title: 'Other', markdown: 'Words.\n' });
    on.server.fail({ kind: 'status', status: 404 }, new RegExp(`/${other.id}/links$`));
    const { uri, message } = await foundOn(`[a](${gone}.md)\n`);
    assert.equal(listed(uri).length, 1);
    assert.match(message, / Other links were not checked on 1 page\.$/);
  });

  const isOfText = /^GET .*\/content\/page\/[^/]+$/;

  it('reported by the service are listed when the check of headings is canceled, and a message says so', async () => {
    const gone = `gone-${randomUUID()}`;
    const { uri } = addPage(on.sandbox, changeRequest, { title: 'Links', markdown: `[a](${gone}.md)\n` });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    on.server.fail({ kind: 'held' }, isOfText);
    const dialogs = (answers = answerPrompts());
    const finding = vscode.commands.executeCommand('marginalia.changeRequest.findBrokenLinks', overview);
    await eventually(() => assert.match(dialogs.inProgress().join(), /^Checking headings/));
    await on.server.waiting();
    dialogs.cancel();
    await eventually(() => assert.deepEqual(dialogs.inProgress(), []));
    await on.server.recover();
    await finding;
    assert.equal(listed(uri).length, 1);
    assert.match(
      dialogs.transcript.at(-1) ?? '',
      / in #8\. The Problems view lists them\. Headings and OpenAPI specs were not checked, because you canceled that\.$/,
    );
  });

  it('are listed without reading more pages once the check of headings is canceled', async () => {
    const ids = pagesOf(on.sandbox, changeRequest).map(({ id }) => id);
    on.server.fail(
      answer(() => ({ items: ids.map(id => broken('gone.md', id)) })),
      ofPage,
    );
    addPage(on.sandbox, changeRequest, { title: 'Links', markdown: 'Words.\n' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    on.server.fail({ kind: 'held' }, isOfText);
    const dialogs = (answers = answerPrompts());
    const finding = vscode.commands.executeCommand('marginalia.changeRequest.findBrokenLinks', overview);
    await eventually(() => assert.match(dialogs.inProgress().join(), /^Checking headings/));
    await on.server.waiting();
    dialogs.cancel();
    await eventually(() => assert.deepEqual(dialogs.inProgress(), []));
    const requested = on.server.requests.length;
    await on.server.recover();
    await finding;
    assert.deepEqual(on.server.requests.slice(requested), []);
    assert.ok(everything().length > 100, 'Those of all pages that can be opened are listed.');
  });

  it('are listed when the search for their lines is canceled, which then reads no more pages', async () => {
    const ids = pagesOf(on.sandbox, changeRequest).map(({ id }) => id);
    on.server.fail(
      answer(() => ({ items: ids.map(id => broken('gone.md', id)) })),
      ofPage,
    );
    addPage(on.sandbox, changeRequest, { title: 'Links', markdown: 'Words.\n' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const dialogs = (answers = answerPrompts());
    const isSearching = () => dialogs.progressed.includes('Finding the lines');
    on.server.fail({ kind: 'status', status: 403 }, isOfText);
    on.server.fail({ kind: 'held' }, { test: asked => isOfText.test(asked) && isSearching() });
    const finding = vscode.commands.executeCommand('marginalia.changeRequest.findBrokenLinks', overview);
    await on.server.waiting();
    dialogs.cancel();
    await finding;
    const requested = on.server.requests.length;
    await on.server.recover();
    assert.ok(everything().length > 100, 'Those of all pages that can be opened are listed.');
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const others = on.server.requests.slice(requested).filter(request => isOfText.test(request));
    assert.deepEqual(others, []);
  });

  it('reported by the service are listed when no page can be read, and a message says why', async () => {
    const gone = `gone-${randomUUID()}`;
    on.server.fail({ kind: 'status', status: 403 }, isOfText);
    const { uri, message } = await foundOn(`[a](${gone}.md)\n`);
    assert.deepEqual(listed(uri), [`0:0-0 Broken link: ${gone}.md`]);
    assert.match(message, / Headings and OpenAPI specs were not checked: The test says 403\./);
  });

  it('are not claimed to be none when no page can be read', async () => {
    on.server.fail(
      answer(() => ({ items: [] })),
      ofPage,
    );
    on.server.fail({ kind: 'status', status: 403 }, isOfText);
    const { message } = await foundOn('Words.\n');
    assert.match(message, /^No broken links were found in #8, but not everything was checked\. Headings/);
  });

  it('are not claimed to be none when one page cannot be read', async () => {
    on.server.fail(
      answer(() => ({ items: [] })),
      ofPage,
    );
    const { id } = addPage(on.sandbox, changeRequest, { title: 'Links', markdown: 'Words.\n' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    on.server.fail({ kind: 'status', status: 403 }, new RegExp(`/content/page/${id}$`));
    assert.equal(
      await find('changeRequest', overview),
      'No broken links were found in #8, but not everything was checked. 1 page could not be checked.',
    );
  });

  it('stay listed when the account is rejected while pages are read, which ends the search', async () => {
    const gone = `gone-${randomUUID()}`;
    on.server.fail({ kind: 'status', status: 401 }, isOfText);
    const { uri, message } = await foundOn(`[a](${gone}.md)\n`);
    assert.equal(listed(uri).length, 1);
    assert.match(message, /^Could not find broken links: .*Sign in again\./);
  });

  it('that were found stay listed when the search is cancelled', async () => {
    const { uri } = await foundOn(`[a](gone-${randomUUID()}.md)\n`);
    answers?.restore();
    answers = answerPrompts();
    on.server.fail({ kind: 'held' }, ofPage, 1);
    const finding = vscode.commands.executeCommand('marginalia.changeRequest.findBrokenLinks', overview);
    await on.server.waiting();
    answers.cancel();
    await finding;
    on.server.release();
    assert.equal(listed(uri).length, 1);
    assert.deepEqual(answers.transcript, []);
  });

  it('disappear when they are fixed, or the account signs out', async () => {
    const gone = `gone-${randomUUID()}`;
    const { id, uri } = await foundOn(`[a](${gone}.md)\n\n[b](${gone}2.md)\n`);
    assert.equal(listed(uri).length, 2);
    editContent(on.sandbox, changeRequest, [
      { operation: 'update_page', page: id, document: { markdown: `Words.\n\nMore.\n\n[b](${gone}2.md)\n` } },
    ]);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await eventually(() => assert.deepEqual(listed(uri), [`4:4-49 Broken link: ${gone}2.md`]));
    await signOut('sandbox');
    assert.deepEqual(everything(), []);
  });

  it('are limited to 1000, and are found at once by the next search', async () => {
    const { id } = await pageAt('console/alerts');
    const items = Array.from({ length: sized(10_000, 1200) }, (_, index) => broken(`gone-${index}.md`, id));
    on.server.fail(
      answer(() => ({ items })),
      ofPage,
    );
    const message = await find('changeRequest', overview);
    assert.match(message, /^The first 1000 broken links in #8\. The Problems view lists them\.$/);
    assert.equal(everything().length, 1000);
  });

  for (const [what, count, repetitions, message] of [
    ['more than 1000, with duplicates from the server', 1200, 3, /^The first 1000 broken links in #8\./],
    ['exactly 1000', 1000, 1, /^1000 broken links in #8\./],
  ] as const) {
    it(`are described as the first ones when the list was cut: ${what}`, async () => {
      const { id } = await pageAt('console/alerts');
      const names = Array.from({ length: count }, (_, index) => `gone-${index}.md`);
      const each = names.flatMap(name => Array.from({ length: repetitions }, () => broken(name, id)));
      on.server.fail(
        answer(() => ({ items: each })),
        ofPage,
      );
      addPage(on.sandbox, changeRequest, { title: 'Links', markdown: 'Words.\n' });
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      assert.match(await find('changeRequest', overview), message);
      assert.equal(everything().length, 1000);
    });
  }

  it('are searched for on 1000 pages with a limited number of requests', async () => {
    const count = 1100;
    const pages = (json: unknown) => {
      const { pages } = json as { pages: object[] };
      const ids = Array.from({ length: count }, (_, index) => `p${index}`);
      return {
        ...(json as object),
        pages: ids.map(id => ({ ...pages[0], id, title: id, path: id, slug: id, pages: [] })),
      };
    };
    let next = 0;
    on.server.fail(otherJson(pages), /\/change-requests\/8\/content\/pages$/);
    on.server.fail({ kind: 'status', status: 405 }, /\/change-requests\/8\/changes$/);
    on.server.fail(
      answer(() => ({ items: [broken(`gone-${next}.md`, `p${next++}`)] })),
      ofPage,
    );
    let text = 0;
    const markdown = () => `[a](p${700 + text++}.md#no-such) {% openapi-operation spec="gone-${text}" %}\n`;
    on.server.fail(
      answer(() => ({ id: 'p', title: 'P', path: 'p', markdown: markdown() })),
      isOfText,
    );
    addPage(on.sandbox, changeRequest, { title: 'Links', markdown: 'Words.\n' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const before = on.server.requests.length;
    const message = await find('changeRequest', overview);
    const requests = on.server.requests.slice(before);
    const sent = (pattern: RegExp) => requests.filter(request => pattern.test(request)).length;
    assert.match(message, /^The first 1000 broken links in #8\..* Other links were not checked on 100 pages\./);
    assert.equal(sent(ofPage), 1000);
    assert.ok(sent(isOfText) <= 600, `${sent(isOfText)} texts and documents of pages`);
    assert.ok(requests.length <= 1850, `${requests.length} requests`);
  });

  describe('offer', () => {
    let uri: vscode.Uri;
    let range: vscode.Range;
    const name = 'hardware/moorings/two-points.md';
    beforeEach(async () => {
      ({ uri } = await foundOn(`Words.\n\nSee [this](${name}).\n`));
      range = new vscode.Range(2, 12, 2, 12);
      await vscode.window.showTextDocument(uri);
      await eventually(() => assert.equal(vscode.languages.getDiagnostics(uri).length, 1));
    });

    async function act(title: string, ...replies: Answer[]): Promise<void> {
      // VS Code does not call the provider while the document is being opened.
      const { command } = await eventually(async () => {
        const offered = await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          uri,
          range,
        );
        return offered.find(action => action.title === title) ?? assert.fail(offered.map(one => one.title).join());
      });
      answers?.restore();
      answers = answerPrompts(...replies);
      await vscode.commands.executeCommand(command?.command ?? '', ...(command?.arguments ?? []));
    }

    it('a comment with the finding, which the user sends', async () => {
      await act('Comment with This Finding');
      const comment = await eventually(
        () => commentWithText(`The link to \`${name}\` leads nowhere.`) ?? assert.fail(),
      );
      assert.equal(comment.label, 'not sent');
      assert.ok(!on.server.requests.some(request => request.startsWith('POST ')));
      answers?.restore();
      answers = answerPrompts();
      await vscode.commands.executeCommand('marginalia.comment.send', comment);
      await eventually(() => assert.ok(on.server.requests.some(request => /^POST .*\/comments$/.test(request))));
      const [stored] = on.sandbox.state.comments.all().filter(({ markdown }) => markdown.includes(name));
      assert.equal(stored?.markdown, `The link to \`${name}\` leads nowhere.`);
    });

    it('no comment to a user who may not write one', async () => {
      const { state, token } = on.sandbox;
      state.members.put({ ...state.members.get(memberId('tidewell', 'mira')), role: 'read' });
      state.spaces.put({ ...state.spaces.get('heron-manual'), defaultLevel: 'read' });
      state.keepWrites();
      await (await marginalia()).signIn({ url: on.server.url, token });
      await find('changeRequest', overview);
      await act('Comment with This Finding');
      assert.match(
        answers?.transcript.at(-1) ?? '',
        /^Could not begin the comment: you may not comment on this page\./,
      );
    });

    it('a comment that names the missing spec, and no other target', async () => {
      const tag = '{% openapi-operation spec="gone" path="/a" method="get" %}\n{% endopenapi-operation %}\n';
      ({ uri } = await foundOn(tag));
      range = new vscode.Range(0, 25, 0, 25);
      await vscode.window.showTextDocument(uri);
      await eventually(() => assert.equal(vscode.languages.getDiagnostics(uri).length, 1));
      await act('Comment with This Finding');
      await eventually(() => assert.ok(commentWithText('The organization has no such OpenAPI spec: `spec="gone"`.')));
      const provider = 'vscode.executeCodeActionProvider';
      const offered = await vscode.commands.executeCommand<vscode.CodeAction[]>(provider, uri, range);
      assert.ok(!offered.some(({ title }) => title === 'Suggest the Moved Page'));
    });

    it('the page that was probably meant', async () => {
      let first: string | undefined;
      await act('Suggest the Moved Page', items => {
        first = (items as vscode.QuickPickItem[])[0]?.label;
        return first;
      });
      assert.equal(first, 'Two-point mooring');
      const message = `The link to \`${name}\` leads nowhere. Perhaps “Two-point mooring” is meant: \`hardware/moorings/two-point.md\``;
      await eventually(() => assert.ok(commentWithText(message)));
    });

    it('to open the location', async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await act('Open');
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
    });

    it('the same actions at the link, and run nothing else', async () => {
      const findings = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        uri,
        range.start,
      );
      const [hover] = findings.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
      assert.match(hover?.value ?? '', /\[Comment with This Finding\]\(command:marginalia\.finding\.comment\?/);
      const commands = ['marginalia.finding.comment', 'marginalia.finding.suggestPage'];
      assert.deepEqual(hover?.isTrusted, { enabledCommands: commands });
      const [, argument = ''] = /finding\.comment\?([^)]*)\)/.exec(hover?.value ?? '') ?? [];
      const [id] = JSON.parse(decodeURIComponent(argument)) as string[];
      answers?.restore();
      answers = answerPrompts();
      await vscode.commands.executeCommand('marginalia.finding.comment', id);
      await eventually(() => assert.ok(commentWithText(`The link to \`${name}\` leads nowhere.`)));
    });

    it('nothing for a link that is not listed', async () => {
      answers?.restore();
      const current = (answers = answerPrompts());
      await vscode.commands.executeCommand('marginalia.finding.comment', randomUUID());
      await vscode.commands.executeCommand('marginalia.comment.prepare', { uri, line: 0, text: 'Merge it.' });
      assert.equal(
        current.transcript.filter(text => /^Could not begin the comment: that was not asked for/.test(text)).length,
        2,
      );
    });
  });

  it('escaped text for hostile names', async () => {
    const { id } = await pageAt('console/alerts');
    const names = ['[x](command:a) $(error)', '\u202egone', `${'a'.repeat(5000)}.md`, '`a`\n\nb', ''];
    on.server.fail(
      answer(() => ({ items: names.map(name => broken(name, id)) })),
      ofPage,
    );
    await find('changeRequest', overview);
    const message = listed(pageUri('heron-manual', 8, 'console/alerts/README.md'));
    assert.equal(message.length, names.length);
    assert.ok(
      message.every(text => !/\]\(|\$\(|\u202e|\n/.test(text) && text.length < 400),
      message.join('\n'),
    );
  });

  async function pageAt(path: string): Promise<{ id: string; path: string }> {
    const { pages } = on.sandbox.state.revisions.get(on.sandbox.state.spaces.get('heron-manual').revision);
    const all = (list: typeof pages): typeof pages => list.flatMap(page => [page, ...all(page.pages)]);
    const page = all(pages).find(one => one.path === path) ?? assert.fail(path);
    return { id: page.id, path };
  }
});
