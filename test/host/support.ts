import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Schema } from '../../src/api/routes.ts';
import { applyEdits } from '../../src/sandbox/operations/content/contentEdits.ts';
import { draftOf, storeDraft } from '../../src/sandbox/operations/content/draft.ts';
import type { RunningSandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import type { PageRow } from '../../src/sandbox/store/rows.ts';
import { numberKey } from '../../src/sandbox/store/state.ts';
import type { Connection } from '../../src/model/session/connection.ts';
import type { MarginaliaApi } from '../../src/publicApi.ts';
import { contentUri, overviewUri } from '../../src/model/content/address.ts';
import { startCheckedSandbox } from '../sandbox/checked.ts';
import { sampleOf } from '../sandbox/copies.ts';
import { answering } from './answers.ts';

/** The extension as other extensions see it. */
export async function marginalia(): Promise<MarginaliaApi> {
  const extension = vscode.extensions.getExtension<MarginaliaApi>('marginalia.marginalia');
  assert.ok(extension, 'the extension is not there');
  return extension.activate();
}

/** The folder of the project. */
export function projectFolder(): string {
  return vscode.extensions.getExtension('marginalia.marginalia')?.extensionPath ?? '';
}

/** Whether the suite runs against a service that offers nothing but what is documented. */
export const documentedOnly = process.env['MARGINALIA_TEST_SERVER'] === 'documented-only';

/**
 * A test of what only the optional operations make possible. What users see on a server without them is tested for
 * itself, on a sandbox with the documented operations alone.
 */
export const itWithOptional: (title: string, test: () => Promise<void>) => void = documentedOnly ? () => undefined : it;

/**
 * A suite that asks for nothing but what is documented, and takes long: it would find the same twice, and is run in
 * today's VS Code alone.
 */
export const describeOnce: (title: string, suite: (this: Mocha.Suite) => void) => void = documentedOnly
  ? () => undefined
  : describe;

/** The answer that skips the question for a description, which only some servers have. */
export const noDescription: readonly string[] = documentedOnly ? [] : [''];

/** A sandbox with the sample, of the kind that the suite is run against. With it goes what the extension knew of it. */
export async function sampleSandbox(options: SandboxOptions & { port?: number } = {}): Promise<RunningSandbox> {
  const sample = sampleFolder();
  const content = options.content === undefined ? { fill: sampleOf(sample) } : { sample };
  const sandbox = await startCheckedSandbox({ ...content, documentedOnly, ...options });
  return {
    ...sandbox,
    async close() {
      await forgetEverything();
      await sandbox.close();
    },
  };
}

/** Closes what is open and signs out everybody: the next test finds the window as if it had just been opened. */
async function forgetEverything(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  // What can be seen would be asked for by everybody who signs in.
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  const api = await marginalia();
  for (let id = api.connection?.id; id !== undefined; id = api.connection?.id) {
    await signOut(id);
  }
}

export async function signOut(connection: string): Promise<void> {
  const answers = answering('Sign Out');
  await vscode.commands.executeCommand('marginalia.session.signOut', connection);
  answers.restore();
}

/** Starts a sandbox with the sample, and signs the extension in to it. */
export async function signedIn(options: SandboxOptions & { as?: string } = {}): Promise<RunningSandbox> {
  const sandbox = await sampleSandbox(options);
  const token = options.as ? sandbox.tokenFor(options.as) : sandbox.token;
  await (await marginalia()).signIn({ url: sandbox.url, token });
  return sandbox;
}

/** Somebody edits a change request. Not every server lets its clients do that, but on every server it happens. */
export function editContent(
  { state }: RunningSandbox,
  changeRequest: { space: string; number: number },
  edits: Schema<'ContentEdit'>[],
): void {
  const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
  const [user] = state.users.all();
  assert.ok(row && user);
  const draft = draftOf({ state, user }, row);
  applyEdits(draft, edits);
  storeDraft(draft);
  state.keepWrites();
}

/** Creates a change request, and gives its number. */
export async function createChangeRequest({ api }: Connection, spaceId: string, subject: string): Promise<number> {
  const created = await api.request('POST /spaces/{spaceId}/change-requests', { spaceId, body: { subject } });
  return created?.number ?? assert.fail('The sandbox tells the number.');
}

/**
 * Adds a page to a change request, at an address that no other test uses: VS Code keeps a document for minutes after it
 * was closed, and what it read from another sandbox with it.
 */
export function addPage(
  sandbox: RunningSandbox,
  changeRequest: { space: string; number: number },
  page: { title: string; markdown: string; slug?: string },
): { id: string; uri: vscode.Uri } {
  const { title, markdown, slug = `page-${randomUUID()}` } = page;
  editContent(sandbox, changeRequest, [{ operation: 'insert_page', title, slug, document: { markdown } }]);
  const { id } = pagesOf(sandbox, changeRequest).find(({ path }) => path === slug) ?? assert.fail('no page was added');
  return { id, uri: pageUri(changeRequest.space, changeRequest.number, `${slug}.md`) };
}

/** All pages of a change request, as the sandbox holds them. */
export function pagesOf({ state }: RunningSandbox, changeRequest: { space: string; number: number }): PageRow[] {
  const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
  const withChildren = (page: PageRow): PageRow[] => [page, ...page.pages.flatMap(withChildren)];
  return state.revisions.get(row?.revision ?? '').pages.flatMap(withChildren);
}

export function sampleFolder(): string {
  return join(projectFolder(), 'src/sandbox/load/sample');
}

/** Where the real documentation lies; it is there on the machines of this project's developers only. */
export function realDocumentation(): string {
  return join(projectFolder(), '../shared/data/fluentd-docs');
}

export function pageUri(space: string, changeRequest: number, path: string): vscode.Uri {
  const version = { kind: 'changeRequest', number: changeRequest } as const;
  return contentUri({ connection: 'sandbox', space, version, path });
}

export function changeRequestUri(space: string, changeRequest: number): vscode.Uri {
  return overviewUri({ connection: 'sandbox', space, changeRequest });
}
