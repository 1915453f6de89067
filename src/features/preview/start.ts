import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import { Images } from './images.ts';
export { learnPaths } from './paths.ts';
import { registerLinks } from './links.ts';
import { registerTabs } from './tabs.ts';

/** What is wanted with the first document of the service: that links lead to its pages, and tabs have their titles. */
export function start(app: App): vscode.Disposable {
  return vscode.Disposable.from(registerLinks(app, { scheme }), registerTabs(app));
}

export function imagesOf(app: App): Images {
  return new Images(app);
}
