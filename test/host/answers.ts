import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Answers dialogs, messages and prompts in place of a user, and records them. */
export interface Answers {
  /** All prompts and messages, in order. */
  transcript: string[];
  /** The messages that a user has to close, in order. */
  notifications: Notification[];
  /** All progress titles and messages, in order. */
  progressed: string[];
  /** The titles of the operations in progress. */
  inProgress(): string[];
  /** The progress in the status bar: the titles of running commands, and the newest message about an operation. */
  inStatusBar(): string[];
  /** Cancels all operations in progress. */
  cancel(): void;
  /** Presses a button of the next message that has it. Messages without it are left alone. */
  press(button: string): void;
  /** Types into the picker that was opened last, regardless of its items; see `Typed`. */
  type(text: string): void;
  /** Dismisses the picker that was opened last, while it waits. */
  leave(): void;
  /** Returns true while a picker is visible. */
  isPicking(): boolean;
  /** Restores VS Code's dialogs. Throws if a prompt had no answer, or an answer was not used. */
  restore(): void;
}

/** A message that is neither in a dialog nor in the status bar. */
export interface Notification {
  text: string;
  buttons: string[];
}

/**
 * An answer: the label of a button or row, labels for a multi-select, a text, or a URI for a file dialog. A function
 * receives the choices, or the input box, and returns the answer. `Typed` text makes a picker search. `undefined`
 * dismisses the prompt.
 */
export type Answer =
  | string
  | readonly string[]
  | Typed
  | typeof backButton
  | vscode.Uri
  | undefined
  | ((offered: readonly unknown[]) => unknown);

export interface Typed {
  typed: string;
}

/** The answer that presses the Back button of a prompt. */
export const backButton: unique symbol = Symbol('going back');

let latest: Answers | undefined;

/** Returns the answers that were made last, which may be those of a function that the test calls. */
export function latestAnswers(): Answers {
  return latest ?? assert.fail('nothing was answered');
}

/** Answers each dialog and prompt with the next answer. Messages without buttons need none; see `press`. */
export function answerPrompts(...answers: Answer[]): Answers {
  const { window } = vscode;
  const transcript: string[] = [];
  const notifications: Notification[] = [];
  const inStatusBar: string[] = [];
  const statusMessages: string[] = [];
  const progressed: string[] = [];
  const unanswered: string[] = [];
  const wrong: unknown[] = [];
  const buttons: string[] = [];
  const picker: Picker = { type: () => {}, leave: () => {}, isVisible: false };
  const inProgress: InProgress = new Map();
  const next: Next = async (text, offered) => {
    transcript.push(text);
    if (answers.length === 0) unanswered.push(text);
    const answer = answers.shift();
    return typeof answer === 'function' ? answer(offered) : answer;
  };
  const stubs = {
    ...messages({ transcript, notifications, statusMessages, buttons, next }),
    ...prompts(transcript, next, picker, error => wrong.push(error)),
    ...progress(inProgress, progressed, inStatusBar),
  };
  const names = Object.keys(stubs) as (keyof typeof window)[];
  const originals = Object.fromEntries(names.map(name => [name, window[name]]));
  Object.assign(window, stubs);
  latest = {
    transcript,
    notifications,
    progressed,
    // Of several messages, VS Code shows the newest.
    inStatusBar: () => [...inStatusBar, ...statusMessages.slice(-1)],
    inProgress: () => [...inProgress.values()],
    cancel() {
      assert.ok(inProgress.size > 0, 'nothing is in progress that could be cancelled');
      for (const source of inProgress.keys()) source.cancel();
    },
    press: button => void buttons.push(button),
    type: text => picker.type(text),
    leave: () => picker.leave(),
    isPicking: () => picker.isVisible,
    restore() {
      Object.assign(window, originals);
      if (wrong.length > 0) throw wrong[0];
      assert.deepEqual(buttons, [], 'pressed by the test, and on no message');
      // Node compares texts line by line, and the large ones of some tests would exhaust the memory.
      assert.deepEqual(
        unanswered.map(text => text.slice(0, 500)),
        [],
        'asked, and the test has no answer',
      );
      assert.deepEqual(
        answers,
        [],
        `answered by the test, and never asked; shown: ${transcript.join(' | ').slice(0, 500)}`,
      );
    },
  };
  return latest;
}

/** Returns lists of answers for a wizard, one for each prompt: each dismisses another prompt. */
export function dismissEachStep(...answers: Answer[]): Answer[][] {
  return answers.map((_, step) => [...answers.slice(0, step), undefined]);
}

type Next = (text: string, offered: readonly unknown[]) => Promise<unknown>;
type Fail = (error: unknown) => void;
type Picker = Pick<Answers, 'type' | 'leave'> & { isVisible: boolean };
/** The titles of the operations in progress, by cancellation source. */
type InProgress = Map<vscode.CancellationTokenSource, string>;
type Stubs = Partial<Record<keyof typeof vscode.window, unknown>>;

interface Messages extends Pick<Answers, 'transcript' | 'notifications'> {
  /** The messages that last as long as an operation. */
  statusMessages: string[];
  buttons: string[];
  next: Next;
}

function messages({ transcript, notifications, statusMessages, buttons, next }: Messages): Stubs {
  const message = (text: string, ...rest: unknown[]) => {
    const options = rest.find(item => typeof item === 'object') as vscode.MessageOptions | undefined;
    if (options?.modal) return next(`${text}\n${options.detail ?? ''}`, rest);
    transcript.push(text);
    notifications.push({ text, buttons: rest.filter(item => typeof item === 'string') });
    const pressed = buttons.findIndex(button => rest.includes(button));
    return Promise.resolve(pressed < 0 ? undefined : buttons.splice(pressed, 1)[0]);
  };
  return {
    showWarningMessage: message,
    showErrorMessage: message,
    showInformationMessage: message,
    setStatusBarMessage: (text: string, until?: number | Thenable<unknown>) => {
      transcript.push(text);
      if (typeof until === 'object') {
        statusMessages.push(text);
        void until.then(() => statusMessages.splice(statusMessages.indexOf(text), 1));
      }
      return new vscode.Disposable(() => {});
    },
  };
}

function prompts(transcript: string[], next: Next, picker: Picker, fail: Fail): Stubs {
  return {
    showInputBox: async (options: vscode.InputBoxOptions) => {
      const value = (await next(options.prompt ?? '', [options])) as string | undefined;
      const violation = value === undefined ? undefined : await options.validateInput?.(value);
      if (!violation) return value;
      transcript.push(typeof violation === 'string' ? violation : violation.message);
      return undefined;
    },
    createInputBox: () => answeredBox(transcript, next, fail),
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

/** Runs an operation at once, with a cancellation that the test can trigger. */
function progress(inProgress: InProgress, progressed: string[], inStatusBar: string[]): Stubs {
  const withProgress: typeof vscode.window.withProgress = async ({ title = '', location, cancellable }, task) => {
    if (location === vscode.ProgressLocation.Window) {
      inStatusBar.push(title);
      await task({ report: () => {} }, new vscode.CancellationTokenSource().token);
      inStatusBar.splice(inStatusBar.indexOf(title), 1);
      return undefined as never;
    }
    assert.ok(cancellable, `"${title}" cannot be canceled`);
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

/** Returns the title of a file dialog and its default URI. */
function fileQuestion(verb: string, options: vscode.SaveDialogOptions | vscode.OpenDialogOptions): string {
  return `${options.title ?? verb}\n${options.defaultUri?.path ?? ''}`;
}

function places(answer: unknown): vscode.Uri[] {
  const uris = answer === undefined ? [] : [answer].flat();
  for (const uri of uris) assert.ok(uri instanceof vscode.Uri, `a dialog of files is answered with a Uri, not ${uri}`);
  return uris as vscode.Uri[];
}

/** Creates an input box with a Back button that is answered with a text, by going back, or by a dismissal. */
function answeredBox(transcript: string[], next: Next, fail: Fail): vscode.InputBox {
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
    if (reply === backButton) return button.fire(vscode.QuickInputButtons.Back);
    const violation = await validateInput(String(reply));
    if (violation === null) return accept.fire();
    transcript.push(violation);
    hide.fire();
  };
  return box as unknown as vscode.InputBox;
}

/** Creates a quick pick that is answered when its items are first set. */
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
    placeholder: '',
    canSelectMany: false,
    selectedItems: [] as readonly vscode.QuickPickItem[],
    activeItems: [] as readonly vscode.QuickPickItem[],
    onDidAccept: accept.event,
    onDidHide: hide.event,
    onDidChangeSelection: change.event,
    onDidChangeValue: value.event,
    onDidTriggerButton: button.event,
    show: () => void (picker.isVisible = true),
    hide: () => {
      picker.isVisible = false;
      hide.fire();
    },
    dispose: () => {},
    get items() {
      return items;
    },
    set items(filled) {
      items = filled;
      // No caller waits for the answer, so a wrong one dismisses the picker, and `restore` throws its error.
      answer().catch((error: unknown) => {
        fail(error);
        hide.fire();
      });
    },
  };
  /** The label to search for after "Load more". */
  let sought: unknown;
  const answer = async () => {
    assertPlaceholderFits(box as unknown as vscode.QuickPick<vscode.QuickPickItem>);
    const reply = sought ?? (await next(box.title, items));
    sought = undefined;
    if (reply === undefined) return hide.fire();
    if (reply === backButton) return button.fire(vscode.QuickInputButtons.Back);
    if (isTyped(reply)) return value.fire(reply.typed);
    let labels = [reply].flat().map(String);
    const isOffered = (label: string) => items.some(item => item.label === label);
    if (!labels.every(isOffered) && isOffered('Load more')) {
      sought = reply;
      labels = ['Load more'];
    }
    // Of rows that differ only in their descriptions, the first is chosen.
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

/** The maximum length of a placeholder that VS Code's "3 Selected" at the end of its line does not cover. */
const maxPlaceholderOfMany = 45;

function assertPlaceholderFits({
  canSelectMany,
  placeholder = '',
  items,
}: vscode.QuickPick<vscode.QuickPickItem>): void {
  const isCovered = canSelectMany && items.length > 0 && placeholder.length > maxPlaceholderOfMany;
  assert.ok(!isCovered, `VS Code covers the end of "${placeholder}" with how many are selected.`);
}

function isTyped(reply: unknown): reply is Typed {
  return typeof reply === 'object' && reply !== null && 'typed' in reply;
}
