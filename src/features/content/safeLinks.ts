import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme, withTitle } from '../../model/content/address.ts';
import { headingUri } from '../../model/content/headings.ts';
import type { DeferredLinks } from '../../ui/deferredLinks.ts';

/** An address of the web, wherever it stands, and the target of a link without a scheme, relative to the page. */
const safeTarget =
  /(?<web>(?<![\w.+-])(?:https?:\/\/|mailto:)(?:[^\s<>()"'`\\]|\([^\s<>()]*\))*[^\s<>()"'`\\.,;:!?*_])|(?<=\]\(<?)(?<path>[^\s<>()#:?]+)(?<anchor>#[^\s<>()]*)?(?=[#)>\s])/gi;

/** The links of a page that lead to the web or to a page. */
export function safeLinksIn(app: App, deferredLinks: DeferredLinks, page: vscode.TextDocument): vscode.DocumentLink[] {
  const links = [...page.getText().matchAll(safeTarget)].flatMap(({ index, 0: text, groups = {} }) => {
    const range = new vscode.Range(page.positionAt(index), page.positionAt(index + text.length));
    const { path, anchor = '' } = groups;
    const target = path === undefined ? addressOf(text) : pageAt(page.uri, path);
    if (!target) return [];
    return anchor.length > 1
      ? deferredLinks.add(range, () => headingUri(app.content, target, anchor.slice(1)))
      : new vscode.DocumentLink(range, target);
  });
  // Without any link the one over the whole page would stay. Behind the last line nobody sees one.
  const end = new vscode.Range(page.lineCount, 0, page.lineCount + 1, 0);
  return [...links, new vscode.DocumentLink(end, page.uri)];
}

function pageAt(page: vscode.Uri, path: string): vscode.Uri | undefined {
  // A path with invalid percent-encoding is no address.
  const name = addressOf(`${scheme}:${path}`)?.path;
  if (name === undefined) return undefined;
  const target = vscode.Uri.joinPath(page, '..', name.endsWith('/') ? `${name}README.md` : name);
  return withTitle(target, undefined);
}

/** Parses an address. Returns undefined for text that is none, such as `https:////a`. */
function addressOf(text: string): vscode.Uri | undefined {
  try {
    return vscode.Uri.parse(text);
  } catch {
    // Authors write what they like: it leads nowhere, and the other links stay.
    return undefined;
  }
}
