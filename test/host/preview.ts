import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { marginalia } from './support.ts';

/** Returns the HTML that VS Code's Markdown preview renders for a text with this URI. */
export async function rendered(text: string, uri: vscode.Uri): Promise<string> {
  const markdown = vscode.extensions.getExtension('vscode.markdown-language-features');
  // Once the extension is active, its commands accept any object as a document, so none has to be opened.
  await (markdown ?? assert.fail('the Markdown extension is not there')).activate();
  versions++;
  const document = { uri, version: versions, lineCount: text.split('\n').length, getText: () => text };
  const html = await vscode.commands.executeCommand('markdown.api.render', document);
  return typeof html === 'string' ? html : assert.fail('the preview made no HTML');
}

/** Runs a function while the preview has no plugin of the extension. */
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

/** The preview caches its HTML by URI and version, so these versions are higher than those of real documents. */
let versions = 1_000_000;
