import * as vscode from 'vscode';
import { isCancellation, reasonOf } from '../api/failure.ts';
import { escapeLine, escapeLines } from '../api/escape.ts';

/*
 * Only this module shows messages, dialogs and status bar messages. It escapes their texts, because VS Code renders
 * "[a](command:b)" as a link and "$(a)" as an icon.
 */

/** A button of a message. */
export interface MessageAction {
  label: string;
  run: () => unknown;
}

export function info(message: string, ...offers: MessageAction[]): void {
  offer(vscode.window.showInformationMessage(whole(message), ...labelsOf(offers)), offers);
}

export function warn(message: string, ...offers: MessageAction[]): void {
  offer(vscode.window.showWarningMessage(whole(message), ...labelsOf(offers)), offers);
}

export function error(message: string, ...offers: MessageAction[]): void {
  offer(vscode.window.showErrorMessage(whole(message), ...labelsOf(offers)), offers);
}

/** Asks for one of these actions in a modal dialog. Resolves to undefined if the user dismisses it. */
export async function askModal(question: string, detail: string, ...actions: string[]): Promise<string | undefined> {
  const options = { modal: true, detail: escapeLines(detail) };
  return vscode.window.showWarningMessage(whole(question), options, ...actions);
}

/** Shows a message in the status bar for five seconds. */
export function status(message: string): void {
  vscode.window.setStatusBarMessage(escapeLine(message), 5000);
}

/** Shows a message in the status bar until a promise settles. */
export function waitStatus(message: string, until: Promise<unknown>): void {
  vscode.window.setStatusBarMessage(`$(sync~spin) ${escapeLine(message)}`, until);
}

/** Escapes and shortens a message to the length that VS Code shows. `tEscaped` shortens foreign text in it. */
function whole(message: string): string {
  return escapeLine(message, 1000);
}

function labelsOf(offers: MessageAction[]): string[] {
  return offers.map(({ label }) => label);
}

/** Runs the action of the pressed button, without waiting for it. */
function offer(message: Thenable<string | undefined>, offers: MessageAction[]): void {
  void message.then(choice => press(offers.find(({ label }) => label === choice)));
}

async function press(pressed: MessageAction | undefined): Promise<void> {
  try {
    await pressed?.run();
  } catch (thrown) {
    if (!isCancellation(thrown)) error(reasonOf(thrown));
  }
}
