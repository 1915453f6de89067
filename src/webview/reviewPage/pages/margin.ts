/// <reference lib="dom" />

/** Pixels between one conversation and the next. */
const gap = 8;

/**
 * Places what stands in the margin: each at the top of its block, pushed down by the one above. The one with the focus
 * stands exactly at its block; those above it give way upwards. In a narrow window they stand below their blocks, where
 * the style sheet has them.
 */
export function arrange(body: HTMLElement): void {
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
