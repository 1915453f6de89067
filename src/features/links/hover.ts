import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { anchorOfLink } from '../../model/content/sourceLinks.ts';
import { hoverOf } from '../../ui/hover.ts';
import { linkAt } from './occurrences.ts';

/** Shows the title of a link's target. VS Code shows only the address, which may be an ID. */
export async function provideHover(app: App, document: vscode.TextDocument, position: vscode.Position) {
  try {
    return await hoverAt(app, document, position);
  } catch (error) {
    // A hover appears without being requested, so its failure shows no message.
    app.failures.log('Could not look up the target of a link.', error);
    return undefined;
  }
}

async function hoverAt(app: App, document: vscode.TextDocument, position: vscode.Position) {
  const { link, range } = (await linkAt(app, document, position)) ?? {};
  if (!link?.entry || !range) return undefined;
  if ('file' in link.entry) return hoverOf(range, link.entry.file.name, [link.entry.file.contentType]);
  const { page, path } = link.entry;
  const anchor = anchorOfLink(link);
  return hoverOf(range, page.title, [anchor === undefined ? path : `${path} #${anchor}`, page.description]);
}
