import * as vscode from 'vscode';
import type { App } from '../app.ts';
import * as comments from './comments/start.ts';
import { overviewText } from './content/overview.ts';
import * as content from './content/start.ts';
import * as links from './links/start.ts';
import * as preview from './preview/start.ts';
import * as reviewList from './reviewList/lately.ts';

/** What is loaded with the first document of the service: all at once, since each file of the bundle costs some. */
export const reading = { comments, content: { overviewText, start }, preview };

function start(app: App): vscode.Disposable {
  return vscode.Disposable.from(content.start(app), links.start(app), reviewList.start(app));
}
