import assert from 'node:assert/strict';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { FromPage, ToPage } from '../../src/webview/reviewPage/messages.ts';
import { toPage } from '../../src/webview/reviewPage/messages.ts';
import { launchBrowser } from '../host/vscode.ts';
import { root } from '../project/sources.ts';

export type Part<T extends ToPage['type']> = Extract<ToPage, { type: T }>;
type Head = Part<'head'>['head'];
export type Thread = Part<'threads'>['threads'][number];
type Comment = Thread['comments'][number];

/**
 * Returns the head of a change request that can be discussed. `text` is the value of every field with text of others.
 */
export const headOf = (text: string): Head => ({
  number: 8,
  subject: text,
  status: text,
  isOver: false,
  facts: [text],
  times: [{ what: text, at: { short: text, full: text } }],
  summary: text,
  reviewers: [{ name: text, verdict: text, tone: 'good', when: { short: text, full: text }, isYou: true }],
  checks: [
    { text, tone: 'bad', action: 'findBrokenLinks', label: text },
    { text, tone: 'good' },
  ],
  events: [{ who: text, did: text, tone: 'talk', when: { short: text, full: text }, at: 1 }],
  actions: ['merge', 'update', 'setSubject', 'setStatus', 'requestReviewers'],
});

export const commentOf = (text: string, more: Partial<Comment> = {}): Comment => ({
  ...{ id: text, author: text, isYou: true, when: { short: text, full: text }, isNew: true, isEdited: true },
  ...{ html: '<p>Hello</p>', markdown: text, canEdit: true, canDelete: true, isSuggestion: true, canApply: true },
  ...{ reactions: [{ emoji: text, count: 2, isYours: true, names: [text] }], ...more },
});

export const threadOf = (text: string, more: Partial<Thread> = {}): Thread => ({
  ...{ id: text, line: 0, state: 'open', label: text, isEarlier: true, canReply: true, excerpt: text },
  ...{ fits: [text] },
  ...{ comments: [commentOf(text)], ...more },
});

export const canComment: Part<'rights'> = {
  type: 'rights',
  canComment: true,
  canEdit: false,
  pending: 0,
  isStopped: false,
};

export const listed = (id: string, more: object = {}) => ({
  ...{
    id,
    title: id,
    path: id,
    ancestors: [],
    kind: 'edited',
    isViewed: false,
    isViewedBefore: false,
    conversations: 0,
  },
  ...more,
});
export const pagesOf = (...pages: object[]) =>
  ({ type: 'pages', pages, files: [], others: [], more: 0 }) as unknown as ToPage;
export const changed = {
  kind: 'changed',
  label: 'Edited paragraph',
  before: '<p>a</p>',
  after: '<p>b</p>',
  notes: '',
  count: 1,
};

/** The script of the review page in a browser, without VS Code. Tests send the messages of the extension. */
interface PageScript {
  readonly page: Page;
  /** Sends messages to the page, as the extension does. */
  post: (...messages: readonly ToPage[]) => Promise<void>;
  /** Returns the messages of one type that the page has sent. */
  sent: <T extends FromPage['type']>(type: T) => Promise<Extract<FromPage, { type: T }>[]>;
}

/** Opens the script of the review page for each test of the enclosing `describe`. */
export function setPageScript(): PageScript {
  let browser: Browser;
  let script: string;
  let page: Page | undefined;

  before(async () => {
    const options = { bundle: true, write: false, format: 'iife', logLevel: 'silent' } as const;
    const [built] = await Promise.all([
      build({ ...options, absWorkingDir: root, entryPoints: ['src/webview/reviewPage/main.ts'] }),
      launchBrowser().then(launched => (browser = launched)),
    ]);
    script = built.outputFiles[0]?.text ?? assert.fail('There is a script.');
  });
  after(() => browser.close());

  beforeEach(async () => {
    const opened = (page = await browser.newPage());
    opened.setDefaultTimeout(5000);
    // Nothing is loaded from this address, but `crypto.randomUUID` exists only on secure origins.
    const body = '<!DOCTYPE html><title>Page</title><main id="page"></main>';
    await opened.route('**/*', route => route.fulfill({ contentType: 'text/html', body }));
    await opened.goto('https://page.test/');
    await opened.evaluate(() => {
      const sent: unknown[] = [];
      const api = { postMessage: (message: unknown) => sent.push(message), getState: () => undefined, setState() {} };
      Object.assign(window, { sent, ran: [], acquireVsCodeApi: () => api });
    });
    await opened.addScriptTag({ content: script });
  });
  afterEach(() => page?.close());

  const requireOpenPage = () => page ?? assert.fail('There is a page while a test runs.');
  return {
    get page() {
      return requireOpenPage();
    },
    async post(...messages) {
      for (const message of messages) assert.ok(toPage(message), `${message.type} is a message of the extension`);
      await requireOpenPage().evaluate(all => {
        for (const data of all) window.dispatchEvent(new MessageEvent('message', { data }));
      }, messages);
    },
    sent: type =>
      requireOpenPage().evaluate(
        wanted => (window as unknown as { sent: FromPage[] }).sent.filter(message => message.type === wanted),
        type as string,
      ) as Promise<never[]>,
  };
}
