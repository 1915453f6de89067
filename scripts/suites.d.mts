/** Types of suites.mjs for the tests that import it. */
export const suites: Record<'node' | 'host' | 'ui', string[]>;
