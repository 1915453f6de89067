/// <reference lib="dom" />

const foldsIn = (side: Element) => [...side.querySelectorAll<HTMLElement>('.marginalia-fold')];

/** Expands folded parts of tables and code on both sides of a row when the button of one side is pressed. */
export function synchronizeFolds(row: HTMLElement): void {
  row.addEventListener('click', ({ target }) => {
    const fold = target instanceof Element ? target.closest<HTMLElement>('.marginalia-fold') : null;
    const side = fold?.closest('.side');
    if (!fold || !side) return;
    // The pressed button disappears, so the focus moves to the element that contained it.
    fold.closest<HTMLElement>('.marginalia-scroll, pre')?.focus({ preventScroll: true });
    const index = foldsIn(side).indexOf(fold);
    const words = fold.textContent;
    for (const one of row.querySelectorAll('.side')) {
      const same = foldsIn(one)[index];
      if (same?.textContent === words) unfold(same);
    }
  });
}

/** Expands everything that is folded in an element. */
export function unfoldAll(element: Element): void {
  for (const fold of foldsIn(element)) unfold(fold);
}

function unfold(fold: HTMLElement): void {
  fold.nextElementSibling?.removeAttribute('hidden');
  fold.remove();
}
