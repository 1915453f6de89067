/// <reference lib="dom" />

/** A drawing of icons.css beside words, or in a button that has a name: it says nothing by itself. */
export function icon(name: string, ...classes: string[]): HTMLElement {
  const element = document.createElement('span');
  element.className = ['icon', `icon-${name}`, ...classes].join(' ');
  element.setAttribute('aria-hidden', 'true');
  return element;
}
