import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme, withTitle } from '../../model/content/address.ts';
import { headingUri } from '../../model/content/headings.ts';
import type { LateLinks } from '../../ui/lateLinks.ts';

/** An address of the web, wherever it stands, and the target of a link without a scheme, relative to the page. */
const harmless =
  /(?<web>(?<![\w.+-])(?:https?:\/\/|mailto:)(?:[^\s<>()"'`\\]|\([^\s<>()]*\))*[^\s<>()"'`\\.,;:!?*_])|(?<=\]\(<?)(?<path>[^\s<>()#:?]+)(?<anchor>#[^\s<>()]*)?(?=[#)>\s])/gi;

/** The links of a page that lead to the web or to a page. */
export function harmlessIn(app: App, late: LateLinks, page: vscode.TextDocument): vscode.DocumentLink[] {
  const found = [...page.getText().matchAll(harmless)].flatMap(({ index, 0: text, groups = {} }) => {
    const range = new vscode.Range(page.positionAt(index), page.positionAt(index + text.length));
    const { path, anchor = '' } = groups;
    const target = path === undefined ? addressOf(text) : pageAt(page.uri, path);
    if (!target) return [];
    return anchor.length > 1
      ? late.add(range, () => headingUri(app.content, target, anchor.slice(1)))
      : new vscode.DocumentLink(range, target);
  });
  // Without any link the one over the whole page would stay. Behind the last line nobody sees one.
  const behind = new vscode.Range(page.lineCount, 0, page.lineCount + 1, 0);
  return [...found, new vscode.DocumentLink(behind, page.uri)];
}

function pageAt(page: vscode.Uri, path: string): vscode.Uri | undefined {
  // What is not encoded as it should be is part of no address.
  const name = addressOf(`${scheme}:${path}`)?.path;
  if (name === undefined) return undefined;
  const target = vscode.Uri.joinPath(page, '..', name.endsWith('/') ? `${name}README.md` : name);
  return withTitle(target, undefined);
}

/** What a text leads to; undefined for one that is no address, such as `https:////a`. */
function addressOf(text: string): vscode.Uri | undefined {
  try {
    return vscode.Uri.parse(text);
  } catch {
    // Authors write what they like: it leads nowhere, and the other links stay.
    return undefined;
  }
}
