/// <reference lib="dom" />

/** Pixels between two conversations. */
const gap = 8;

/**
 * Positions the elements in the margin: each at the top of its block, or below the previous one. The focused element is
 * exactly at its block, and the ones above move up. In a narrow window, the style sheet puts them below their blocks.
 */
export function arrangeMargin(body: HTMLElement): void {
  const all = [...body.querySelectorAll<HTMLElement>('.beside')].filter(
    ({ childElementCount }) => childElementCount > 0,
  );
  const isBeside = all[0] && getComputedStyle(all[0]).position === 'absolute';
  if (!isBeside) {
    for (const one of all) one.style.removeProperty('top');
    body.style.removeProperty('min-height');
    return;
  }
  const top = body.getBoundingClientRect().top;
  const wanted = all.map(one => (one.parentElement ?? one).getBoundingClientRect().top - top);
  const heights = all.map(({ offsetHeight }) => offsetHeight);
  const focused = all.findIndex(one => one.contains(document.activeElement));
  const tops: number[] = [];
  for (const [index, want] of wanted.entries()) {
    const below = index === 0 ? 0 : (tops[index - 1] ?? 0) + (heights[index - 1] ?? 0) + gap;
    tops.push(index === focused ? want : Math.max(want, below));
  }
  for (let index = focused - 1; index >= 0; index--) {
    tops[index] = Math.min(tops[index] ?? 0, (tops[index + 1] ?? 0) - (heights[index] ?? 0) - gap);
  }
  all.forEach((one, index) => (one.style.top = `${tops[index]}px`));
  const last = all.length - 1;
  body.style.minHeight = `${(tops[last] ?? 0) + (heights[last] ?? 0) + gap}px`;
}
