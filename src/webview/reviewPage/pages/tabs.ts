/// <reference lib="dom" />

/** Makes tabs switch on both sides at once, and makes links open their targets. */
export function activateTabsAndLinks(body: HTMLElement, open: (target: string) => void): void {
  const act = (target: EventTarget | null): boolean => {
    const element = target instanceof Element ? target : undefined;
    const tab = element?.closest<HTMLElement>('[role="tab"]');
    if (tab) select(tab);
    const link = element?.closest<HTMLElement>('[data-target]');
    if (link) open(link.dataset['target'] ?? '');
    return Boolean(tab ?? link);
  };
  body.addEventListener('click', event => {
    if (act(event.target)) event.preventDefault();
  });
  body.addEventListener('keydown', event => {
    const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"]') : undefined;
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (tab && by) {
      const all = tabsBeside(tab);
      const next = all[(all.indexOf(tab) + by + all.length) % all.length];
      if (next) select(next);
      next?.focus();
    } else if (
      event.key === 'Enter' &&
      event.target instanceof HTMLElement &&
      event.target.dataset['target'] !== undefined
    ) {
      act(event.target);
    }
  });
}

function tabsBeside(tab: HTMLElement): HTMLElement[] {
  return [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
}

/** Selects a tab, and the tab with the same title on the other side. */
function select(tab: HTMLElement): void {
  const rows = tab.closest('.row')?.querySelectorAll<HTMLElement>('[role="tablist"]') ?? [];
  for (const tabs of rows) {
    const all = [...tabs.querySelectorAll<HTMLElement>('[role="tab"]')];
    const selected = tabs.contains(tab) ? tab : all.find(one => labelOf(one) === labelOf(tab));
    if (!selected) continue;
    for (const one of all) {
      one.setAttribute('aria-selected', String(one === selected));
      one.tabIndex = one === selected ? 0 : -1;
      const panel = document.getElementById(one.getAttribute('aria-controls') ?? '');
      if (panel) panel.hidden = one !== selected;
    }
  }
}

function labelOf(tab: HTMLElement): string {
  return tab.firstChild?.textContent ?? '';
}
