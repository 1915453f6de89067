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
import { fillFromSample } from '../sandbox/copies.ts';
import { answerPrompts } from './answers.ts';

/** Returns the extension's public API. */
export async function marginalia(): Promise<MarginaliaApi> {
  const extension = vscode.extensions.getExtension<MarginaliaApi>('marginalia.marginalia');
  assert.ok(extension, 'the extension is not there');
  return extension.activate();
}

export function projectFolder(): string {
  return vscode.extensions.getExtension('marginalia.marginalia')?.extensionPath ?? '';
}

/** True if the suite runs against a server that offers only the documented operations. */
export const documentedOnly = process.env['MARGINALIA_TEST_SERVER'] === 'documented-only';

/**
 * Defines a test of a feature that needs optional operations. The behaviour without them has its own tests, on a
 * sandbox with only the documented operations.
 */
export const itWithOptional: (title: string, test: () => Promise<void>) => void = documentedOnly ? () => undefined : it;

/** Defines a slow suite that uses only documented operations. It runs only once, in the current VS Code. */
export const describeOnce: (title: string, suite: (this: Mocha.Suite) => void) => void = documentedOnly
  ? () => undefined
  : describe;

/** The answer that skips the description prompt, which only some servers have. */
export const noDescription: readonly string[] = documentedOnly ? [] : [''];

/** Starts a sandbox with the sample, of the kind that the suite runs against. Closing it also resets the window. */
export async function sampleSandbox(options: SandboxOptions & { port?: number } = {}): Promise<RunningSandbox> {
  const sample = sampleFolder();
  const content = options.content === undefined ? { fill: fillFromSample(sample) } : { sample };
  const sandbox = await startCheckedSandbox({ ...content, documentedOnly, ...options });
  return {
    ...sandbox,
    async close() {
      await forgetEverything();
      await sandbox.close();
    },
  };
}

/**
 * Closes all editors and signs out all accounts, so that the next test finds the window as if it had just been opened.
 */
async function forgetEverything(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  // Each sign-in would fetch the content of a visible view.
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  const api = await marginalia();
  for (let id = api.connection?.id; id !== undefined; id = api.connection?.id) {
    await signOut(id);
  }
}

export async function signOut(connection: string): Promise<void> {
  const answers = answerPrompts('Sign Out');
  await vscode.commands.executeCommand('marginalia.session.signOut', connection);
  answers.restore();
}

/** Starts a sandbox with the sample, and signs the extension in. */
export async function signedIn(options: SandboxOptions & { as?: string } = {}): Promise<RunningSandbox> {
  const sandbox = await sampleSandbox(options);
  const token = options.as ? sandbox.tokenFor(options.as) : sandbox.token;
  await (await marginalia()).signIn({ url: sandbox.url, token });
  return sandbox;
}

/** Edits a change request as another user. Not every server offers this operation, but other users can always edit. */
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

/** Creates a change request and returns its number. */
export async function createChangeRequest({ api }: Connection, spaceId: string, subject: string): Promise<number> {
  const created = await api.request('POST /spaces/{spaceId}/change-requests', { spaceId, body: { subject } });
  return created?.number ?? assert.fail('The sandbox tells the number.');
}

/**
 * Adds a page to a change request at an address that no other test uses, since VS Code keeps a closed document with its
 * text for minutes, even if the text is from another sandbox.
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

/** Returns all pages of a change request in the sandbox. */
export function pagesOf({ state }: RunningSandbox, changeRequest: { space: string; number: number }): PageRow[] {
  const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
  const withChildren = (page: PageRow): PageRow[] => [page, ...page.pages.flatMap(withChildren)];
  return state.revisions.get(row?.revision ?? '').pages.flatMap(withChildren);
}

export function sampleFolder(): string {
  return join(projectFolder(), 'src/sandbox/load/sample');
}

/** Returns the folder of the real documentation, which exists only on the machines of this project's developers. */
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
