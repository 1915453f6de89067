/// <reference lib="dom" />

/** Moves the focus to the next stop in what is shown, from where it is, or else from what is read. */
export function walkTo(root: HTMLElement, by: 1 | -1, selector: string): void {
  const stops = [...root.querySelectorAll<HTMLElement>(selector)].filter(stop => stop.checkVisibility());
  const now = document.activeElement;
  const top = root.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
  const isFrom = now instanceof HTMLElement && now.closest('.section') !== null;
  const ahead = stops.filter(stop => {
    if (!isFrom) return by > 0 ? stop.getBoundingClientRect().top > top : stop.getBoundingClientRect().top < top;
    const order = now.compareDocumentPosition(stop);
    return by > 0 ? order & Node.DOCUMENT_POSITION_FOLLOWING : order & Node.DOCUMENT_POSITION_PRECEDING;
  });
  const stop = by > 0 ? ahead[0] : ahead.at(-1);
  stop?.focus({ preventScroll: true });
  stop?.scrollIntoView({ block: 'center' });
}

/** Where the focus goes from a box that is left: its conversation, else its block, else its page. */
export function nearest(box: Element): HTMLElement | undefined {
  const thread = box.closest<HTMLElement>('.thread');
  const block = box.closest('.row')?.querySelector<HTMLElement>('.side[tabindex]');
  return thread ?? block ?? box.closest('.page')?.querySelector<HTMLElement>('h3') ?? undefined;
}
