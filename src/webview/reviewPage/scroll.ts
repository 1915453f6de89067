/// <reference lib="dom" />

/** Stops the observation of the last scroll target. */
let stopWatching: () => void = () => undefined;

/** Maximum number of frames until the browser begins to scroll. */
const maxFrames = 10;

/**
 * Scrolls to an element, smoothly if the styles say so, and keeps it in place until the user scrolls, even if content
 * above it changes. The browser computes the distance before it begins to scroll.
 */
export function scrollToElement(element: Element, options: ScrollIntoViewOptions = {}): void {
  stopWatching();
  const listening = new AbortController();
  const { signal } = listening;
  const before = scrollY;
  let frames = 0;
  let isObserved = false;
  /** The scroll offset when the element was in place. */
  let arrivedAt: number | undefined;
  const arrive = () => {
    if (element.isConnected) element.scrollIntoView({ ...options, behavior: 'instant' });
    arrivedAt = scrollY;
  };
  // The observer also fires once when the observation begins.
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
  // Scroll anchoring of the browser may hold another element in place.
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
    // The browser did not scroll, so the element was already in place.
    if (++frames > maxFrames) arrive();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
