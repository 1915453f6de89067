/// <reference lib="dom" />

/** What is still to be drawn; the last one is what somebody wanted to see last. */
const waiting: (() => boolean)[] = [];
let isAsked = false;

/**
 * Has something drawn part by part until it gives false: one part at a frame, however many are drawn at the same time, or
 * together they would hold the frame up.
 */
export function inTurn(drawPart: () => boolean): void {
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
