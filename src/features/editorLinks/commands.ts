import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { versionOf } from '../../model/content/content.ts';
import { editorLink } from '../../model/editorLinks.ts';
import type { Commands } from '../../ui/command.ts';
import * as say from '../../ui/say.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { changeRequestOfTarget } from '../picking/findChangeRequest.ts';
import { findDocumentOf } from '../picking/findDocument.ts';
import type { SpaceResource } from '../spaces/node.ts';
import { openFromLink } from './open.ts';

export const commands: Commands<App> = {
  'marginalia.item.copyLink': { action: t('copy the link'), run: copyLink },
  'marginalia.link.open': { action: t('open the link'), run: openFromLink },
};

/** Copies a link that opens a space, change request or page in VS Code. */
async function copyLink(app: App, target: unknown): Promise<void> {
  await vscode.env.clipboard.writeText(await linkTo(app, target));
  say.status(t('Link copied'));
}

async function linkTo(app: App, target: unknown): Promise<string> {
  const row = resourceOf<SpaceResource>(target, 'space');
  if (row) return editorLink({ connection: row.connection, space: row.space.id, version: { kind: 'main' } });
  const uri = await findDocumentOf(app.content, target);
  const address = uri && parseContentUri(uri);
  if (!address) return editorLink(versionOf(await requireChangeRequest(app, target)));
  const entry = await app.content.find(uri);
  if (entry?.kind === 'page') return editorLink(entry.snapshot.place, { page: entry.page.id });
  throw new Failure(t('Only pages have links of their own. Copy that of a page which shows the file.'));
}

async function requireChangeRequest(app: App, target: unknown) {
  const place = await changeRequestOfTarget(app, target);
  if (place) return place;
  throw new Failure(t('Choose a space, a change request or a page in the Marginalia view, or open a page first.'));
}
