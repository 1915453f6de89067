/** Types of setup.mjs for the tests that import it. */
export const root: string;
export const node: string;
export const chromium: string;
export const serverMain: string;
export function setUp(...needs: ('vscode' | 'browser')[]): Promise<void>;
export function run(command: string, args: string[]): Promise<number>;
