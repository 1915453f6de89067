import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ListPage } from '../api/listings.ts';
import { escapeLine } from '../api/escape.ts';
import { hideBusyIndicator } from './busyIndicator.ts';
import { writableFolder } from './folders.ts';
import { askModal } from './say.ts';
import { BackError, wizardStep } from './wizard.ts';
import { showTextBox } from './textBox.ts';

interface TextPrompt {
  title: string;
  prompt: string;
  value?: string | undefined;
  placeHolder?: string;
  password?: boolean;
  /** Returns an error message for the text, or undefined if it is valid. */
  violation?: (text: string) => string | undefined | Promise<string | undefined>;
}

/** Asks for one line of text. Throws CancellationError if the user dismisses the prompt. */
export async function askText({ violation, ...options }: TextPrompt): Promise<string> {
  const box = {
    ...options,
    ignoreFocusOut: true,
    validateInput: async (value: string) => (await violation?.(value.trim())) ?? null,
  };
  return wizardStep(async (canGoBack, before = options.value ?? '') => {
    const filled = { ...box, value: before };
    const text = await (canGoBack ? showTextBox(filled) : vscode.window.showInputBox(filled));
    if (text === undefined) throw new vscode.CancellationError();
    return text.trim();
  });
}

/** Asks where to save a file. Throws CancellationError if the user dismisses the dialog. */
export async function askSaveAs(title: string, name: string, filters: Record<string, string[]>): Promise<vscode.Uri> {
  const defaultUri = vscode.Uri.joinPath(await writableFolder(), name);
  return wizardStep(async () => {
    const file = await vscode.window.showSaveDialog({ title, defaultUri, filters });
    if (!file) throw new vscode.CancellationError();
    return file;
  });
}

/** Asks for an existing file. Throws CancellationError if the user dismisses the dialog. */
export async function askFile(title: string, action: string, filters: Record<string, string[]>): Promise<vscode.Uri> {
  const [file] = await askOpen({ title, openLabel: action, filters });
  return file;
}

/** Asks for existing files. Throws CancellationError if the user dismisses the dialog. */
export async function askFiles(
  title: string,
  action: string,
  filters: Record<string, string[]>,
): Promise<readonly vscode.Uri[]> {
  return askOpen({ title, openLabel: action, filters, canSelectMany: true });
}

async function askOpen(options: vscode.OpenDialogOptions): Promise<readonly [vscode.Uri, ...vscode.Uri[]]> {
  return wizardStep(async () => {
    const [file, ...others] = (await vscode.window.showOpenDialog(options)) ?? [];
    if (!file) throw new vscode.CancellationError();
    return [file, ...others] as const;
  });
}

/** Asks for confirmation in a modal dialog. Throws CancellationError unless the user confirms. */
export async function confirm(message: string, detail: string, action: string): Promise<void> {
  await askAction(message, detail, action);
}

/** Asks for one of these actions in a modal dialog. Throws CancellationError if the user dismisses it. */
export async function askAction(message: string, detail: string, ...actions: string[]): Promise<string> {
  const action = await hideBusyIndicator(() => askModal(message, detail, ...actions));
  if (action === undefined) throw new vscode.CancellationError();
  return action;
}

/** An item of a picker. Its icon is `iconPath`; icon syntax in its texts is escaped. */
export interface Choice<T> extends vscode.QuickPickItem {
  value: T;
}

/** The texts and options of a picker. */
export interface PickPrompt {
  title: string;
  placeHolder?: string;
  /** The text shown when there is nothing to pick. */
  empty: string;
  /** True if the server searches. Otherwise VS Code filters the loaded items. */
  isSearchedByServer?: boolean;
  /** True if nothing is listed until the user types. */
  needsText?: boolean;
}

/** The texts of a picker of several items, and how these are told apart, since two may have the same label. */
export interface PickManyPrompt<T> extends PickPrompt {
  idOf: (value: T) => string;
}

/** The debounce interval of searches in milliseconds. */
const typingPause = 250;

/** Lets the user pick one item of a loaded list. Throws CancellationError if the user dismisses the picker. */
export async function pick<T>(prompt: PickPrompt, choices: Choice<T>[]): Promise<T> {
  const list = choices.map(choice => ({ ...choice }));
  return (await pickFrom(prompt, async function* () {
    yield { items: list, hasMore: false };
  })) as T;
}

/** Lets the user pick one item of a list that is loaded page by page. Throws CancellationError if the user dismisses the picker. */
export async function pickFrom<T>(prompt: PickPrompt, source: ChoiceSource<T>): Promise<T> {
  const [first] = await wizardStep(canGoBack => showPicker({ ...prompt, canGoBack }, source, []));
  if (!first) throw new vscode.CancellationError();
  return first.value;
}

/** Lets the user pick any number of items, with search on the server and paging. Throws CancellationError if the user dismisses the picker. */
export async function pickMany<T>(
  prompt: PickManyPrompt<T>,
  source: ChoiceSource<T>,
  picked: Choice<T>[],
): Promise<T[]> {
  const choices = await wizardStep(canGoBack => showPicker({ ...prompt, many: true, canGoBack }, source, picked));
  return choices.map(choice => choice.value);
}

/** Returns pages of items for the typed text. */
export type ChoiceSource<T> = (search: string, signal: AbortSignal) => AsyncIterable<ListPage<Choice<T>>>;

type Row<T> = (Choice<T> & { isMore?: false }) | (vscode.QuickPickItem & { isMore: true });

function showPicker<T>(
  prompt: PickPrompt & { many?: boolean; canGoBack: boolean; idOf?: (value: T) => string },
  source: ChoiceSource<T>,
  picked: Choice<T>[],
): Promise<Choice<T>[]> {
  const box = vscode.window.createQuickPick<Row<T>>();
  box.title = escapeLine(prompt.title);
  box.placeholder = escapeLine(prompt.placeHolder ?? '');
  box.canSelectMany = prompt.many ?? false;
  box.ignoreFocusOut = true;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  const paging = new Paging(box, source, picked, prompt);
  return new Promise((resolve, reject) => {
    box.onDidAccept(() => {
      const more = box.activeItems.find(item => item.isMore);
      if (more) return void paging.next();
      resolve(box.selectedItems.filter(item => !item.isMore) as Choice<T>[]);
      box.hide();
    });
    if (prompt.canGoBack) {
      box.buttons = [vscode.QuickInputButtons.Back];
      box.onDidTriggerButton(() => {
        reject(new BackError());
        box.hide();
      });
    }
    box.onDidHide(() => {
      paging.stop();
      box.dispose();
      reject(new vscode.CancellationError());
    });
    paging.failed = error => {
      reject(error);
      box.hide();
    };
    box.show();
    paging.start('');
  });
}

/** Fills a quick pick page by page. A new search starts over, and keeps the selected items. */
class Paging<T> {
  readonly #box: vscode.QuickPick<Row<T>>;
  readonly #source: ChoiceSource<T>;
  readonly #prompt: PickPrompt;
  readonly #idOf: (value: T) => string;
  readonly #chosen: Map<string, Choice<T>>;
  #search = '';
  #abort = new AbortController();
  #pages: AsyncIterator<ListPage<Choice<T>>> | undefined;
  #items: Choice<T>[] = [];
  #typing: NodeJS.Timeout | undefined;
  failed: (error: unknown) => void = () => {};

  constructor(
    box: vscode.QuickPick<Row<T>>,
    source: ChoiceSource<T>,
    picked: Choice<T>[],
    { idOf = () => '', ...prompt }: PickPrompt & Partial<PickManyPrompt<T>>,
  ) {
    this.#box = box;
    this.#source = source;
    this.#prompt = prompt;
    this.#idOf = idOf;
    this.#chosen = new Map(picked.map(withPlainTexts).map(choice => [idOf(choice.value), choice]));
    if (prompt.isSearchedByServer) box.onDidChangeValue(value => this.#startSoon(value));
    box.onDidChangeSelection(() => this.#remember());
  }

  start(search: string): void {
    this.stop();
    this.#search = search;
    this.#abort = new AbortController();
    this.#items = [];
    this.#pages = this.#source(search, this.#abort.signal)[Symbol.asyncIterator]();
    void this.next();
  }

  #startSoon(search: string): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.start(search), typingPause);
  }

  async next(): Promise<void> {
    const { signal } = this.#abort;
    this.#box.busy = true;
    try {
      const page = await this.#pages?.next();
      if (signal.aborted || !page) return;
      this.#items.push(...(page.done ? [] : page.value.items.map(withPlainTexts)));
      this.#show(!page.done && page.value.hasMore);
    } catch (error) {
      if (!signal.aborted) this.failed(error);
    } finally {
      if (!signal.aborted) this.#box.busy = false;
    }
  }

  stop(): void {
    clearTimeout(this.#typing);
    this.#abort.abort();
  }

  #show(hasMore: boolean): void {
    const visibleIds = new Set(this.#items.map(({ value }) => this.#idOf(value)));
    const elsewhere = [...this.#chosen.values()].filter(({ value }) => !visibleIds.has(this.#idOf(value)));
    const rows: Row<T>[] = [...(this.#box.canSelectMany ? elsewhere : []), ...this.#items];
    if (hasMore)
      rows.push({ label: t('Load more'), iconPath: new vscode.ThemeIcon('ellipsis'), alwaysShow: true, isMore: true });
    const { empty, needsText, placeHolder = '' } = this.#prompt;
    // The placeholder is hidden while the box contains text, so the note is also a row.
    if (rows.length === 0 && this.#search) rows.push({ label: empty, alwaysShow: true, isMore: true });
    this.#box.placeholder = escapeLine(rows.length === 0 && !needsText ? empty : placeHolder);
    this.#box.items = rows;
    const selected = rows.filter(row => !row.isMore && this.#chosen.has(this.#idOf(row.value)));
    if (this.#box.canSelectMany) this.#box.selectedItems = selected;
  }

  #remember(): void {
    if (!this.#box.canSelectMany) return;
    const selected = new Set(this.#box.selectedItems.map(row => (row.isMore ? undefined : this.#idOf(row.value))));
    for (const row of this.#box.items) {
      if (row.isMore) continue;
      const id = this.#idOf(row.value);
      if (selected.has(id)) this.#chosen.set(id, row);
      else this.#chosen.delete(id);
    }
    // "Load more" is an ordinary row here: selecting it loads the next page.
    if (this.#box.selectedItems.some(row => row.isMore)) void this.next();
  }
}

/** Escapes icon syntax in the texts of an item. */
function withPlainTexts<T>(choice: Choice<T>): Choice<T> {
  const { label, description, detail } = choice;
  const texts = Object.entries({ label, description, detail }).filter(([, text]) => text !== undefined);
  return { ...choice, ...Object.fromEntries(texts.map(([name, text = '']) => [name, escapeLine(text)])) };
}
