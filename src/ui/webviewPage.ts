import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** What a page in a webview is made of: names of files of the extension. */
interface Parts {
  script: string;
  styles: readonly string[];
  /** What else than the extension's own files it may show. */
  roots: readonly vscode.Uri[];
}

/** Opens a page in an editor of its own. */
export function openPanel(type: string, title: string): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(type, title, vscode.ViewColumn.Active);
}

/** Fills a page. It runs one script of the extension, and loads its styles and font, local images and data URLs of images. */
export function fill(
  { webview, title }: vscode.WebviewPanel,
  extension: vscode.Uri,
  { script, styles, roots }: Parts,
): void {
  webview.options = { enableScripts: true, localResourceRoots: [extension, ...roots] };
  const addressOf = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(extension, file)).toString();
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
    `font-src ${webview.cspSource}`,
    // No rule above is the default of these.
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const links = styles.map(file => `<link rel="stylesheet" href="${addressOf(file)}">`);
  webview.html = [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    ...links,
    `</head><body><main id="page"></main><script nonce="${nonce}" src="${addressOf(script)}"></script></body></html>`,
  ].join('\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, mark => `&#${mark.charCodeAt(0)};`);
}
