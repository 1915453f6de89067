import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** What a user would have seen and answered: dialogs, messages and prompts, answered by the test. */
export interface Answers {
  /** Everything that was asked or said, in order. */
  said: string[];
  /** What was under way, and how far, in order. */
  progressed: string[];
  /** The titles of what is in progress now. */
  inProgress(): string[];
  /** Presses the Cancel button of everything that is in progress. */
  cancel(): void;
  /** Presses this button of the next message that has it; other messages that only inform are left alone. */
  press(button: string): void;
  /** Types into the picker that was opened last, whatever it shows; see `Typed`. */
  type(text: string): void;
  /** Walks away from the picker that was opened last, while it waits. */
  leave(): void;
  /** Gives the dialogs back to VS Code. Throws when something was asked without an answer, or never asked. */
  restore(): void;
}

/**
 * The label of a button or row, several labels for a pick of many, a text, or a place for a dialog of files; a function
 * chooses among what is offered, for a text that is the box. What is `typed` into a picker has it search. `undefined`
 * walks away.
 */
export type Answer =
  | string
  | readonly string[]
  | Typed
  | typeof goingBack
  | vscode.Uri
  | undefined
  | ((offered: readonly unknown[]) => unknown);

export interface Typed {
  typed: string;
}

/** The answer that goes back to the question before, where that is offered. */
export const goingBack: unique symbol = Symbol('going back');

/** Answers every dialog and prompt with the next of the answers; messages that only inform need none, see `press`. */
export function answering(...answers: Answer[]): Answers {
  const { window } = vscode;
  const said: string[] = [];
  const progressed: string[] = [];
  const unanswered: string[] = [];
  const wrong: unknown[] = [];
  const buttons: string[] = [];
  const picker: Picker = { type: () => {}, leave: () => {} };
  const inProgress: InProgress = new Map();
  const next: Next = async (text, offered) => {
    said.push(text);
    if (answers.length === 0) unanswered.push(text);
    const answer = answers.shift();
    return typeof answer === 'function' ? answer(offered) : answer;
  };
  const stubs = {
    ...messages(said, buttons, next),
    ...prompts(said, next, picker, error => wrong.push(error)),
    ...progress(inProgress, progressed),
  };
  const names = Object.keys(stubs) as (keyof typeof window)[];
  const originals = Object.fromEntries(names.map(name => [name, window[name]]));
  Object.assign(window, stubs);
  return {
    said,
    progressed,
    inProgress: () => [...inProgress.values()],
    cancel() {
      assert.ok(inProgress.size > 0, 'nothing is in progress that could be cancelled');
      for (const source of inProgress.keys()) source.cancel();
    },
    press: button => void buttons.push(button),
    type: text => picker.type(text),
    leave: () => picker.leave(),
    restore() {
      Object.assign(window, originals);
      if (wrong.length > 0) throw wrong[0];
      assert.deepEqual(buttons, [], 'pressed by the test, and on no message');
      // Of a text with thousands of lines, which a test may have a server say, a comparison fills all memory.
      assert.deepEqual(
        unanswered.map(text => text.slice(0, 500)),
        [],
        'asked, and the test has no answer',
      );
      assert.deepEqual(answers, [], `answered by the test, and never asked; shown: ${said.join(' | ').slice(0, 500)}`);
    },
  };
}

/** The same answers, once for each of them with the user walking away in its place. */
export function walkingAway(...answers: Answer[]): Answer[][] {
  return answers.map((_, step) => [...answers.slice(0, step), undefined]);
}

type Next = (text: string, offered: readonly unknown[]) => Promise<unknown>;
type Fail = (error: unknown) => void;
type Picker = Pick<Answers, 'type' | 'leave'>;
/** The titles of what is in progress, by what cancels it. */
type InProgress = Map<vscode.CancellationTokenSource, string>;
type Stubs = Partial<Record<keyof typeof vscode.window, unknown>>;

function messages(said: string[], buttons: string[], next: Next): Stubs {
  const message = (text: string, ...rest: unknown[]) => {
    const options = rest.find(item => typeof item === 'object') as vscode.MessageOptions | undefined;
    if (options?.modal) return next(`${text}\n${options.detail ?? ''}`, rest);
    said.push(text);
    const pressed = buttons.findIndex(button => rest.includes(button));
    return Promise.resolve(pressed < 0 ? undefined : buttons.splice(pressed, 1)[0]);
  };
  return {
    showWarningMessage: message,
    showErrorMessage: message,
    showInformationMessage: message,
    setStatusBarMessage: (text: string) => (said.push(text), new vscode.Disposable(() => {})),
  };
}

function prompts(said: string[], next: Next, picker: Picker, fail: Fail): Stubs {
  return {
    showInputBox: async (options: vscode.InputBoxOptions) => {
      const value = (await next(options.prompt ?? '', [options])) as string | undefined;
      const violation = value === undefined ? undefined : await options.validateInput?.(value);
      if (!violation) return value;
      said.push(typeof violation === 'string' ? violation : violation.message);
      return undefined;
    },
    createInputBox: () => answeredBox(said, next, fail),
    createQuickPick: () => answeredPick(next, picker, fail),
    showSaveDialog: async (options: vscode.SaveDialogOptions = {}) => {
      const [uri] = places(await next(fileQuestion('Save', options), [options.defaultUri]));
      return uri;
    },
    showOpenDialog: async (options: vscode.OpenDialogOptions = {}) => {
      const uris = places(await next(fileQuestion('Open', options), [options.defaultUri]));
      return uris.length > 0 ? uris : undefined;
    },
  };
}

/** Runs what is in progress at once, with a Cancel button that the test can press. */
function progress(inProgress: InProgress, progressed: string[]): Stubs {
  const withProgress: typeof vscode.window.withProgress = async ({ title = '' }, task) => {
    const source = new vscode.CancellationTokenSource();
    inProgress.set(source, title);
    progressed.push(title);
    try {
      return await task({ report: ({ message }) => void progressed.push(message ?? '') }, source.token);
    } finally {
      inProgress.delete(source);
    }
  };
  return { withProgress };
}

/** The title of a dialog of files, and the place it offers. */
function fileQuestion(verb: string, options: vscode.SaveDialogOptions | vscode.OpenDialogOptions): string {
  return `${options.title ?? verb}\n${options.defaultUri?.path ?? ''}`;
}

function places(answer: unknown): vscode.Uri[] {
  const uris = answer === undefined ? [] : [answer].flat();
  for (const uri of uris) assert.ok(uri instanceof vscode.Uri, `a dialog of files is answered with a Uri, not ${uri}`);
  return uris as vscode.Uri[];
}

/** A box for a text that can be gone back from: answered with the text, by going back, or by walking away. */
function answeredBox(said: string[], next: Next, fail: Fail): vscode.InputBox {
  const [accept, hide] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
  const change = new vscode.EventEmitter<string>();
  const button = new vscode.EventEmitter<vscode.QuickInputButton>();
  const checked = new vscode.EventEmitter<void>();
  let isBusy = false;
  const box = {
    ...{ title: '', prompt: '', placeholder: '', value: '', password: false },
    validationMessage: undefined as string | undefined,
    onDidAccept: accept.event,
    onDidHide: hide.event,
    onDidChangeValue: change.event,
    onDidTriggerButton: button.event,
    hide: () => hide.fire(),
    dispose: () => {},
    get busy() {
      return isBusy;
    },
    set busy(value) {
      isBusy = value;
      if (!isBusy) checked.fire();
    },
    show: () => {
      answer().catch((error: unknown) => {
        fail(error);
        hide.fire();
      });
    },
  };
  const validateInput = async (text: string) => {
    const isChecked = new Promise<void>(resolve => checked.event(resolve));
    box.value = text;
    change.fire(text);
    await isChecked;
    return box.validationMessage ?? null;
  };
  const answer = async () => {
    const reply = await next(box.prompt, [{ ...box, placeHolder: box.placeholder, validateInput }]);
    if (reply === undefined) return hide.fire();
    if (reply === goingBack) return button.fire(vscode.QuickInputButtons.Back);
    const violation = await validateInput(String(reply));
    if (violation === null) return accept.fire();
    said.push(violation);
    hide.fire();
  };
  return box as unknown as vscode.InputBox;
}

/** A quick pick whose first filled list is answered: with a label, with labels, or by walking away. */
function answeredPick(next: Next, picker: Picker, fail: Fail): vscode.QuickPick<vscode.QuickPickItem> {
  const accept = new vscode.EventEmitter<void>();
  const hide = new vscode.EventEmitter<void>();
  const change = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  const value = new vscode.EventEmitter<string>();
  const button = new vscode.EventEmitter<vscode.QuickInputButton>();
  Object.assign(picker, { type: (text: string) => value.fire(text), leave: () => hide.fire() });
  let items: readonly vscode.QuickPickItem[] = [];
  const box = {
    title: '',
    selectedItems: [] as readonly vscode.QuickPickItem[],
    activeItems: [] as readonly vscode.QuickPickItem[],
    onDidAccept: accept.event,
    onDidHide: hide.event,
    onDidChangeSelection: change.event,
    onDidChangeValue: value.event,
    onDidTriggerButton: button.event,
    show: () => {},
    hide: () => hide.fire(),
    dispose: () => {},
    get items() {
      return items;
    },
    set items(filled) {
      items = filled;
      // Nobody waits for the answer: a wrong one walks away, and is told when the dialogs are given back.
      answer().catch((error: unknown) => {
        fail(error);
        hide.fire();
      });
    },
  };
  /** What is looked for on the next page. */
  let sought: unknown;
  const answer = async () => {
    const reply = sought ?? (await next(box.title, items));
    sought = undefined;
    if (reply === undefined) return hide.fire();
    if (reply === goingBack) return button.fire(vscode.QuickInputButtons.Back);
    if (isTyped(reply)) return value.fire(reply.typed);
    let labels = [reply].flat().map(String);
    const isOffered = (label: string) => items.some(item => item.label === label);
    if (!labels.every(isOffered) && isOffered('Load more')) {
      sought = reply;
      labels = ['Load more'];
    }
    // Of rows that only their descriptions tell apart, the first is meant.
    const chosen = labels.flatMap(label => items.find(item => item.label === label) ?? []);
    assert.equal(
      chosen.length,
      labels.length,
      `not offered: ${labels.join(', ')} in ${items.map(i => i.label).join(', ')}`,
    );
    const isMore = labels.includes('Load more');
    box.activeItems = isMore ? chosen : [];
    box.selectedItems = isMore ? [] : chosen;
    change.fire(box.selectedItems);
    accept.fire();
  };
  return box as unknown as vscode.QuickPick<vscode.QuickPickItem>;
}

function isTyped(reply: unknown): reply is Typed {
  return typeof reply === 'object' && reply !== null && 'typed' in reply;
}
