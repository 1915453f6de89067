import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { marginalia } from './support.ts';

/** The HTML that VS Code's Markdown preview shows for a text, as if it were the document at an address. */
export async function rendered(text: string, uri: vscode.Uri): Promise<string> {
  const markdown = vscode.extensions.getExtension('vscode.markdown-language-features');
  // Once it is active, commands take what they are given as it is, and no document has to be opened.
  await (markdown ?? assert.fail('the Markdown extension is not there')).activate();
  versions++;
  const document = { uri, version: versions, lineCount: text.split('\n').length, getText: () => text };
  const html = await vscode.commands.executeCommand('markdown.api.render', document);
  return typeof html === 'string' ? html : assert.fail('the preview made no HTML');
}

/** Runs something while the preview is that of VS Code alone. */
export async function withoutPlugin<T>(run: () => Promise<T>): Promise<T> {
  const api = await marginalia();
  const { extendMarkdownIt } = api;
  const use = (plugin: typeof extendMarkdownIt) => {
    api.extendMarkdownIt = plugin;
    return vscode.commands.executeCommand('markdown.api.reloadPlugins');
  };
  await use(md => md);
  try {
    return await run();
  } finally {
    await use(extendMarkdownIt);
  }
}

/** The preview caches what it made by address and version, and real documents have low versions. */
let versions = 1_000_000;
