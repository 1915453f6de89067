import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { textLanguage } from '../api/lists.ts';

/** The parts of a webview page, as file paths relative to the extension. */
interface Parts {
  script: string;
  styles: readonly string[];
  /** Folders outside the extension whose files the page may load. */
  roots: readonly vscode.Uri[];
}

/** Opens a webview in a new editor. */
export function openPanel(type: string, title: string): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(type, title, vscode.ViewColumn.Active);
}

/**
 * Sets the HTML of a webview. It can run one script of the extension, and load its styles and font, local images and
 * image data URLs.
 */
export function setWebviewHtml(
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
    // `default-src` does not apply to these directives.
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const links = styles.map(file => `<link rel="stylesheet" href="${addressOf(file)}">`);
  webview.html = [
    `<!DOCTYPE html><html lang="${textLanguage()}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    ...links,
    ...translations(),
    `</head><body><main id="page"></main><script nonce="${nonce}" src="${addressOf(script)}"></script></body></html>`,
  ].join('\n');
}

/**
 * Returns the translations for VS Code's language in a script element, which the script of the page reads; empty if
 * there are none.
 */
function translations(): string[] {
  const { bundle } = vscode.l10n;
  // JSON may contain "</script>".
  const json = JSON.stringify(bundle)?.replaceAll('<', '\\u003c');
  return json ? [`<script type="application/json" id="translations">${json}</script>`] : [];
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, mark => `&#${mark.charCodeAt(0)};`);
}
