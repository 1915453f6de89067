import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { Operation } from '../../api/operations.ts';
import { operations, requestTemplate } from '../../api/requestDocuments.ts';
import { fillPath } from '../../api/resources.ts';
import type { RequestInput } from '../../api/routes.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseContentUri, parseDescriptionUri, parseOverviewUri } from '../../model/content/address.ts';
import { storeFailingReply, storeReply, schemaUri } from '../../model/requests.ts';
import type { Connection } from '../../model/session/connection.ts';
import { activeUri } from '../../ui/activeDocument.ts';
import { writableFolder } from '../../ui/folders.ts';
import { runWriteWithProgress, withProgress } from '../../ui/progress.ts';
import { type Choice, confirm, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { activeReviewPage } from '../opening/activeReviewPage.ts';
import { readRequest, type Request } from './request.ts';

/** Opens a request document for an operation that the user picks, with its parameters and body. */
export async function composeRequest(app: App): Promise<void> {
  const connection = await app.session.require();
  const prompt = { title: t('Send Request'), placeHolder: t('Which operation of the service?'), empty: '' };
  const operation = await pick(prompt, operations.map(choiceOf));
  const known = { ...(await idsOfActiveDocument(app)), ...(await onlyOrganization(connection, operation)) };
  const request = requestTemplate(operation, schemaUri(operation).toString(), known);
  const document = await vscode.workspace.openTextDocument(await freeName(operation));
  const edit = new vscode.WorkspaceEdit();
  // A recently closed document of this name may still contain its text.
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(document.uri, all, `${JSON.stringify(request, null, 2)}\n`);
  await vscode.workspace.applyEdit(edit);
  const editor = await vscode.window.showTextDocument(document);
  // Puts the cursor into the first empty value, or at the beginning.
  const missing = document.positionAt(document.getText().indexOf('""') + 1);
  editor.selection = new vscode.Selection(missing, missing);
}

function choiceOf(operation: Operation): Choice<Operation> {
  const { summary = '', route, isOptional } = operation;
  const detail = isOptional ? t('Only some servers offer it') : undefined;
  return { label: route, description: summary.replace(/\.$/, ''), ...(detail && { detail }), value: operation };
}

/** Returns the IDs of the active review page or editor. */
async function idsOfActiveDocument(app: App): Promise<Record<string, string>> {
  const reviewPage = activeReviewPage(app);
  if (reviewPage) {
    const { place, pageId } = reviewPage;
    return { spaceId: place.space, changeRequestId: String(place.number), ...(pageId && { pageId }) };
  }
  const uri = activeUri();
  if (!uri) return {};
  const overview = parseOverviewUri(uri) ?? parseDescriptionUri(uri);
  if (overview) return { spaceId: overview.space, changeRequestId: String(overview.changeRequest) };
  const address = parseContentUri(uri);
  if (!address) return {};
  const { space: spaceId, version } = address;
  return {
    spaceId,
    ...(version.kind === 'changeRequest' && { changeRequestId: String(version.number) }),
    ...(version.kind === 'revision' && { revisionId: version.revision }),
    ...(await idOfDocument(app, uri)),
  };
}

async function idOfDocument({ content }: App, uri: vscode.Uri): Promise<Record<string, string>> {
  try {
    const document = await content.lookUp(uri);
    if (!document) return {};
    return document.kind === 'page' ? { pageId: document.page.id } : { fileId: document.file.id };
  } catch {
    // The user fills in the IDs instead.
    return {};
  }
}

/** Returns the ID of the organization if there is only one. */
async function onlyOrganization({ api }: Connection, { parameters }: Operation): Promise<Record<string, string>> {
  if (!parameters.some(({ name }) => name === 'organizationId')) return {};
  try {
    const { value: first } = await api.list('GET /orgs', {}).next();
    const [only, ...others] = first?.items ?? [];
    return only && others.length === 0 && !first?.hasMore ? { organizationId: only.id } : {};
  } catch {
    // The user fills in the ID instead.
    return {};
  }
}

/** Returns a file name that no file and no open document has. */
async function freeName({ id }: Operation): Promise<vscode.Uri> {
  const { textDocuments } = vscode.workspace;
  const folder = await writableFolder();
  for (let count = 1; ; count++) {
    const name = `${id}${count > 1 ? `-${count}` : ''}.request.json`;
    const file = vscode.Uri.joinPath(folder, name);
    const uri = file.with({ scheme: 'untitled' });
    const isOpen = textDocuments.some(document => document.uri.path === file.path);
    if (!isOpen && !(await exists(file))) return uri;
  }
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    // A file that cannot be read counts as missing, as it does for the editor.
    return false;
  }
}

/** Sends a request document, and opens the reply beside it. */
export async function sendRequest({ session, replies }: App, target: unknown): Promise<void> {
  const text = (await documentOf(target)).getText();
  const connection = await session.require();
  const request = readRequest(text);
  const { operation } = request;
  const { path, query, body } = request;
  const input = { ...path, query, body } as unknown as RequestInput<typeof operation.route>;
  const title = tEscaped`Sending ${operation.route}`;
  const ask = (signal: AbortSignal): Promise<unknown> => connection.api.request(operation.route, input, { signal });
  const isRead = operation.method === 'GET';
  if (!isRead) await confirmWriting(connection, request);
  let reply: unknown;
  try {
    reply = await (isRead ? withProgress(title, ask) : runWriteWithProgress(title, ask, async () => unknown));
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : error;
    if (cause instanceof ApiError && cause.status && cause.body) {
      await showBeside(storeFailingReply(replies, operation, { status: cause.status, body: cause.body }));
    }
    throw error;
  }
  if (reply === undefined) return say.info(tEscaped`${operation.route} is done. The service answered without a text.`);
  await showBeside(storeReply(replies, operation, reply));
}

async function showBeside(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

async function documentOf(target: unknown): Promise<vscode.TextDocument> {
  if (target instanceof vscode.Uri) return vscode.workspace.openTextDocument(target);
  const editor = vscode.window.activeTextEditor;
  if (editor) return editor.document;
  throw new Failure(t('Could not send the request: no document is open. Begin with "Marginalia: Send Request...".'));
}

/** This sentence follows a failed write, because generic requests cannot look up the outcome. */
const unknown = t('Whether it was done is not known; look before you send it again.');

/** Asks for a confirmation of a write, because later steps have none. */
async function confirmWriting({ label }: Connection, { operation, path }: Request): Promise<void> {
  const { method, segments, summary = '' } = operation;
  const address = fillPath(`/${segments.join('/')}`, path);
  const consequence = tEscaped`It is done at once as "${label}", without the questions that other commands ask.`;
  const detail = [escapeLine(summary, 300), consequence].filter(Boolean).join(' ');
  await confirm(tEscaped`Send ${method} ${address}?`, detail, t('Send'));
}
