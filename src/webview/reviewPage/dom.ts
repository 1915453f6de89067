/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/// <reference lib="dom.asynciterable" />

type Inside = Node | string | undefined | false;

/** Makes an element with attributes; what is undefined or false is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...inside: Inside[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...inside.filter(one => one !== undefined && one !== false));
  return element;
}

/** Makes a button that does something. */
export function button(
  label: string,
  run: () => void,
  attributes: Record<string, string | boolean | undefined> = {},
): HTMLButtonElement {
  const element = make('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', run);
  return element;
}

/** Makes what the extension has rendered: it has gone through its sanitizer, and nothing in it can run here. */
export function rendered(html: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = make('div', attributes);
  element.innerHTML = html;
  return element;
}

/** Puts others in place of what is in an element; what had the focus, or stands where that was, has it again. */
export function redraw(element: HTMLElement, ...inside: Node[]): void {
  const stops = () => [...element.querySelectorAll<HTMLElement>('button, summary, input, [tabindex]')];
  const at = stops().findIndex(stop => stop === document.activeElement);
  element.replaceChildren(...inside);
  if (at >= 0) stops()[at]?.focus({ preventScroll: true });
}
