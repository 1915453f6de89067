import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { versionOf } from '../../model/content/content.ts';
import { openChange } from '../opening/openChange.ts';
import { openPage } from '../opening/openPage.ts';
import type { PageLine } from './pages/blockAt.ts';
import type { Pages } from './pages/pages.ts';

interface ReviewPageContext {
  app: App;
  place: ChangeRequestPlace;
  pages: Pages;
}

/** Opens a line of a page in the editor, as a diff if its change is known. */
export async function showInEditor({ app, place, pages }: ReviewPageContext, { id, line }: PageLine): Promise<void> {
  const change = await pages.changeOf(id);
  const position = new vscode.Position(line, 0);
  if (change) await openChange(app, { place, change }, new vscode.Range(position, position));
  else await openPage(app, versionOf(place), { id, title: id });
}

/** Opens the page of the change request that a link on another page leads to. */
export async function openLinkTarget(
  { app, place, pages }: ReviewPageContext,
  from: string,
  target: string,
): Promise<void> {
  const page = await pages.linked(from, target);
  if (page) await openPage(app, versionOf(place), page);
}
