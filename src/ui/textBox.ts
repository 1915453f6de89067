import * as vscode from 'vscode';
import { GoingBack } from './steps.ts';

interface TextBox extends vscode.InputBoxOptions {
  /** Says what is wrong with the text, or nothing. */
  validateInput: (text: string) => Promise<string | null>;
}

/** What `showInputBox` shows, with a button that goes back. Undefined when the user walks away. */
export function showTextBox({ validateInput, placeHolder = '', ...options }: TextBox): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  Object.assign(box, options, { placeholder: placeHolder, buttons: [vscode.QuickInputButtons.Back] });
  let checks = 0;
  const check = async () => {
    const number = ++checks;
    box.busy = true;
    const wrong = (await validateInput(box.value)) ?? undefined;
    // What was typed meanwhile is checked by itself.
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
      reject(new GoingBack());
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    // What is wrong is said in place of the prompt, and so not before something is typed.
    box.show();
  });
}
