/// <reference lib="dom" />
import { isField } from '../dom.ts';
import { type FromPage, leading, type Step } from './messages.ts';

interface Handlers {
  tell: (message: FromPage) => void;
  walk: (step: Step) => void;
}

/** What plain letters do. A command stands for each of them, which can be bound to another key. */
const steps: ReadonlyMap<string, Step> = new Map([
  ['j', 'nextChange'],
  ['k', 'previousChange'],
  ['J', 'nextPage'],
  ['K', 'previousPage'],
  ['n', 'nextConversation'],
  ['p', 'previousConversation'],
  ['u', 'nextUnviewed'],
  ['v', 'toggleViewed'],
  ['c', 'comment'],
  ['r', 'reply'],
  ['e', 'edit'],
  ['x', 'resolve'],
  ['f', 'finish'],
  ['1', 'split'],
  ['2', 'one'],
  ['3', 'after'],
  ['w', 'whole'],
  ['l', 'spelling'],
  ['o', 'outline'],
  ['s', 'source'],
  ['?', 'help'],
]);

/** What letters do after `g`. */
const stepsAfterG: ReadonlyMap<string, Step> = new Map([
  ['c', 'conversation'],
  ['h', 'changes'],
  ['f', 'files'],
  ['x', 'checks'],
]);

/** Steps that open a box: what is typed after their letter is text. */
const opening: ReadonlySet<Step | undefined> = new Set<Step>(['comment', 'reply', 'edit']);

/** Milliseconds between two letters of somebody who types a text. */
const typingMs = 400;

/** Milliseconds in which the second letter has to follow `g`. */
const chordMs = 1500;

/**
 * The plain letters that are keys of the page. It handles them itself: a command would open a box too late for the
 * letters that follow.
 *
 * A palette, a dialog or a question that VS Code opens takes the focus a moment later than somebody begins to type in it.
 * Letters are keys only once the extension has answered that nothing of that kind is about to come.
 */
export class Keys {
  readonly #handlers: Handlers;
  #areOn = false;
  /** The number of the last question to the extension. */
  #asked = 0;
  /** What was typed since then. */
  #typed = '';
  /** Whether the page had just got the focus then. What was typed is for it, unless something takes the focus again. */
  #isBack = false;
  /** When a letter was typed last that was no key. */
  #typedAt = -Infinity;
  /** When `g` was pressed last. */
  #gAt = -Infinity;
  /** Whether the next letter may belong to keys that VS Code has bound, such as Alt+M V. */
  #mayEndChord = false;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
    addEventListener('focus', () => this.#ask({ isBack: true }));
    addEventListener('blur', () => this.#turnOff());
    document.addEventListener('keydown', event => this.#press(event));
    // VS Code gives the focus to a page that takes more than 200 ms to load before its script runs.
    this.#ask();
  }

  /** Waits for what a message to the extension leads to. */
  sent({ type }: FromPage): void {
    if (leading.has(type)) this.#ask();
  }

  /** Takes in that nothing is about to take the focus. */
  answered(id: number): void {
    if (id !== this.#asked || !document.hasFocus()) return;
    const typed = this.#isBack ? this.#typed : '';
    this.#turnOff();
    this.#areOn = true;
    // This cannot be seen otherwise.
    document.documentElement.dataset['keys'] = 'on';
    const step = steps.get(typed.charAt(0));
    if (!step || !opening.has(step) || isField(document.activeElement)) return;
    // Letters that do something else are no keys any more: a text may begin with them.
    this.#handlers.walk(step);
    if (isField(document.activeElement)) document.execCommand('insertText', false, typed.slice(1));
  }

  #ask({ isBack = false } = {}): void {
    this.#turnOff();
    this.#isBack = isBack;
    this.#handlers.tell({ type: 'keys', id: ++this.#asked });
  }

  #turnOff(): void {
    this.#areOn = false;
    this.#typed = '';
    delete document.documentElement.dataset['keys'];
  }

  #press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key)) return;
    const mayEndChord = this.#mayEndChord;
    const hasModifier = ctrlKey || metaKey || altKey;
    this.#mayEndChord = hasModifier && (!isField(target) || isOwnPrefix(event));
    if (isField(target)) {
      if (!isPlainLetter(event)) return;
      // VS Code would run the command of a letter as well, if one is bound to it.
      if (mayEndChord) event.preventDefault();
      else event.stopPropagation();
    } else if (hasModifier || /^F\d+$/.test(key)) {
      this.#turnOff();
      // VS Code hears of the key before the extension does.
      setTimeout(() => this.#ask());
    } else if (!mayEndChord && this.#isTaken(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Does what a letter stands for, or takes it in as text. Tells false where it is left to what has the focus. */
  #isTaken(event: KeyboardEvent): boolean {
    const { timeStamp: now } = event;
    const typed = event.key === 'Enter' ? '\n' : event.key;
    if (typed.length !== 1) return false;
    const isTyping = this.#typed !== '' || now - this.#typedAt < typingMs;
    // A blank scrolls, or presses the button that has the focus; a line break does that, too.
    if (typed.trim() === '' && !isTyping) return false;
    if (!this.#areOn || isTyping) {
      if (!this.#areOn) this.#typed += typed;
      this.#typedAt = now;
      return true;
    }
    const letter = letterOf(event);
    const isAfterG = now - this.#gAt < chordMs;
    this.#gAt = letter === 'g' && !isAfterG ? now : -Infinity;
    const step = (isAfterG ? stepsAfterG : steps).get(letter);
    if (step) this.#handlers.walk(step);
    return step !== undefined || isAfterG || letter === 'g';
  }
}

/** Whether a key is a letter, digit or sign alone. */
export function isPlainLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

/** The letter of a key, also where the keyboard writes others, such as Cyrillic ones. */
function letterOf({ key, code, shiftKey }: KeyboardEvent): string {
  const latin = /^[ -~]$/.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
  // Caps Lock changes the letter, and not what it stands for.
  if (!/^[a-z]$/i.test(latin)) return latin;
  return shiftKey ? latin.toUpperCase() : latin.toLowerCase();
}

/** Whether these are the first keys of those that the manifest binds on this page in two steps, such as Alt+M V. */
export function isOwnPrefix(event: KeyboardEvent, isMac = navigator.platform.startsWith('Mac')): boolean {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isHeld = ctrlKey === isMac && metaKey === isMac && altKey !== isMac;
  return code === 'KeyM' && isHeld && !shiftKey;
}
