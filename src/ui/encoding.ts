import * as vscode from 'vscode';

const byteOrderMark = Buffer.from('\ufeff');

/**
 * Returns UTF-8 bytes that VS Code decodes as UTF-8. If the settings name or guess another encoding, a byte order mark
 * overrides them, because the service supports only UTF-8.
 */
export function encodeForEditor(uri: vscode.Uri, bytes: Uint8Array): Uint8Array {
  if (!/\.(md|json|ya?ml|txt)$/i.test(uri.path)) return bytes;
  const files = vscode.workspace.getConfiguration('files', { uri, languageId: 'markdown' });
  const isUtf8 = files.get('encoding', 'utf8') === 'utf8' && !files.get('autoGuessEncoding', false);
  return isUtf8 ? bytes : Buffer.concat([byteOrderMark, bytes]);
}

/**
 * Converts bytes that VS Code writes to UTF-8 without a byte order mark, because the editor may use another encoding.
 */
export async function decodeFromEditor(uri: vscode.Uri, bytes: Uint8Array): Promise<Uint8Array> {
  const document = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
  if (!document || document.encoding === 'utf8') return bytes;
  const text = await vscode.workspace.decode(bytes, { encoding: document.encoding });
  return Buffer.from(text.replace(/^\ufeff/, ''));
}
