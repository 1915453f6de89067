/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement } from '../../dom.ts';
import type { FromPage, ToPage } from '../messages.ts';

type Shown = Extract<ToPage, { type: 'image' }>;

/**
 * Replaces images on other servers by boxes with a button, because loading an image tells its server who is reading.
 * Returns the handler of the extension's answers. An image that was loaded once is shown everywhere, even after a
 * redraw.
 */
export function externalImages(root: HTMLElement, post: (message: FromPage) => void): (answer: Shown) => void {
  const known = new Map<string, string>();

  /** Adds the button, or the loaded image, to each box below an element. */
  const fit = (element: HTMLElement) => {
    const boxes = [...element.querySelectorAll<HTMLElement>(selector)];
    for (const box of element.matches(selector) ? [element, ...boxes] : boxes) {
      const address = box.dataset['image'] ?? '';
      const data = known.get(address);
      if (data !== undefined) show(box, data);
      else if (!box.querySelector('button')) box.append(...ask(box, () => post({ type: 'image', address })));
    }
  };
  new MutationObserver(changes => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof HTMLElement) fit(node);
    }
  }).observe(root, { childList: true, subtree: true });

  return ({ address, data, why = '' }) => {
    if (data !== undefined) known.set(address, data);
    for (const box of root.querySelectorAll<HTMLElement>(selector)) {
      if (box.dataset['image'] !== address) continue;
      if (data !== undefined) show(box, data);
      else refuse(box, why);
    }
  };
}

const selector = '.marginalia-image[data-image]';

/** Returns the button of an image box, and the element that shows why the image was not loaded. */
function ask(box: HTMLElement, run: () => void): HTMLElement[] {
  const status = createElement('span', { role: 'status' });
  const show = button(t('Show Image'), () => {
    if (show.ariaDisabled) return;
    show.ariaDisabled = 'true';
    status.textContent = t('Loading…');
    run();
  });
  show.className = 'marginalia-show';
  show.ariaLabel = t`Show Image ${labelOf(box)}`;
  // The box may be inside a link.
  show.addEventListener('click', event => {
    event.preventDefault();
    event.stopPropagation();
  });
  return [show, status];
}

function show(box: HTMLElement, data: string): void {
  const image = createElement('img', {
    src: data,
    alt: labelOf(box),
    width: box.dataset['width'],
    height: box.dataset['height'],
  });
  const hadFocus = box.contains(document.activeElement);
  box.replaceWith(image);
  if (!hadFocus) return;
  image.tabIndex = -1;
  image.focus({ preventScroll: true });
}

function refuse(box: HTMLElement, why: string): void {
  const [asked, status] = [box.querySelector('button'), box.querySelector('[role="status"]')];
  if (asked) asked.ariaDisabled = null;
  if (status) status.textContent = why;
}

function labelOf(box: HTMLElement): string {
  return box.querySelector('[role="img"]')?.textContent ?? '';
}
