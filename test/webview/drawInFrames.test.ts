import assert from 'node:assert/strict';
import { drawInFrames } from '../../src/webview/reviewPage/pages/drawInFrames.ts';

describe('rendering in animation frames', () => {
  let frames: (() => void)[];
  const before = Object.getOwnPropertyDescriptor(globalThis, 'requestAnimationFrame');
  beforeEach(() => {
    frames = [];
    Object.assign(globalThis, { requestAnimationFrame: (frame: () => void) => frames.push(frame) });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
    if (before) Object.defineProperty(globalThis, 'requestAnimationFrame', before);
  });

  /** Runs the requested frame callbacks. Returns how many were requested. */
  function frame(): number {
    const asked = frames;
    frames = [];
    for (const draw of asked) draw();
    return asked.length;
  }

  it('renders every item, the last requested first, and at most one part per frame', () => {
    const drawn: string[] = [];
    for (const name of ['early', 'late']) {
      let remaining = 2;
      drawInFrames(() => {
        drawn.push(name);
        return --remaining > 0;
      });
    }
    const asked = Array.from({ length: 5 }, frame);
    assert.deepEqual(drawn, ['late', 'late', 'early', 'early']);
    assert.deepEqual(asked, [1, 1, 1, 1, 0]);
  });

  it('renders an item even if another one has failed', () => {
    let isDrawn = false;
    drawInFrames(() => !(isDrawn = true));
    drawInFrames(() => assert.fail('It cannot be drawn.'));
    assert.throws(frame, /cannot be drawn/);
    frame();
    assert.ok(isDrawn);
  });
});
