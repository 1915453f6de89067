import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { contentUri, parseContentUri, scheme } from '../../model/content/address.ts';
import { headingUri } from '../../model/content/headings.ts';
import { LateLinks } from '../../ui/lateLinks.ts';
import { decoded, pageMeant } from './references.ts';

/** Follows references to pages and files, by ID or folder, in an editor, and makes them known to the preview. */
export function register(app: App): vscode.Disposable {
  const learn = async ({ uri }: vscode.TextDocument) => {
    if (uri.scheme !== scheme || !parseContentUri(uri)) return;
    try {
      if (await app.content.learnPaths(uri)) await vscode.commands.executeCommand('markdown.preview.refresh');
    } catch (error) {
      // Images stay out of the preview; the document itself says what is wrong.
      app.failures.log(`Could not look up what ${uri.path} refers to.`, error);
    }
  };
  const late = new LateLinks();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(learn),
    vscode.languages.registerDocumentLinkProvider(
      { scheme },
      { provideDocumentLinks: document => links(app, late, document), resolveDocumentLink: late.resolve },
    ),
  );
}

async function links(app: App, late: LateLinks, document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
  const address = parseContentUri(document.uri);
  if (!address) return [];
  await app.content.learnPaths(document.uri);
  const paths = app.content.knownPaths(document.uri);
  const found: vscode.DocumentLink[] = [];
  const linkAt = ({ 0: text, index }: RegExpMatchArray & { index: number }, path: string) => {
    const range = new vscode.Range(document.positionAt(index), document.positionAt(index + text.length));
    const page = contentUri({ ...address, path });
    const [, anchor] = /#(.+)$/.exec(text) ?? [];
    return anchor === undefined
      ? new vscode.DocumentLink(range, page)
      : late.add(range, () => headingUri(app.content, page, anchor));
  };
  for (const match of document.getText().matchAll(/(?<=[("])\/(?:files|pages)\/([^/?#)"\s]+)(?:#[^)"\s]*)?/g)) {
    const path = paths.get(decoded(match[1] ?? ''));
    if (path !== undefined) found.push(linkAt(match, path));
  }
  const pages = new Set(paths.values());
  // As VS Code finds them itself, and would open a folder.
  for (const match of document.getText().matchAll(/(?<=\]\(<?|^\[[^\]\n]+\]:[ \t]+<?)[^\s<>()]+/gm)) {
    const path = pageMeant(match[0], address.path, path => pages.has(path));
    if (path !== undefined) found.push(linkAt(match, path));
  }
  return found;
}
