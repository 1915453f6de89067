/// <reference lib="dom" />

/** The drawings in progress. The last one is drawn first, because the user asked for it last. */
const waiting: (() => boolean)[] = [];
let isAsked = false;

/**
 * Draws something in parts until `drawPart` returns false. One part is drawn per frame, over all drawings, so that
 * concurrent drawings do not block the frame.
 */
export function drawInFrames(drawPart: () => boolean): void {
  waiting.push(drawPart);
  askForFrame();
}

function askForFrame(): void {
  if (isAsked || waiting.length === 0) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    const drawPart = waiting.pop();
    try {
      if (drawPart?.()) waiting.push(drawPart);
    } finally {
      askForFrame();
    }
  });
}
