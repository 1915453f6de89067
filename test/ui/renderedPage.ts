import assert from 'node:assert/strict';
import { build, type BuildOptions } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { BlocksHtml } from '../../src/markdown/review/blocksHtml.ts';
import { comparePages } from '../../src/markdown/review/compare.ts';
import { rowHtml } from '../../src/markdown/review/rowHtml.ts';
import { lineOf, rowsOf } from '../../src/markdown/review/rows.ts';
import { runSync } from '../../src/markdown/resumable.ts';
import {
  type FromPage,
  type LayoutMode,
  type ListedPage,
  type Step,
  type ToPage,
  toPage,
} from '../../src/webview/reviewPage/messages.ts';
import { launchBrowser } from '../host/vscode.ts';
import { root } from '../project/sources.ts';

/** A page of a change request before and after, and how to show it. */
interface Content extends Partial<ListedPage> {
  before: string;
  after: string;
  mode?: LayoutMode;
  width?: number;
  /** Messages sent after those that show the page. */
  more?: readonly ToPage[];
}

/** The review page with its styles in a browser, without VS Code. */
export interface RenderedPage {
  /** Shows a page of a change request. */
  show: (content: Content) => Promise<Page>;
}

/** Starts a browser for the tests of the enclosing `describe`. */
export function setRenderedPage(): RenderedPage {
  let browser: Browser;
  let sources: { script: string; style: string };
  let page: Page | undefined;
  before(async () => {
    const [script, style, blocks] = await Promise.all([
      bundled('src/webview/reviewPage/main.ts', { format: 'iife' }),
      bundled('src/webview/reviewPage/styles.css', { loader: { '.ttf': 'dataurl' } }),
      bundled('media/blocks.css', { loader: { '.ttf': 'dataurl' } }),
    ]);
    sources = {
      script,
      style: `:root { --vscode-editor-background: #fff; --vscode-editor-foreground: #333 }${blocks}${style}`,
    };
    browser = await launchBrowser();
  });
  after(() => browser.close());
  afterEach(() => page?.close());

  return {
    async show({ before, after, mode = 'split', width = 1440, more = [], ...listed }) {
      page = await browser.newPage({ viewport: { width, height: 900 } });
      page.setDefaultTimeout(5000);
      const body = `<!DOCTYPE html><title>Page</title><style>${sources.style}</style><main id="page"></main>`;
      await page.route('**/*', route => route.fulfill({ contentType: 'text/html', body }));
      await page.goto('https://page.test/');
      await page.evaluate(
        state => {
          const sent: unknown[] = [];
          const api = { postMessage: (message: unknown) => sent.push(message), getState: () => state, setState() {} };
          Object.assign(window, { sent, acquireVsCodeApi: () => api });
        },
        { mode },
      );
      await page.addScriptTag({ content: sources.script });
      const shownMode = width < 720 && mode === 'split' ? 'one' : mode;
      const messages: ToPage[] = [...messagesOf({ before, after, mode: shownMode, ...listed }), ...more];
      for (const message of messages) assert.ok(toPage(message), `${message.type} is a message of the extension`);
      await page.evaluate(all => {
        for (const data of all) window.dispatchEvent(new MessageEvent('message', { data }));
      }, messages);
      await page.locator('.page.filled').first().waitFor();
      return page;
    },
  };
}

/** Returns the messages of one type that the page has sent. */
export function sentBy<T extends FromPage['type']>(page: Page, type: T): Promise<Extract<FromPage, { type: T }>[]> {
  return page.evaluate(
    wanted => (window as unknown as { sent: FromPage[] }).sent.filter(message => message.type === wanted),
    type as string,
  ) as Promise<Extract<FromPage, { type: T }>[]>;
}

/** Sends a step to the review page, as the extension does. */
export function go(page: Page, step: Step): Promise<void> {
  return post(page, { type: 'go', step });
}

/** Sends a message to the page, as the extension does. */
export function post(page: Page, message: ToPage): Promise<void> {
  return page.evaluate(data => {
    window.dispatchEvent(new MessageEvent('message', { data }));
  }, message);
}

function messagesOf({ before, after, mode = 'split', ...listed }: Content): ToPage[] {
  const page = { id: 'p', title: 'Page', path: 'docs/page', ancestors: [], kind: 'edited' as const, conversations: 0 };
  const head = { number: 8, subject: 'Subject', status: 'open', isOver: false, summary: '' };
  const lists = { facts: [], times: [], reviewers: [], checks: [], events: [], actions: [] };
  return [
    { type: 'head', head: { ...head, ...lists } },
    { type: 'rights', canComment: true, canEdit: false, pending: 0, isStopped: false },
    {
      ...{ type: 'pages', files: [], others: [], more: 0 },
      pages: [{ ...page, isViewedBefore: false, ...listed }],
      against: { words: 'to the main content', before: 'main content', isSince: false },
    },
    { type: 'page', id: 'p', mode, facts: [], rows: rowsBetween(before, after, mode) },
  ];
}

/** Returns the rows of the comparison of two texts. */
export function rowsBetween(before: string, after: string, mode: LayoutMode) {
  const blocks = new BlocksHtml({ image: () => undefined }, 'p', { isFolding: true });
  const rows = rowsOf(comparePages({ markdown: before }, { markdown: after }));
  return rows.map((row, index) => {
    const [lineBefore] = row.lines.before ?? [];
    const line = lineOf(rows, index);
    const lines = { ...(line !== undefined && { line }), ...(lineBefore !== undefined && { lineBefore }) };
    return { kind: row.kind, label: row.label, count: row.count, ...lines, ...runSync(rowHtml(blocks, row, mode)) };
  });
}

async function bundled(entryPoint: string, options: BuildOptions): Promise<string> {
  const always = { bundle: true, write: false, logLevel: 'silent', absWorkingDir: root } as const;
  const { outputFiles } = await build({ ...always, ...options, entryPoints: [entryPoint] });
  return outputFiles?.[0]?.text ?? assert.fail(`${entryPoint} is built.`);
}
