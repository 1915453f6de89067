import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import { DeferredLinks } from '../../ui/deferredLinks.ts';

/*
 * VS Code detects links in the source of every Markdown document, and follows them on Ctrl+click even if one is a
 * command with arguments. Pages of the service are untrusted. Where links overlap, VS Code uses the link of the
 * provider that was registered last. So one provider covers the whole page with a link, which hides all links of VS
 * Code, and a second provider, registered later, adds the safe links again. Pages without such links are left to VS
 * Code.
 */

/** Registers link providers that keep links in the source of a page from running commands or opening local files. */
export function registerSourceLinks(app: App): vscode.Disposable {
  // There is no language filter, because VS Code gives a page named "skill" a language other than Markdown, but finds
  // links in it.
  const pages = { scheme };
  const deferredLinks = new DeferredLinks();
  const safeLinks = () => import('./safeLinks.ts');
  const { registerDocumentLinkProvider } = vscode.languages;
  return vscode.Disposable.from(
    registerDocumentLinkProvider(pages, {
      provideDocumentLinks: page => (isHarmful(page) ? [linkOverPage(page)] : []),
    }),
    registerDocumentLinkProvider(pages, {
      provideDocumentLinks: async page =>
        isHarmful(page) ? (await safeLinks()).safeLinksIn(app, deferredLinks, page) : [],
      resolveDocumentLink: deferredLinks.resolve,
    }),
  );
}

/** Matches addresses that run commands or open local files, also when written as HTML entities. */
const harmful = /(?<![a-z-])(?:command|file):\S|&#|&colon;/i;

function isHarmful(page: vscode.TextDocument): boolean {
  return harmful.test(page.getText());
}

function linkOverPage({ uri, lineCount }: vscode.TextDocument): vscode.DocumentLink {
  return new vscode.DocumentLink(new vscode.Range(0, 0, lineCount + 1, 0), uri);
}
