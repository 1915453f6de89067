/** Types of setup.mjs for the tests that import it. */
export const root: string;
export const node: string;
export const chromium: string;
export interface ServerBuild {
  /** The folder it is installed in. */
  dir: string;
  /** The Node that runs it. */
  node: string;
  main: string;
}
export const latest: ServerBuild;
export const floor: ServerBuild;
export function setUp(...needs: ('vscode' | 'floor' | 'browser')[]): Promise<void>;
export function run(command: string, args: string[]): Promise<number>;
