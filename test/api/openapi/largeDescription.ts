/** An OpenAPI description in YAML with so many operations, of 0.2 kB each. */
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

/** Counts how often the event loop comes round while something runs. */
export async function countTurns<T>(run: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  try {
    const result = await run();
    return { turns: turns + 1, result };
  } finally {
    clearInterval(timer);
  }
}
