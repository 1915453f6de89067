import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Answer } from '../../host/answers.ts';
import { rowOf } from '../../host/commands.ts';
import type { Node } from '../../../src/ui/tree/node.ts';

/** A command that writes: how it is run and answered, what it sends, and how often that has happened. */
export interface Write {
  command: string;
  target?: (sandbox: RunningSandbox) => unknown;
  prepare?: (sandbox: RunningSandbox) => void;
  answers: Answer[];
  sends: RegExp;
  count: (sandbox: RunningSandbox) => number;
  /** What is said once it is done. */
  done: RegExp;
  /** Whether nothing tells whether it was done. */
  isBlind?: true;
  /** Whether its status tells whether it was done. */
  isToldByStatus?: true;
  /** Whether only some servers offer it. */
  isOptional?: true;
}

export const organization = '/orgs/tidewell';
export const site = `${organization}/sites/heron-docs`;

export function onRow(path: string): () => Node {
  return () => rowOf(path, 'Row');
}

/** How often something was done that can be done but once. */
export function times(isDone: boolean): number {
  return isDone ? 1 : 0;
}
