import * as vscode from 'vscode';
import { isCancellation, reasonOf } from '../api/failure.ts';
import { escapeLine, escapeLines } from '../api/words.ts';

/*
 * The only place that shows messages, questions and the status bar. VS Code makes links of "[a](command:b)" in a message
 * and icons of "$(a)": whatever is said here is made plain first, as nothing of ours says such things.
 */

/** A button of a message, and what it does. */
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

/** Asks in a dialog which of these to do; undefined when the user walks away. */
export async function askModal(question: string, detail: string, ...actions: string[]): Promise<string | undefined> {
  const options = { modal: true, detail: escapeLines(detail) };
  return vscode.window.showWarningMessage(whole(question), options, ...actions);
}

/** Says something in the status bar, for a while. */
export function status(message: string): void {
  vscode.window.setStatusBarMessage(escapeLine(message), 5000);
}

/** Says in the status bar what is waited for, until it has come or has failed. */
export function waitStatus(message: string, until: Promise<unknown>): void {
  vscode.window.setStatusBarMessage(`$(sync~spin) ${escapeLine(message)}`, until);
}

/** A message as long as VS Code shows one; whoever puts words of others into it has them shortened, see `words`. */
function whole(message: string): string {
  return escapeLine(message, 1000);
}

function labelsOf(offers: MessageAction[]): string[] {
  return offers.map(({ label }) => label);
}

/** Does what the button stands for that is pressed, without waiting for it. */
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
