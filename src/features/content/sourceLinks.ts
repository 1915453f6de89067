import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import { DeferredLinks } from '../../ui/deferredLinks.ts';

/*
 * In the source of every Markdown document VS Code makes a link of whatever looks like one, and follows it on Ctrl+click
 * even where it is a command with arguments. The pages of the service are written by others. Where VS Code finds links
 * that overlap, the one of the later provider counts: a first one here covers a page from end to end, and with that every
 * link that VS Code has found in it; a second one, which covers the first, gives those that lead to the web or to a page.
 * A page in which no such link can be is left to VS Code.
 */

/** Registers link providers that keep links in the source of a page from running commands or opening local files. */
export function registerSourceLinks(app: App): vscode.Disposable {
  // No language filter: VS Code gives a page named "skill" another language than Markdown, but finds the same links in
  // it.
  const pages = { scheme };
  const deferredLinks = new DeferredLinks();
  const safeLinks = () => import('./safeLinks.ts');
  const { registerDocumentLinkProvider } = vscode.languages;
  return vscode.Disposable.from(
    registerDocumentLinkProvider(pages, { provideDocumentLinks: page => (isHarmful(page) ? [wholeOf(page)] : []) }),
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

function wholeOf({ uri, lineCount }: vscode.TextDocument): vscode.DocumentLink {
  return new vscode.DocumentLink(new vscode.Range(0, 0, lineCount + 1, 0), uri);
}
