import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { RunningSandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import { startCheckedSandbox } from '../sandbox/checked.ts';

export const space = 'heron-manual';

/** A sandbox with the sample, and helpers that change and read it without the user interface. */
export interface Service extends RunningSandbox {
  /** Creates an open change request that replaces the text of a page, and returns its number. */
  propose(subject: string, page: string, markdown: string): Promise<number>;
  /** Replaces the text of a page of a change request. */
  edit(number: number, page: string, markdown: string): Promise<void>;
  /** Adds an empty page after all others of a change request. */
  addPage(number: number, title: string): Promise<void>;
  /** Returns the titles of the top pages of a change request, in order. */
  topPages(number: number): Promise<string[]>;
  /** Returns the Markdown of a page of a change request. */
  markdown(number: number, page: string): Promise<string>;
  remove(number: number, page: string): Promise<void>;
  /** Renames a page of a change request without changing its text. */
  rename(number: number, page: string, title: string): Promise<void>;
  /** Reverts the changes of a change request to a page. */
  revert(number: number, page: string): Promise<void>;
  /** Suggests another text for a block of a page of a change request, as another user. */
  suggest(number: number, page: string, block: string, proposed: string): Promise<void>;
  /** Starts a conversation about a page of a change request, as the user who signs in. */
  comment(number: number, page: string, markdown: string): Promise<void>;
  /** Returns the rows of the comments on a change request. */
  comments(number: number): ReturnType<RunningSandbox['state']['comments']['all']>;
  changeRequest(number: number): ReturnType<RunningSandbox['state']['changeRequests']['get']>;
}

export async function startService(options: Pick<SandboxOptions, 'documentedOnly'> = {}): Promise<Service> {
  const sample = join(import.meta.dirname, '../../src/sandbox/load/sample');
  const sandbox = await startCheckedSandbox({ sample, ...options });
  const { state, url, token } = sandbox;
  const ask = async <T>(method: string, path: string, body?: unknown, as = token): Promise<T> => {
    const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}/v1/spaces/${space}/change-requests${path}`, init);
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as T;
  };
  const changeRequest = (number: number) => {
    const row = state.changeRequests.all().find(one => one.space === space && one.number === number);
    return row ?? assert.fail(`no change request #${number}`);
  };
  const pageIn = async (number: number, title: string) => {
    const { pages } = await ask<{ pages: Page[] }>('GET', `/${number}/content/pages`);
    return find(pages, title) ?? assert.fail(`no page "${title}"`);
  };
  const change = async (number: number, title: string, to: object) => {
    const page = await pageIn(number, title);
    await ask('POST', `/${number}/content`, { changes: [{ page: page.id, ...to }] });
  };
  const edit: Service['edit'] = (number, title, markdown) =>
    change(number, title, { operation: 'update_page', document: { markdown } });
  return {
    ...sandbox,
    changeRequest,
    edit,
    rename: (number, page, title) => change(number, page, { operation: 'update_page', title }),
    async addPage(number, title) {
      const edit = { operation: 'insert_page', title, document: { markdown: '' } };
      await ask('POST', `/${number}/content`, { changes: [edit] });
    },
    async topPages(number) {
      const { pages } = await ask<{ pages: Page[] }>('GET', `/${number}/content/pages`);
      return pages.map(({ title }) => title);
    },
    async markdown(number, title) {
      const { id } = await pageIn(number, title);
      return (await ask<{ markdown: string }>('GET', `/${number}/content/page/${id}?format=markdown`)).markdown;
    },
    remove: (number, title) => change(number, title, { operation: 'delete_page' }),
    revert: (number, title) => change(number, title, { operation: 'revert_page' }),
    comments: number => state.comments.all().filter(row => row.changeRequest === changeRequest(number).id),
    async propose(subject, title, markdown) {
      const { number } = await ask<{ number: number }>('POST', '', { subject });
      await edit(number, title, markdown);
      await ask('PATCH', `/${number}`, { status: 'open' });
      return number;
    },
    async suggest(number, title, block, proposed) {
      const { id } = await pageIn(number, title);
      const { document } = await ask<DocumentReply>('GET', `/${number}/content/page/${id}?format=document`);
      const node = document.nodes.find(one => textOf(one) === block)?.key ?? assert.fail(`no block "${block}"`);
      const markdown = `\`\`\`suggestion\n${proposed}\n\`\`\``;
      await ask('POST', `/${number}/comments`, { page: id, node, body: { markdown } }, sandbox.tokenFor('lucia'));
    },
    async comment(number, title, markdown) {
      const page = await pageIn(number, title);
      await ask('POST', `/${number}/comments`, { page: page.id, body: { markdown } });
    },
  };
}

interface Page {
  id: string;
  title: string;
  pages?: Page[];
}

interface DocumentReply {
  document: { nodes: DocumentNode[] };
}

interface DocumentNode {
  key?: string;
  nodes?: DocumentNode[];
  leaves?: { text: string }[];
}

function textOf({ nodes = [], leaves = [] }: DocumentNode): string {
  return [...leaves.map(({ text }) => text), ...nodes.map(textOf)].join('');
}

function find(pages: Page[], title: string): Page | undefined {
  for (const page of pages) {
    const match = page.title === title ? page : find(page.pages ?? [], title);
    if (match) return match;
  }
  return undefined;
}
