import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import { anchorOf } from '../../model/content/sourceLinks.ts';
import { hoverOf } from '../../ui/hover.ts';
import { linkAt } from './occurrences.ts';

/** Has a link in a page say what it leads to: VS Code shows its address at most, which may be an ID. */
export function registerHover(app: App): vscode.Disposable {
  const provider: vscode.HoverProvider = {
    provideHover: async (document, position) => {
      try {
        return await hoverAt(app, document, position);
      } catch (error) {
        // Nobody has asked for more than a glance.
        app.failures.log('Could not find out what a link leads to.', error);
        return undefined;
      }
    },
  };
  return vscode.languages.registerHoverProvider({ scheme }, provider);
}

async function hoverAt(app: App, document: vscode.TextDocument, position: vscode.Position) {
  const { link, range } = (await linkAt(app, document, position)) ?? {};
  if (!link?.entry || !range) return undefined;
  if ('file' in link.entry) return hoverOf(range, link.entry.file.name, [link.entry.file.contentType]);
  const { page, path } = link.entry;
  const anchor = anchorOf(link);
  return hoverOf(range, page.title, [anchor === undefined ? path : `${path} #${anchor}`, page.description]);
}
