import { setTimeout as delay } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { baseAddress } from '../../api/baseAddress.ts';
import { addressViolation, isLoopback } from '../../api/credentials.ts';
import { isApiError } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import { formatList } from '../../api/lists.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { contentUri, overviewUri, type Version } from '../../model/content/address.ts';
import { type EditorLinkTarget, readAppAddress, readEditorLink, readLocation } from '../../model/editorLinks.ts';
import type { Connection } from '../../model/session/connection.ts';
import { markTrusted } from '../../ui/trusted.ts';
import { withProgress } from '../../ui/progress.ts';
import { askText, confirm } from '../../ui/prompts.ts';
import { openPage } from '../opening/openPage.ts';
import { askAndSignIn } from '../opening/signIn.ts';
import { treePathToSpace } from '../opening/treePaths.ts';

/** Timeout for reading the clipboard. */
const clipboardMs = 500;

/** Asks for an address, and opens its target: a link into the editor, or an address of the service's app or API. */
export async function openFromLink(app: App): Promise<void> {
  // A browser may ask for permission to read the clipboard, so the input box opens after a timeout.
  const copied = (await Promise.race([vscode.env.clipboard.readText(), delay(clipboardMs, '')])).trim();
  const text = await askText({
    title: t('Open from Link'),
    prompt: t('A link that was copied here or in the app of the service'),
    placeHolder: 'https://app.example.com/spaces/...',
    value: copied.length <= 2000 && URL.canParse(copied) ? copied : '',
    violation: text => (URL.canParse(text) ? undefined : t('Enter the whole address.')),
  });
  const link = vscode.Uri.parse(text);
  if (link.scheme !== 'http' && link.scheme !== 'https') return openEditorLink(app, link);
  const resolved = await withProgress(t('Looking for what the link leads to'), signal =>
    resolveAddress(app, text, signal),
  );
  await open(app, resolved.connection, resolved.target);
}

/** Opens the target of a link into the editor with an account that can see it. Offers to sign in if there is none. */
export async function openEditorLink(app: App, link: vscode.Uri): Promise<void> {
  const target = readEditorLink(link);
  if (!target) throw new Failure([t('Could not open the link: it is none of Marginalia.'), notUnderstood].join(' '));
  if (addressViolation(target.server)) {
    const reason = tEscaped`Could not open the link: "${target.server}" is not a secure server address (https).`;
    throw new Failure([reason, notUnderstood].join(' '));
  }
  await app.session.restore();
  const candidates = accountsOn(app, target.server);
  if (candidates.length === 0) return signInFor(app, target);
  await open(app, await findAccountFor(candidates, target), target);
}

const notUnderstood = t('Copy it again with "Copy Link", or find the place with "Marginalia: Go to...".');

/**
 * Returns the accounts on a server, the current one first. A sandbox has a new address with each start, but the same
 * sample.
 */
function accountsOn({ session }: App, server: string): Connection[] {
  const { current, connections } = session;
  const isLocalServer = isLoopback(new URL(server).hostname);
  const isOnServer = ({ id, api }: Connection) =>
    baseAddress(api.url) === server || (isLocalServer && id === 'sandbox');
  return connections.filter(isOnServer).sort((one, other) => Number(other === current) - Number(one === current));
}

/** Returns the first account that can read the space. */
async function findAccountFor(
  candidates: readonly Connection[],
  { space: spaceId }: EditorLinkTarget,
): Promise<Connection> {
  let refusal: unknown;
  for (const connection of candidates) {
    try {
      await connection.api.request('GET /spaces/{spaceId}', { spaceId });
      return connection;
    } catch (error) {
      if (!isApiError(error, 'notFound', 'forbidden', 'signedOut')) throw error;
      refusal ??= error;
    }
  }
  const names = formatList(candidates.map(({ label }) => escapeLine(label, 60)));
  const sentences = [
    tEscaped`Could not open the link: ${names} cannot see the space that it leads to.`,
    t('It may be deleted, or another account may see it: sign in with that, and follow the link again.'),
  ];
  throw new Failure(sentences.join(' '), { cause: refusal });
}

/** A link can name any server, so the user is shown which one, and decides whether to sign in there. */
async function signInFor(app: App, target: EditorLinkTarget): Promise<void> {
  const { server: url } = target;
  await confirm(
    tEscaped`Sign in to ${new URL(url).host}?`,
    t(
      'The link leads there, and you are not signed in. Go on only if you know this server: it gets the API token that ' +
        'you enter next.',
    ),
    t('Sign In'),
  );
  await askAndSignIn(app, { url }, connection => open(app, connection, target));
}

interface ResolvedLink {
  connection: Connection;
  target: EditorLinkTarget;
}

/** Resolves a web address to a target, by its path or by asking the servers of all accounts. */
async function resolveAddress({ session }: App, address: string, signal: AbortSignal): Promise<ResolvedLink> {
  const current = await session.require();
  const others = session.connections.filter(connection => connection !== current);
  for (const connection of [current, ...others]) {
    const located = readLocation(baseAddress(connection.api.url), address);
    if (located) return { connection, target: located };
  }
  for (const connection of [current, ...others]) {
    const target = await fetchTarget(connection, address, signal);
    if (target) return { connection, target };
  }
  throw new Failure(
    [t('Could not open the link: no server to which you are signed in knows it.'), notUnderstood].join(' '),
  );
}

async function fetchTarget(
  { api }: Connection,
  address: string,
  signal: AbortSignal,
): Promise<EditorLinkTarget | undefined> {
  const server = baseAddress(api.url);
  const input = { query: { url: address } };
  try {
    const { space, changeRequest, page } = await api.request('GET /urls/content', input, { signal });
    if (!space) return undefined;
    return { server, space: space.id, changeRequest: changeRequest && String(changeRequest.number), page: page?.id };
  } catch (error) {
    if (!isApiError(error, 'notFound', 'notOffered', 'forbidden', 'invalid')) throw error;
    // A server that cannot resolve addresses responds as for an unknown address.
    const target = readAppAddress(server, address);
    return target && (await isThere({ api }, target, signal)) ? target : undefined;
  }
}

async function isThere({ api }: Pick<Connection, 'api'>, { space: spaceId }: EditorLinkTarget, signal: AbortSignal) {
  try {
    await api.request('GET /spaces/{spaceId}', { spaceId }, { signal });
    return true;
  } catch (error) {
    if (isApiError(error, 'notFound', 'forbidden')) return false;
    throw error;
  }
}

/** Opens the conversation, the page, the change request or the space of a link. */
async function open(app: App, connection: Connection, target: EditorLinkTarget): Promise<void> {
  const { space, comment } = target;
  const number = await numberOf(connection, target);
  const version: Version = number === undefined ? { kind: 'main' } : { kind: 'changeRequest', number };
  const overview =
    number === undefined ? undefined : overviewUri({ connection: connection.id, space, changeRequest: number });
  if (comment !== undefined) {
    const uri = overview ?? contentUri({ connection: connection.id, space, version, path: 'README.md' });
    await vscode.commands.executeCommand('marginalia.comment.show', markTrusted({ uri, comment }));
    return;
  }
  const place = { connection, space, version };
  const page = await pageOf(app, place, target);
  if (page) return openPage(app, place, page);
  if (overview) {
    await vscode.commands.executeCommand('marginalia.changeRequest.openReviewPage', overview);
    return;
  }
  await reveal(app, connection, space);
}

/** Returns the page of a link; undefined if it has none. */
async function pageOf({ content }: App, place: Parameters<typeof openPage>[1], { page, path }: EditorLinkTarget) {
  if (page === undefined && path === undefined) return undefined;
  const { byId } = await (await content.snapshot(place)).pages();
  const entry = [...byId.values()].find(entry =>
    page === undefined ? entry.page.path === path : entry.page.id === page,
  );
  if (entry) return { id: entry.page.id, title: entry.page.title, link: entry.page.urls?.app };
  throw new Failure(t('Could not open the page of the link: it is not there any more. It was moved or deleted since.'));
}

async function numberOf({ api }: Connection, { space: spaceId, changeRequest }: EditorLinkTarget) {
  if (changeRequest === undefined) return undefined;
  if (/^[1-9]\d*$/.test(changeRequest)) return Number(changeRequest);
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
  return (await api.request(route, { spaceId, changeRequestId: changeRequest })).number;
}

async function reveal({ session, tree }: App, connection: Connection, space: string): Promise<void> {
  if (session.current !== connection) session.setCurrent(connection);
  if (await tree.reveal(...(await treePathToSpace(connection, space)))) return;
  throw new Failure(t('The view does not show this space: it was moved. Refresh the view.'));
}
