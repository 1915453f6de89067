import * as vscode from 'vscode';
import type { FromPage, ToPage } from '../../../src/webview/reviewPage/messages.ts';

/** A webview panel without a window. */
export function fakePanel() {
  const disposed = new vscode.EventEmitter<void>();
  const viewState = new vscode.EventEmitter<unknown>();
  const messages = new vscode.EventEmitter<unknown>();
  const sent: ToPage[] = [];
  const webview = {
    ...{ options: {}, html: '', cspSource: 'self', asWebviewUri: (uri: vscode.Uri) => uri },
    onDidReceiveMessage: messages.event,
    postMessage: async (message: ToPage) => sent.push(message) > 0,
  };
  const panel = {
    ...{ title: 'Page', active: true, visible: true, webview, reveal() {}, dispose: () => disposed.fire() },
    ...{ onDidDispose: disposed.event, onDidChangeViewState: viewState.event },
  };
  return {
    panel: panel as unknown as vscode.WebviewPanel,
    sent,
    receive: (message: FromPage) => messages.fire(message),
    /** Hides the page behind another editor, or shows it again. */
    setVisible(isVisible: boolean) {
      Object.assign(panel, { active: isVisible, visible: isVisible });
      viewState.fire(undefined);
    },
  };
}
