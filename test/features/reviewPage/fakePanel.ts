import * as vscode from 'vscode';
import type { FromPage, ToPage } from '../../../src/webview/reviewPage/messages.ts';

/** A webview panel without a window. */
export function fakePanel() {
  const disposed = new vscode.EventEmitter<void>();
  const viewState = new vscode.EventEmitter<unknown>();
  const listeners = new Set<(message: unknown) => unknown>();
  const sent: ToPage[] = [];
  const webview = {
    ...{ options: {}, html: '', cspSource: 'self', asWebviewUri: (uri: vscode.Uri) => uri },
    onDidReceiveMessage(listener: (message: unknown) => unknown) {
      listeners.add(listener);
      return new vscode.Disposable(() => listeners.delete(listener));
    },
    postMessage: async (message: ToPage) => sent.push(message) > 0,
  };
  const panel = {
    ...{ title: 'Page', active: true, visible: true, webview, reveal() {}, dispose: () => disposed.fire() },
    ...{ onDidDispose: disposed.event, onDidChangeViewState: viewState.event },
  };
  const handle = async (message: FromPage) => {
    await Promise.all([...listeners].map(listener => listener(message)));
  };
  return {
    panel: panel as unknown as vscode.WebviewPanel,
    sent,
    receive: (message: FromPage) => void handle(message),
    /** Receives a message, and resolves when it has been handled. */
    handle,
    /** Hides the page behind another editor, or shows it again. */
    setVisible(isVisible: boolean) {
      Object.assign(panel, { active: isVisible, visible: isVisible });
      viewState.fire(undefined);
    },
  };
}
