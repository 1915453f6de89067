/// <reference lib="dom" />
import { isField } from '../dom.ts';
import { type FromPage, focusTakingTypes, type Step } from './messages.ts';

interface Handlers {
  post: (message: FromPage) => void;
  runStep: (step: Step) => void;
}

/** The action of each plain letter. Each action is also a command, which users can bind to another key. */
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

/** The action of a letter that follows `g`. */
const stepsAfterG: ReadonlyMap<string, Step> = new Map([
  ['c', 'conversation'],
  ['h', 'changes'],
  ['f', 'files'],
  ['x', 'checks'],
]);

/** Steps that open a composer: letters typed after them are text. */
const opening: ReadonlySet<Step | undefined> = new Set<Step>(['comment', 'reply', 'edit']);

/** Letters that follow each other within this many milliseconds are typed text, not keys. */
const typingMs = 400;

/** The second letter must follow `g` within this many milliseconds. */
const chordMs = 1500;

/**
 * Handles the plain letters that are keys of the page. They are handled here, not as commands, because a command would
 * open a composer too late for the letters that follow. Quick picks, dialogs and prompts of VS Code take the focus
 * shortly after the user begins to type in them, so letters are keys only after the extension has confirmed that none
 * of these is about to open.
 */
export class Keys {
  readonly #handlers: Handlers;
  #areOn = false;
  /** The number of the last request to the extension. */
  #asked = 0;
  /** The letters typed since the last request. */
  #typed = '';
  /** True if the page had just received the focus at the last request. Letters typed since then belong to the page. */
  #isBack = false;
  /** The time of the last typed letter that was not a key. */
  #typedAt = -Infinity;
  /** The time at which `g` was pressed last. */
  #gAt = -Infinity;
  /** True if the next letter may complete a chord of VS Code, such as Alt+M V. */
  #canEndChord = false;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
    addEventListener('focus', () => this.#ask({ isBack: true }));
    addEventListener('blur', () => this.#turnOff());
    document.addEventListener('keydown', event => this.#press(event));
    // VS Code focuses a page that takes more than 200 ms to load before its script runs.
    this.#ask();
  }

  /** Turns keys off after a message that may move the focus, until the extension confirms again. */
  sent({ type }: FromPage): void {
    if (focusTakingTypes.has(type)) this.#ask();
  }

  /** Turns keys on: the extension has confirmed that nothing is about to take the focus. */
  answered(id: number): void {
    if (id !== this.#asked || !document.hasFocus()) return;
    const typed = this.#isBack ? this.#typed : '';
    this.#turnOff();
    this.#areOn = true;
    // Tests wait for this attribute, as nothing visible shows that keys are on.
    document.documentElement.dataset['keys'] = 'on';
    const step = steps.get(typed.charAt(0));
    if (!step || !opening.has(step) || isField(document.activeElement)) return;
    // After a letter that opens no composer, the letters that follow may be text and are not run as keys.
    this.#handlers.runStep(step);
    if (isField(document.activeElement)) document.execCommand('insertText', false, typed.slice(1));
  }

  #ask({ isBack = false } = {}): void {
    this.#turnOff();
    this.#isBack = isBack;
    this.#handlers.post({ type: 'keys', id: ++this.#asked });
  }

  #turnOff(): void {
    this.#areOn = false;
    this.#typed = '';
    delete document.documentElement.dataset['keys'];
  }

  #press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key)) return;
    const canEndChord = this.#canEndChord;
    const hasModifier = ctrlKey || metaKey || altKey;
    this.#canEndChord = hasModifier && (!isField(target) || isOwnPrefix(event));
    if (isField(target)) {
      if (!isPlainLetter(event)) return;
      // VS Code runs the command of a chord, so its letter must not be typed into the field.
      if (canEndChord) return event.preventDefault();
      // VS Code would also run a command that is bound to this letter.
      event.stopPropagation();
      // A read-only field is being sent, and may disappear before the next letter is typed.
      if (isReadOnly(target)) this.#typedAt = event.timeStamp;
    } else if (hasModifier || /^F\d+$/.test(key)) {
      this.#turnOff();
      // VS Code receives the key before the extension does.
      setTimeout(() => this.#ask());
    } else if (!canEndChord && this.#isTaken(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * Runs the step of a letter, or records the letter as text. Returns false if the focused element should handle it.
   */
  #isTaken(event: KeyboardEvent): boolean {
    const { timeStamp: now } = event;
    const typed = event.key === 'Enter' ? '\n' : event.key;
    if (typed.length !== 1) return false;
    const isTyping = this.#typed !== '' || now - this.#typedAt < typingMs;
    // Outside typing, a space or a line break scrolls or presses the focused button.
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
    if (step) this.#handlers.runStep(step);
    return step !== undefined || isAfterG || letter === 'g';
  }
}

/** Returns true for a letter, digit or sign without a modifier. */
export function isPlainLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

function isReadOnly(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement && target.readOnly;
}

/** Returns the Latin letter of a key, also on keyboards of other scripts, such as Cyrillic. */
function letterOf({ key, code, shiftKey }: KeyboardEvent): string {
  const latin = /^[ -~]$/.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key);
  // Caps Lock must not change which step a letter runs.
  if (!/^[a-z]$/i.test(latin)) return latin;
  return shiftKey ? latin.toUpperCase() : latin.toLowerCase();
}

/** Returns true for the first stroke of the page's two-stroke keybindings in the manifest, such as Alt+M V. */
export function isOwnPrefix(event: KeyboardEvent, isMac = navigator.platform.startsWith('Mac')): boolean {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const hasModifier = ctrlKey === isMac && metaKey === isMac && altKey !== isMac;
  return code === 'KeyM' && hasModifier && !shiftKey;
}
