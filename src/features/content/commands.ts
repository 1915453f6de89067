import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { openAddressOf } from '../../model/content/openAddresses.ts';
import { uriOf } from '../../model/content/snapshot.ts';
import type { Commands } from '../../ui/command.ts';
import { openAddress } from '../../ui/openAddress.ts';
import * as say from '../../ui/say.ts';
import { isNode, resourceOf } from '../../ui/tree/node.ts';
import { findDocumentOf } from '../picking/findDocument.ts';
import { documentOfTarget, type LinkResource } from './node.ts';

export const commands: Commands<App> = {
  'marginalia.document.open': { action: t('open the document'), run: open },
  'marginalia.item.copyWebAddress': { action: t('copy the web address'), run: copyWebAddress },
  'marginalia.address.open': { action: t('open the address'), run: openTarget },
  'marginalia.item.openInBrowser': { action: t('open the page in the browser'), run: openInBrowser },
};

/** Opens a document. Fetches it first, because VS Code would report every failure only as an unexpected error. */
async function open(app: App, target: unknown): Promise<void> {
  const uri = requireDocument(target);
  if (parseContentUri(uri)) await fetchDocument(app, uri);
  await vscode.commands.executeCommand('vscode.open', openAddressOf(uri), { preview: true });
}

async function fetchDocument(app: App, uri: vscode.Uri): Promise<void> {
  const entry = await app.content.find(uri);
  if (!entry) {
    const name = uri.path.split('/').at(-1) ?? uri.path;
    throw new Failure(
      tEscaped`Could not open ${name}: it is not there any more. It was moved or deleted; refresh to see where.`,
    );
  }
  await (entry.kind === 'page' ? entry.snapshot.markdown(entry.page.id) : entry.snapshot.bytes(entry.file));
}

/** Opens the target of a page of type "link". */
async function openTarget(app: App, target: unknown): Promise<void> {
  const link = resourceOf<LinkResource>(target, 'link');
  if (!link) throw new Failure(t('Choose a page in the Marginalia view that leads to another address.'));
  const { leadsTo } = link;
  if (typeof leadsTo === 'string') return openAddress(leadsTo);
  const place = { connection: leadsTo.connection, space: leadsTo.space, version: { kind: 'main' } } as const;
  const entry = (await (await app.content.snapshot(place)).pages()).byId.get(leadsTo.page);
  if (!entry) throw new Failure(t('Could not open the page: it is not in the other space any more.'));
  await open(app, uriOf(place, entry));
}

async function copyWebAddress(app: App, target: unknown): Promise<void> {
  await vscode.env.clipboard.writeText(await appUrlOf(app, target));
  say.status(t('Web address copied'));
}

async function openInBrowser(app: App, target: unknown): Promise<void> {
  await openAddress(await appUrlOf(app, target));
}

/** Returns the address of a row, or else of the document in the editor, in the service's own app. */
async function appUrlOf(app: App, target: unknown): Promise<string> {
  const resource = isNode(target) ? (target.resource as { link?: string; kind?: string } | undefined) : undefined;
  const hasDocument = !isNode(target) || resource?.kind === 'change';
  const link =
    resource?.link ?? (hasDocument ? await app.content.appUrlOf(await findDocument(app, target)) : undefined);
  if (!link) throw new Failure(t('The service has no address for this that a browser could open.'));
  return link;
}

async function findDocument({ content }: App, target: unknown): Promise<vscode.Uri> {
  return (await findDocumentOf(content, target)) ?? requireDocument(undefined);
}

function requireDocument(target: unknown): vscode.Uri {
  const uri = documentOfTarget(target);
  if (uri) return uri;
  throw new Failure(t('No page of the service is open. Open one from the Marginalia view first.'));
}
