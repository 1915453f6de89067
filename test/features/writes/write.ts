import type { Node } from '../../../src/ui/tree/node.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Answer } from '../../host/answers.ts';
import { parts } from '../../host/app.ts';
import { rowOf, run } from '../../host/commands.ts';
import { Doing } from '../../host/content.ts';
import type { Stage } from '../../host/stage.ts';

/** A command that writes: how to run and answer it, the requests it sends, and how to count its effects. */
export interface Write {
  command: string;
  /** Distinguishes the entry from others of the same command. */
  variant?: string;
  target?: (sandbox: RunningSandbox) => unknown;
  prepare?: (sandbox: RunningSandbox) => void | Promise<void>;
  answers?: Answer[];
  /** Performs the write in another way than by the command, and returns the messages. */
  run?: (set: Stage) => Promise<string[]>;
  sends: RegExp;
  /** Number of sent requests; 1 by default. */
  requests?: number;
  count: (sandbox: RunningSandbox) => number;
  /** Counts the effects of the first of several requests. */
  countFirst?: (sandbox: RunningSandbox) => number;
  /**
   * Where the progress is shown while a request is pending; in a notification with Cancel by default. The status bar
   * shows what cannot be canceled.
   */
  progress?: 'statusBar';
  /** Matches the success message. */
  done: RegExp;
  /** True if nothing shows whether the write was done. */
  isBlind?: true;
  /** True if the status of the resource shows whether the write was done. */
  isKnownFromStatus?: true;
  /** True if only some servers offer the operation. */
  isOptional?: true;
  /** True if another entry uses the same code. It is then tested only in the full run. */
  isLikeAnother?: true;
}

export const organization = '/orgs/tidewell';
export const site = `${organization}/sites/heron-docs`;

export function titleOf({ command, variant }: Write): string {
  return variant === undefined ? command : `${command}, ${variant}`;
}

/** Performs a write, and returns all messages. */
export async function runWrite(write: Write, set: Stage): Promise<string[]> {
  const { command, target, answers = [] } = write;
  if (write.run) return write.run(set);
  return run(command, answers, ...(target ? [target(set.sandbox)] : []));
}

/** Runs a function with the models behind the views, signed in like the extension. */
export async function withParts(set: Stage, act: (doing: Doing) => Promise<string[]>): Promise<string[]> {
  const { sandbox, server } = set;
  const app = parts();
  try {
    await app.session.signIn({ url: server.url, token: sandbox.token });
    return await act(new Doing({ sandbox, server, app }));
  } finally {
    app.dispose();
  }
}

export function onRow(path: string): () => Node {
  return () => rowOf(path, 'Row');
}

/** Returns the count of a write that can happen only once. */
export function times(isDone: boolean): number {
  return isDone ? 1 : 0;
}
