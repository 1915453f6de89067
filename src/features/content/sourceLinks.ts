import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme, withTitle } from '../../model/content/address.ts';
import { headingUri } from '../../model/content/headings.ts';
import { LateLinks } from '../../ui/lateLinks.ts';

/*
 * In the source of every Markdown document VS Code makes a link of whatever looks like one, and follows it on Ctrl+click
 * even where it is a command with arguments. The pages of the service are written by others. Where VS Code finds links
 * that overlap, the one of the later provider counts: a first one here covers a page from end to end, and with that every
 * link that VS Code has found in it; a second one, which covers the first, gives those that lead to the web or to a page.
 * A page in which no such link can be is left to VS Code.
 */

/** Links in the source of a page run no command and open no file of this machine. */
export function registerSourceLinks(app: App): vscode.Disposable {
  // Whatever their language: that of a page called skill is not Markdown, but its links are.
  const pages = { scheme };
  const late = new LateLinks();
  const { registerDocumentLinkProvider } = vscode.languages;
  return vscode.Disposable.from(
    registerDocumentLinkProvider(pages, { provideDocumentLinks: page => inHarmful(page, wholeOf) }),
    registerDocumentLinkProvider(pages, {
      provideDocumentLinks: page => inHarmful(page, document => harmlessIn(app, late, document)),
      resolveDocumentLink: late.resolve,
    }),
  );
}

/** What runs something or leads to this machine, also with its letters written as HTML entities. */
const harmful = /(?<![a-z-])(?:command|file):\S|&#|&colon;/i;

function inHarmful(page: vscode.TextDocument, links: typeof wholeOf): vscode.DocumentLink[] {
  return harmful.test(page.getText()) ? links(page) : [];
}

function wholeOf({ uri, lineCount }: vscode.TextDocument): vscode.DocumentLink[] {
  return [new vscode.DocumentLink(new vscode.Range(0, 0, lineCount + 1, 0), uri)];
}

/** An address of the web, wherever it stands, and the target of a link without a scheme, relative to the page. */
const harmless =
  /(?<web>(?<![\w.+-])(?:https?:\/\/|mailto:)(?:[^\s<>()"'`\\]|\([^\s<>()]*\))*[^\s<>()"'`\\.,;:!?*_])|(?<=\]\(<?)(?<path>[^\s<>()#:?]+)(?<anchor>#[^\s<>()]*)?(?=[#)>\s])/gi;

function harmlessIn(app: App, late: LateLinks, page: vscode.TextDocument): vscode.DocumentLink[] {
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
