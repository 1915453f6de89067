import * as vscode from 'vscode';
import { BackError } from './wizard.ts';

interface TextBox extends vscode.InputBoxOptions {
  /** Returns an error message for the text, or null if it is valid. */
  validateInput: (text: string) => Promise<string | null>;
}

/**
 * Shows an input box like `showInputBox`, with a Back button. Resolves to undefined if the user dismisses it; rejects
 * with BackError.
 */
export function showTextBox({ validateInput, placeHolder = '', ...options }: TextBox): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  Object.assign(box, options, { placeholder: placeHolder, buttons: [vscode.QuickInputButtons.Back] });
  let checks = 0;
  const check = async () => {
    const number = ++checks;
    box.busy = true;
    const wrong = (await validateInput(box.value)) ?? undefined;
    // The text has changed since, which starts its own check.
    if (number !== checks) return;
    box.validationMessage = wrong;
    box.busy = false;
  };
  return new Promise((resolve, reject) => {
    const accept = async () => {
      const { value } = box;
      const wrong = await validateInput(value);
      if (wrong !== null) return void (box.validationMessage = wrong);
      resolve(value);
      box.hide();
    };
    box.onDidChangeValue(() => void check().catch(reject));
    box.onDidAccept(() => void accept().catch(reject));
    box.onDidTriggerButton(() => {
      reject(new BackError());
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    // An error message would replace the prompt, so an untouched text is not checked.
    box.show();
  });
}
