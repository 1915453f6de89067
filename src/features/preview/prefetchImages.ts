import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { assetsPrefix, fileUri, largestImage, loadPaths } from './paths.ts';

/** Milliseconds after which a preview is opened without the images that have not arrived. */
const timeoutMs = 1000;
/** How many images are prefetched: those that are seen first. The preview reads the others itself. */
const maxImages = 8;

/**
 * Prefetches the images of a document before its preview is opened. A preview that is made anew while it is still being
 * loaded can stay as it was: VS Code then never shows the second page.
 */
export async function prefetchImages(app: App, uri: vscode.Uri): Promise<void> {
  await Promise.race([readImages(app, uri), delay(timeoutMs, undefined, { ref: false })]);
}

async function readImages(app: App, uri: vscode.Uri): Promise<void> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    await loadPaths(app, uri);
    const html = await vscode.commands.executeCommand<string>('markdown.api.render', document);
    const places = [...html.matchAll(/<img\b[^>]* src="([^"]+)"/g)].map(([, source = '']) =>
      source.replaceAll('&amp;', '&'),
    );
    const images = places.filter(place => place.startsWith(assetsPrefix)).slice(0, maxImages);
    await Promise.allSettled(images.map(place => readImage(app, fileUri(uri, place))));
  } catch (error) {
    // The preview says itself what is wrong.
    app.failures.log(`Could not read the images of ${uri.path}.`, error);
  }
}

async function readImage(app: App, image: vscode.Uri): Promise<void> {
  const entry = await app.content.lookUp(image);
  const isSmall = entry?.kind === 'file' && (entry.file.size ?? 0) <= largestImage;
  if (isSmall) await vscode.workspace.fs.readFile(image);
}
