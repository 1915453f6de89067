import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme, withTitle } from '../../model/content/address.ts';
import { headingUri } from '../../model/content/headings.ts';
import type { DeferredLinks } from '../../ui/deferredLinks.ts';

/**
 * Matches a web address anywhere, and the target of a Markdown link without a scheme, which is relative to the page.
 */
const safeTarget =
  /(?<web>(?<![\w.+-])(?:https?:\/\/|mailto:)(?:[^\s<>()"'`\\]|\([^\s<>()]*\))*[^\s<>()"'`\\.,;:!?*_])|(?<=\]\(<?)(?<path>[^\s<>()#:?]+)(?<anchor>#[^\s<>()]*)?(?=[#)>\s])/gi;

/** Returns the links of a page that lead to the web or to another page. */
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
  // VS Code ignores an empty result, and would keep the link over the whole page. A link after the last line is
  // invisible.
  const end = new vscode.Range(page.lineCount, 0, page.lineCount + 1, 0);
  return [...links, new vscode.DocumentLink(end, page.uri)];
}

function pageAt(page: vscode.Uri, path: string): vscode.Uri | undefined {
  const name = addressOf(`${scheme}:${path}`)?.path;
  if (name === undefined) return undefined;
  const target = vscode.Uri.joinPath(page, '..', name.endsWith('/') ? `${name}README.md` : name);
  return withTitle(target, undefined);
}

/** Parses an address. Returns undefined for invalid text, such as `https:////a`. */
function addressOf(text: string): vscode.Uri | undefined {
  try {
    return vscode.Uri.parse(text);
  } catch {
    // Pages contain arbitrary text: an invalid address must not break the other links.
    return undefined;
  }
}
