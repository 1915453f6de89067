import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Result, Schema } from '../../src/api/routes.ts';
import { listFolder } from '../../src/sandbox/gitSync/folder.ts';
import { loadSpace } from '../../src/sandbox/load/space.ts';
import { fillAcme } from './acme.ts';
import { openSandbox } from './sandbox.ts';
import type { OpenSandbox } from './sandbox.ts';

/** A sandbox whose organization Acme has a space `docs` made of files, with short methods for common calls. */
export interface Docs extends OpenSandbox {
  warnings: string[];
  /** Creates a change request as Eden, with these edits. */
  propose(changes: Edit[], subject?: string): Promise<Schema<'ChangeRequest'>>;
  edit(changeRequest: { id: string }, changes: Edit[]): Promise<Schema<'ChangeRequest'>>;
  merge(changeRequest: {
    id: string;
  }): Promise<Result<'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge'>>;
  /** Returns the Markdown of a page of the main content or of a change request. */
  read(path: string, changeRequest?: { id: string }): Promise<string | undefined>;
  page(path: string, changeRequest?: { id: string }): Promise<Schema<'Page'>>;
  /** Returns the pages of the main content or of a change request: `readme guide(setup use)`. */
  outline(changeRequest?: { id: string }): Promise<string>;
}

export type Edit = Schema<'ContentEdit'>;
export type Files = Record<string, string | Uint8Array | { link: string }>;

export const spaceId = 'docs';

export async function openDocs(
  files: Files,
  options: { clock?: () => Date; timeoutMs?: number; documentedOnly?: boolean } = {},
): Promise<Docs> {
  let warnings: string[] = [];
  const folder = makeFolder(files);
  const sandbox = await openSandbox({
    ...options,
    fill: state => {
      fillAcme(state);
      const fields = {
        organization: 'acme',
        title: 'Docs',
        emoji: '📘',
        visibility: 'private',
        editMode: 'live',
      } as const;
      ({ warnings } = loadSpace(
        state,
        { id: spaceId, ...fields, defaultLevel: null },
        { folder: listFolder(folder), author: 'ada' },
      ));
    },
  });
  const target = (changeRequest: { id: string } | undefined) => ({ spaceId, changeRequestId: changeRequest?.id ?? '' });
  const edit: Docs['edit'] = async (changeRequest, changes) => {
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';
    const body = { changes };
    const result = await sandbox.call(route, { ...target(changeRequest), query: {}, body }, { as: 'eden' });
    return result as Schema<'ChangeRequest'>;
  };
  const page: Docs['page'] = (path, changeRequest) => {
    const pagePath = path || '/';
    return changeRequest
      ? sandbox.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}', {
          ...target(changeRequest),
          pagePath,
        })
      : sandbox.call('GET /spaces/{spaceId}/content/path/{pagePath}', { spaceId, pagePath });
  };
  return {
    ...sandbox,
    warnings,
    edit,
    page,
    async propose(changes, subject = 'A proposal') {
      const route = 'POST /spaces/{spaceId}/change-requests';
      const changeRequest = await sandbox.call(route, { spaceId, body: { subject } }, { as: 'eden' });
      return changes.length > 0 ? edit(changeRequest, changes) : changeRequest;
    },
    merge: changeRequest =>
      sandbox.call('POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge', target(changeRequest)),
    read: async (path, changeRequest) => (await page(path, changeRequest)).markdown,
    async outline(changeRequest) {
      const { pages } = changeRequest
        ? await sandbox.call(
            'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
            target(changeRequest),
          )
        : await sandbox.call('GET /spaces/{spaceId}/content/pages', { spaceId });
      return outlineOf(pages);
    },
  };
}

export function outlineOf(pages: readonly Schema<'Page'>[]): string {
  const words = pages.map(({ path, href, pages: below = [] }) => {
    const name = href ?? (path || 'readme');
    return below.length > 0 ? `${name}(${outlineOf(below)})` : name;
  });
  return words.join(' ');
}

const folders: string[] = [];

/** Creates a folder with these files, which is deleted after the test. */
export function makeFolder(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-docs-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, path);
    else writeFileSync(path, content);
  }
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
