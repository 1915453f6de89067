import assert from 'node:assert/strict';
import type { Keyboard, Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { labelInPalette, type Workbench } from '../host/workbench.ts';

/** Controls a window only with the keyboard. */
export class KeyboardUser {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  get #keys(): Keyboard {
    return this.#workbench.page.keyboard;
  }

  press(key: string): Promise<void> {
    return this.#keys.press(key);
  }

  /** Types into the element that has the focus. */
  type(text: string): Promise<void> {
    return this.#keys.type(text);
  }

  /** Runs a command by its name, see `labelInPalette`. */
  async run(command: string): Promise<void> {
    const label = labelInPalette(command);
    await this.press('F1');
    await this.type(label);
    await this.#workbench.quickInput.locator('.monaco-list-row').filter({ hasText: label }).first().waitFor();
    await this.#goDown(this.#focusedChoice(label));
    await this.press('Enter');
  }

  /** Waits for a quick pick with this title, types a label, and accepts the row. */
  async choose(label: string, title: string): Promise<void> {
    await this.#title(title).waitFor();
    await this.type(label);
    await this.#focusedChoice(label).waitFor();
    await this.press('Enter');
  }

  /** Waits until a multi-select quick pick with this title has a row, and accepts its selection. */
  async accept(label: string, title: string): Promise<void> {
    await this.#title(title).waitFor();
    await this.#workbench.quickInput.locator('.monaco-list-row').filter({ hasText: label }).waitFor();
    await this.press('Enter');
  }

  /** Replaces the text of the input box with this title, and accepts it. */
  async enter(text: string, title: string, prompt = ''): Promise<void> {
    await this.#title(title).waitFor();
    await this.#workbench.quickInput.filter({ hasText: prompt }).waitFor();
    await this.press('Control+a');
    await this.type(text);
    await this.press('Enter');
  }

  /** Waits until a button of the modal dialog has the focus, and presses it. */
  async confirm(button: string): Promise<void> {
    const { dialog, page } = this.#workbench;
    await dialog.getByRole('button', { name: button, exact: true }).and(page.locator(':focus')).waitFor();
    await this.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }

  /** Moves the focus down to the row of a view that has this text. */
  async goTo(text: string): Promise<void> {
    await this.#goDown(this.#workbench.page.locator('.sidebar .monaco-list-row.focused').filter({ hasText: text }));
  }

  /** Moves the focus down in a list until this row has it. */
  async #goDown(focused: Locator): Promise<void> {
    await eventually(async () => {
      if ((await focused.count()) > 0) return;
      await this.press('ArrowDown');
      assert.fail('the row has not the focus');
    });
  }

  /** Returns the title of a quick pick or an input box. The palette has none. */
  #title(text: string): Locator {
    return this.#workbench.quickInput.locator('.quick-input-title').filter({ hasText: text, visible: true });
  }

  #focusedChoice(text: string): Locator {
    return this.#workbench.quickInput.locator('.monaco-list-row.focused').filter({ hasText: text });
  }
}
