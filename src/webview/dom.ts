/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/// <reference lib="dom.asynciterable" />
import { withSigns } from '../markdown/invisibleCharacters.ts';
import { icon } from './icons.ts';

export type Child = Node | string | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined>;

/** Attributes whose values screen readers speak or tooltips show. */
const readAttributes: ReadonlySet<string> = new Set(['title', 'aria-label', 'alt']);

/**
 * Creates an element. Undefined and false attributes and children are omitted. Invisible characters in text are shown
 * as signs, because the text may contain names that others chose.
 */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...inside: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    const text = value === true ? '' : String(value);
    element.setAttribute(key, readAttributes.has(key) ? withSigns(text) : text);
  }
  const children = inside.filter(one => one !== undefined && one !== false);
  element.append(...children.map(child => (typeof child === 'string' ? withSigns(child) : child)));
  return element;
}

export function button(
  label: Child | Child[],
  run: () => void,
  attributes: Record<string, string | boolean | undefined> = {},
): HTMLButtonElement {
  const inside = Array.isArray(label) ? label : [label];
  const element = createElement('button', { type: 'button', ...attributes }, ...inside);
  element.addEventListener('click', run);
  return element;
}

/** Creates a button that shows an icon. Its name is the tooltip and the accessible name. */
export function iconButton(
  drawing: string,
  name: string,
  run: () => void,
  attributes: Record<string, string | boolean | undefined> = {},
): HTMLButtonElement {
  const { class: more = '', ...others } = attributes;
  return button(icon(drawing), run, { class: `tool ${more}`.trim(), title: name, 'aria-label': name, ...others });
}

/** Creates an element from HTML that the extension has rendered and sanitized. */
export function createFromHtml(html: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = createElement('div', { dir: 'auto', ...attributes });
  element.innerHTML = html;
  // The text direction follows the content: code is always left to right, and labels of this page do not count.
  for (const one of element.querySelectorAll<HTMLElement>(leftToRight)) one.dir = 'ltr';
  for (const one of element.querySelectorAll<HTMLElement>('.marginalia-title, [role="tab"]')) one.dir = 'auto';
  return element;
}

const leftToRight = 'code, kbd, pre, .marginalia-code, .marginalia-said, .marginalia-count, .marginalia-whence';

/** Creates text for screen readers only. */
export function screenReaderText(words: string): HTMLElement {
  return createElement('span', { class: 'marginalia-said' }, words);
}

/** Creates text in a less prominent color. */
export function secondaryText(words: string, title?: string): HTMLElement {
  return createElement('span', { class: 'quiet', title }, words);
}

/** Replaces the children of an element, and restores the focus to the same element or to the one in its position. */
export function redraw(element: HTMLElement, ...inside: Node[]): void {
  const stops = () => [...element.querySelectorAll<HTMLElement>('button, summary, input, textarea, a, [tabindex]')];
  const focused = document.activeElement;
  const at = stops().findIndex(stop => stop === focused);
  element.replaceChildren(...inside);
  if (at < 0 || !(focused instanceof HTMLElement)) return;
  const next = focused.isConnected ? focused : stops()[at];
  next?.focus({ preventScroll: true });
}

/** Returns true if an element is a field in which users type or choose. */
export function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && target.type === 'text';
}
