/// <reference lib="dom" />

/** Leaves the window where it is, whatever changes in it. */
let stopWatching: () => void = () => undefined;

/** How many frames the browser may take until it begins to scroll. */
const maxFrames = 10;

/**
 * Scrolls to an element, smoothly where the styles say so, and keeps it in its place until someone goes on, whatever
 * changes above it. The browser decides how far it will scroll before it begins.
 */
export function scrollToElement(element: Element, options: ScrollIntoViewOptions = {}): void {
  stopWatching();
  const listening = new AbortController();
  const { signal } = listening;
  const before = scrollY;
  let frames = 0;
  let isObserved = false;
  /** How far the window was scrolled when the element was in its place. */
  let arrivedAt: number | undefined;
  const arrive = () => {
    if (element.isConnected) element.scrollIntoView({ ...options, behavior: 'instant' });
    arrivedAt = scrollY;
  };
  // It fires once when the observation begins.
  const resizes = new ResizeObserver(() => {
    if (isObserved) arrive();
    isObserved = true;
  });
  const { style } = document.documentElement;
  const stop = () => {
    resizes.disconnect();
    listening.abort();
    style.overflowAnchor = '';
  };
  stopWatching = stop;
  // Scroll anchoring of the browser may hold another element in place, such as one below a new line.
  style.overflowAnchor = 'none';
  element.scrollIntoView(options);
  resizes.observe(document.body);
  for (const event of ['wheel', 'keydown', 'pointerdown']) {
    addEventListener(event, stop, { signal, passive: true, capture: true });
  }
  const stopIfScrolledAway = () => {
    if (arrivedAt !== undefined && Math.abs(scrollY - arrivedAt) > 1) stop();
  };
  addEventListener('scroll', stopIfScrolledAway, { signal, passive: true });
  addEventListener('scrollend', () => arrivedAt ?? arrive(), { signal });
  const check = () => {
    if (signal.aborted || arrivedAt !== undefined || scrollY !== before) return;
    // It was in its place before.
    if (++frames > maxFrames) arrive();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
