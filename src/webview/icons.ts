/// <reference lib="dom" />

/**
 * Returns a decorative icon of icons.css, hidden from screen readers. It belongs next to a label or into a button with
 * a name.
 */
export function icon(name: string, ...classes: string[]): HTMLElement {
  const element = document.createElement('span');
  element.className = ['icon', `icon-${name}`, ...classes].join(' ');
  element.setAttribute('aria-hidden', 'true');
  return element;
}
