import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
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
  const loaded = () => import('./harmlessLinks.ts');
  const { registerDocumentLinkProvider } = vscode.languages;
  return vscode.Disposable.from(
    registerDocumentLinkProvider(pages, { provideDocumentLinks: page => (isHarmful(page) ? [wholeOf(page)] : []) }),
    registerDocumentLinkProvider(pages, {
      provideDocumentLinks: async page => (isHarmful(page) ? (await loaded()).harmlessIn(app, late, page) : []),
      resolveDocumentLink: late.resolve,
    }),
  );
}

/** What runs something or leads to this machine, also with its letters written as HTML entities. */
const harmful = /(?<![a-z-])(?:command|file):\S|&#|&colon;/i;

function isHarmful(page: vscode.TextDocument): boolean {
  return harmful.test(page.getText());
}

function wholeOf({ uri, lineCount }: vscode.TextDocument): vscode.DocumentLink {
  return new vscode.DocumentLink(new vscode.Range(0, 0, lineCount + 1, 0), uri);
}
