/** Types of suites.mjs for the tests that import it. */
export const suites: Record<'node' | 'host' | 'ui', string[]>;
export function groupsOf<T>(count: number, files: T[]): T[][];
export function secondRunFiles(): string[];
export function testFiles(suite: 'node' | 'host' | 'ui', parts?: string[]): string[];
export function uiGroups(): string[][];
