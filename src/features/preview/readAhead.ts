import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { besides, fileOf, learnPaths } from './paths.ts';

/** Milliseconds after which a preview is opened without what has not arrived. */
const patience = 1000;

/**
 * Reads the images of a document before its preview is opened. A preview that is made anew while it is still being loaded
 * can stay as it was: VS Code then never shows the second page.
 */
export async function readAhead(app: App, uri: vscode.Uri): Promise<void> {
  await Promise.race([readImages(app, uri), delay(patience, undefined, { ref: false })]);
}

async function readImages(app: App, uri: vscode.Uri): Promise<void> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    await learnPaths(app, uri);
    const html = await vscode.commands.executeCommand<string>('markdown.api.render', document);
    const places = [...html.matchAll(/<img\b[^>]* src="([^"]+)"/g)].map(([, source = '']) =>
      source.replaceAll('&amp;', '&'),
    );
    const images = places.filter(place => place.startsWith(besides)).map(place => fileOf(uri, place));
    await Promise.allSettled(images.map(image => vscode.workspace.fs.readFile(image)));
  } catch (error) {
    // The preview says itself what is wrong.
    app.failures.log(`Could not read the images of ${uri.path}.`, error);
  }
}
