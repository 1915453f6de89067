import * as vscode from 'vscode';
import type { FromPage, ToPage } from '../../src/webview/reviewPage/messages.ts';

/** A webview panel without a window. */
export function fakePanel() {
  const disposed = new vscode.EventEmitter<void>();
  const messages = new vscode.EventEmitter<unknown>();
  const sent: ToPage[] = [];
  const webview = {
    ...{ options: {}, html: '', cspSource: 'self', asWebviewUri: (uri: vscode.Uri) => uri },
    onDidReceiveMessage: messages.event,
    postMessage: async (message: ToPage) => sent.push(message) > 0,
  };
  const panel = {
    ...{ title: 'Page', active: true, visible: true, webview, reveal() {}, dispose: () => disposed.fire() },
    ...{ onDidDispose: disposed.event, onDidChangeViewState: new vscode.EventEmitter<never>().event },
  } as unknown as vscode.WebviewPanel;
  return { panel, sent, receive: (message: FromPage) => messages.fire(message) };
}
