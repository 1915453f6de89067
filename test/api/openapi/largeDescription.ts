/** Returns an OpenAPI description in YAML with this number of operations, of 0.2 kB each. */
export function largeDescription(operations: number): string {
  const paths = Array.from(
    { length: operations },
    (_, index) => `  /lamps/${index}:
    get:
      summary: Tells of lamp ${index}
      parameters:
        - { name: color, in: query, schema: { type: string, enum: [red, green] } }
      responses:
        '200': { description: Lamp ${index} }
`,
  );
  return `openapi: 3.1.0\ninfo: { title: Lighthouse, version: '1' }\npaths:\n${paths.join('')}`;
}

/** Returns the longest time in milliseconds that the event loop was blocked while a function ran. */
export async function longestPause(run: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const note = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(note, 1);
  try {
    await run();
    note();
    return longest;
  } finally {
    clearInterval(timer);
  }
}
