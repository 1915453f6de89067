/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/// <reference lib="dom.asynciterable" />
import { withSigns } from '../markdown/invisibleCharacters.ts';
import { icon } from './icons.ts';

export type Inside = Node | string | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined>;

/** What is read of an element, besides what is in it. */
const readAttributes: ReadonlySet<string> = new Set(['title', 'aria-label', 'alt']);

/**
 * Makes an element with attributes; what is undefined or false is left out. Names of others may be among its words: their
 * invisible characters are signs.
 */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...inside: Inside[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    const text = value === true ? '' : String(value);
    element.setAttribute(key, readAttributes.has(key) ? withSigns(text) : text);
  }
  const children = inside.filter(one => one !== undefined && one !== false);
  element.append(...children.map(one => (typeof one === 'string' ? withSigns(one) : one)));
  return element;
}

/** Makes a button that does something. */
export function button(
  label: Inside | Inside[],
  run: () => void,
  attributes: Record<string, string | boolean | undefined> = {},
): HTMLButtonElement {
  const inside = Array.isArray(label) ? label : [label];
  const element = make('button', { type: 'button', ...attributes }, ...inside);
  element.addEventListener('click', run);
  return element;
}

/** Makes a button that shows a drawing alone; its name is spoken, and seen when it is pointed at. */
export function iconButton(
  drawing: string,
  name: string,
  run: () => void,
  attributes: Record<string, string | boolean | undefined> = {},
): HTMLButtonElement {
  const { class: more = '', ...others } = attributes;
  return button(icon(drawing), run, { class: `tool ${more}`.trim(), title: name, 'aria-label': name, ...others });
}

/** Makes what the extension has rendered: it has gone through its sanitizer, and nothing in it can run here. */
export function rendered(html: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = make('div', { dir: 'auto', ...attributes });
  element.innerHTML = html;
  // The direction is that of what is read: code has its own, and the words of this page say nothing about it.
  for (const one of element.querySelectorAll<HTMLElement>(leftToRight)) one.dir = 'ltr';
  for (const one of element.querySelectorAll<HTMLElement>('.marginalia-title, [role="tab"]')) one.dir = 'auto';
  return element;
}

const leftToRight = 'code, kbd, pre, .marginalia-code, .marginalia-said, .marginalia-count, .marginalia-whence';

/** Words that are spoken, and not seen. */
export function spoken(words: string): HTMLElement {
  return make('span', { class: 'marginalia-said' }, words);
}

/** Words of less weight. */
export function quiet(words: string, title?: string): HTMLElement {
  return make('span', { class: 'quiet', title }, words);
}

/** Puts others in place of what is in an element; what had the focus, or stands where that was, has it again. */
export function redraw(element: HTMLElement, ...inside: Node[]): void {
  const stops = () => [...element.querySelectorAll<HTMLElement>('button, summary, input, textarea, a, [tabindex]')];
  const focused = document.activeElement;
  const at = stops().findIndex(stop => stop === focused);
  element.replaceChildren(...inside);
  if (at < 0 || !(focused instanceof HTMLElement)) return;
  const next = focused.isConnected ? focused : stops()[at];
  next?.focus({ preventScroll: true });
}

/** Whether text is typed where an event comes from, or the focus is. */
export function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && target.type === 'text';
}
