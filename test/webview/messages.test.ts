import assert from 'node:assert/strict';
import { type FromPage, fromPage, type ToPage, toPage } from '../../src/webview/reviewPage/messages.ts';

describe('messages of the review page', () => {
  const draft = '0b6c1c8e-6a5c-4d7e-9a55-1f2f3f4f5f6f';
  const sent: FromPage[] = [
    { type: 'ready' },
    { type: 'reading', id: '' },
    { type: 'show', id: 'a', mode: 'split' },
    { type: 'mark', id: 'a', isViewed: true },
    { type: 'open', id: 'a', line: 3 },
    { type: 'follow', id: 'a', target: '../b.md' },
    { type: 'do', action: 'merge' },
    { type: 'do', action: 'reopen' },
    { type: 'notAllowed', why: 'It is merged.' },
    { type: 'finish' },
    { type: 'submit', verdict: 'approved', summary: '' },
    { type: 'type', draft, target: { page: 'a', line: 3, side: 'before' }, text: 'Half a' },
    { type: 'send', draft, target: { page: '', side: 'after', conversation: 'b' }, text: 'All of it', isPending: true },
    { type: 'setResolved', conversation: 'b', isResolved: true, isPending: false },
    { type: 'image', address: 'https://a.example/b.png' },
    { type: 'completionsRequest', id: 3, mark: '@', typed: 'ju' },
  ];
  for (const message of sent) {
    it(`accept a valid "${message.type}"`, () => assert.deepEqual(fromPage(structuredClone(message)), message));
  }

  const refused: [what: string, message: unknown][] = [
    ['undefined', undefined],
    ['a string', 'ready'],
    ['an array', ['ready']],
    ['another type', { type: 'eval', code: 'a()' }],
    ['a type named like a member of Object', { type: 'constructor' }],
    ['a message from the extension', { type: 'failed', id: 'a', why: 'b' }],
    ['an extra field', { type: 'ready', command: 'a' }],
    ['a missing field', { type: 'mark', id: 'a' }],
    ['a string for a number', { type: 'open', id: 'a', line: '3' }],
    ['a negative line', { type: 'open', id: 'a', line: -1 }],
    ['a command without a button on the page', { type: 'do', action: 'workbench.action.terminal.new' }],
    ['a draft ID outside of the folder', { type: 'discard', draft: '../../settings.json' }],
    ['a draft ID with a prefix', { type: 'discard', draft: `../${draft}` }],
    ['a draft ID with a suffix', { type: 'discard', draft: `${draft}/../a` }],
    ['a comment without a target', { type: 'send', draft, target: { page: 'a' }, text: 'a', isPending: false }],
    [
      'a target with an extra member',
      { type: 'type', draft, target: { page: 'a', side: 'after', uri: 'file:///' }, text: 'a' },
    ],
    ['an unknown verdict', { type: 'submit', verdict: 'merged', summary: '' }],
    ['an unknown completion trigger', { type: 'completionsRequest', id: 3, mark: '#', typed: '1' }],
    ['an unknown mode', { type: 'show', id: 'a', mode: '<b>' }],
  ];
  for (const [what, message] of refused) {
    it(`reject ${what}`, () => assert.equal(fromPage(message), undefined));
  }

  it('validate the state of the page completely', () => {
    const row = { kind: 'added', label: 'Added paragraph', after: '<p>a</p>', notes: '', count: 1, line: 0 };
    const page: ToPage = { type: 'page', id: 'a', mode: 'one', facts: [{ name: 'Slug', after: 'a' }], rows: [row] };
    assert.deepEqual(toPage(page), page);
    assert.equal(toPage({ ...page, rows: [{ ...row, count: 'many' }] }), undefined);
    const image = { type: 'image', address: 'https://a.example/b.png' } as const;
    assert.ok(toPage({ ...image, data: 'data:image/svg+xml;base64,PHN2Zz4=' }));
    assert.ok(toPage({ ...image, why: 'It is not there.' }));
    for (const data of ['https://a.example/b.png', 'data:text/html;base64,YQ==', 'data:image/png;base64,"onload=a()']) {
      assert.equal(toPage({ ...image, data }), undefined);
    }
    const offer = { verdict: 'approved', title: 'Approve', meaning: 'It can be merged.', isRefused: false } as const;
    const toSend = { pending: [{ kind: 'reply', text: 'a', page: 'p' }], offers: [offer], summary: '' } as const;
    assert.ok(toPage({ type: 'toSend', toSend }));
    assert.equal(toPage({ type: 'toSend', toSend: { ...toSend, offers: [{ ...offer, verdict: '<b>' }] } }), undefined);
    const mention = { label: 'Jun Takahashi', description: 'takes part', insert: '@jun ' };
    assert.ok(toPage({ type: 'completions', id: 3, offers: [mention] }));
    assert.equal(toPage({ type: 'completions', id: 3, offers: [{ ...mention, insert: undefined }] }), undefined);
    const words = { id: 'a', title: 'A', path: 'a', ancestors: ['Guides'], isViewedBefore: false };
    const listed = { ...words, kind: 'edited', conversations: 2, isViewed: false } as const;
    const unquoted = { id: 'f', name: 'F.png', kind: 'created', change: 'added', isPicture: true } as const;
    const file = { ...unquoted, quote: 'On the file “F.png”:' };
    assert.ok(toPage({ type: 'pages', pages: [listed], files: [file], others: [], more: 0 }));
    assert.ok(toPage({ type: 'pages', pages: [], files: [{ ...file, isViewed: true }], others: [], more: 0 }));
    assert.equal(toPage({ type: 'pages', pages: [], files: [unquoted], others: [], more: 0 }), undefined);
    assert.equal(
      toPage({ type: 'pages', pages: [{ ...listed, kind: 'unheard-of' }], files: [], others: [], more: 0 }),
      undefined,
    );
    const other = { id: 'v', name: 'v', detail: 'variable', kind: 'edited', change: 'edited', facts: [] } as const;
    const others = [{ ...other, hasText: false, canAppearOnPages: true }];
    assert.ok(toPage({ type: 'pages', pages: [], files: [], others, more: 0 }));
    assert.equal(toPage({ type: 'pages', pages: [], files: [], others: [other], more: 0 }), undefined);
    const against = { words: 'to the main content', before: 'main content', isSince: false };
    assert.ok(toPage({ type: 'pages', pages: [], files: [], others: [], more: 0, against }));
    assert.ok(toPage({ type: 'since', conversation: 'a', why: 'Nobody knows.', canCompare: false }));
    assert.equal(toPage({ type: 'since', html: '<p>a</p>' }), undefined);
    const filter = { id: 'open', name: 'Open' };
    assert.ok(toPage({ type: 'filters', filters: [filter, { ...filter, count: 3 }] }));
    assert.equal(toPage({ type: 'filters', filters: [{ ...filter, count: -1 }] }), undefined);
  });
});
