import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { assetsPrefix, fileUri, largestImage, loadPaths } from './paths.ts';

/** A preview is opened after this time even if images are missing. */
const timeoutMs = 1000;
/** Maximum number of prefetched images: those at the top of the page. The preview reads the others itself. */
const maxImages = 8;

/**
 * Prefetches the images of a document before its preview is opened. A refresh while the preview is loading can be lost:
 * VS Code would then not show the images.
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
    // The preview shows the error itself.
    app.failures.log(`Could not read the images of ${uri.path}.`, error);
  }
}

async function readImage(app: App, image: vscode.Uri): Promise<void> {
  const entry = await app.content.lookUp(image);
  const isSmall = entry?.kind === 'file' && (entry.file.size ?? 0) <= largestImage;
  if (isSmall) await vscode.workspace.fs.readFile(image);
}
