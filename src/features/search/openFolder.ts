import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { type ContentAddress, headAddress } from '../../model/content/address.ts';
import { activeUri } from '../../ui/activeDocument.ts';
import { pick } from '../../ui/prompts.ts';
import type { Node } from '../../ui/tree/node.ts';
import { markTrusted } from '../../ui/trusted.ts';
import { openPage } from '../opening/openPage.ts';
import type { SpaceResource } from '../spaces/node.ts';

/** Lets the user pick a page of the open folder, or of the version of the active page, and opens it. */
export async function goToPage(app: App): Promise<void> {
  const uri = activeUri();
  const address = folderAddress() ?? (uri && headAddress(uri));
  if (!address) throw new Failure(t('Open a page first, or open a change request as a folder.'));
  const place = await app.content.place(address);
  const { byPath } = await (await app.content.snapshot(place)).pages();
  const choices = [...byPath.values()].map(({ page, path }) => ({
    label: page.title,
    description: path,
    iconPath: new vscode.ThemeIcon('markdown'),
    value: page,
  }));
  const prompt = { title: t('Go to Page'), placeHolder: t('Type a title or path'), empty: t('There are no pages.') };
  const { id, title, urls } = await pick(prompt, choices);
  await openPage(app, place, { id, title, link: urls?.app });
}

/** Returns the space of the open folder as a row, for search commands. */
export async function spaceOfFolder(app: App): Promise<Node | undefined> {
  const address = folderAddress();
  if (!address) return undefined;
  const { connection } = await app.content.place(address);
  const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId: address.space });
  const resource: SpaceResource = { kind: 'space', connection, space, link: space.urls?.app };
  return markTrusted({ id: 'space of the open folder', label: space.title, contextValue: 'space', resource });
}

function folderAddress(): ContentAddress | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.flatMap(({ uri }) => headAddress(uri) ?? [])[0];
}
