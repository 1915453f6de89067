/// <reference lib="dom" />
import { button, createElement } from '../dom.ts';
import { icon } from '../icons.ts';

/** Returns a button that opens a menu of further actions. Escape and a click elsewhere close the menu. */
export function menu(
  name: string,
  items: readonly (readonly [label: string, run: () => void, name?: string])[],
): HTMLElement {
  const list = createElement('div', { class: 'menu', popover: 'auto' });
  list.append(
    ...items.map(([label, run, name]) => {
      const choose = () => {
        list.hidePopover();
        run();
      };
      return button(label, choose, { class: name });
    }),
  );
  const opener = button(icon('more'), () => list.togglePopover(), {
    ...{ class: 'tool', title: name, 'aria-label': name, 'aria-expanded': 'false' },
  });
  list.addEventListener('toggle', () => {
    const isOpen = list.matches(':popover-open');
    opener.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) list.querySelector('button')?.focus();
  });
  list.addEventListener('keydown', event => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const all = [...list.querySelectorAll('button')];
    all.at((all.findIndex(one => one === document.activeElement) + by) % all.length)?.focus();
  });
  return createElement('span', { class: 'opener' }, opener, list);
}
