import type { Node } from '../../../src/ui/tree/node.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Answer } from '../../host/answers.ts';
import { parts } from '../../host/app.ts';
import { rowOf, run } from '../../host/commands.ts';
import { Doing } from '../../host/content.ts';
import type { Stage } from '../../host/stage.ts';

/** A command that writes: how it is run and answered, what it sends, and how often that has happened. */
export interface Write {
  command: string;
  /** Tells it from others of the same command. */
  variant?: string;
  target?: (sandbox: RunningSandbox) => unknown;
  prepare?: (sandbox: RunningSandbox) => void | Promise<void>;
  answers?: Answer[];
  /** Does it in another way than by running the command, and returns what was said. */
  run?: (set: Stage) => Promise<string[]>;
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
  /** Whether another write of the table has the same code: it is tried in the full run alone. */
  isLikeAnother?: true;
}

export const organization = '/orgs/tidewell';
export const site = `${organization}/sites/heron-docs`;

export function titleOf({ command, variant }: Write): string {
  return variant === undefined ? command : `${command}, ${variant}`;
}

/** Does a write, and returns all that was said. */
export async function runWrite(write: Write, set: Stage): Promise<string[]> {
  const { command, target, answers = [] } = write;
  if (write.run) return write.run(set);
  return run(command, answers, ...(target ? [target(set.sandbox)] : []));
}

/** Does something with the parts behind the views, which are signed in like the extension. */
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

/** How often something was done that can be done but once. */
export function times(isDone: boolean): number {
  return isDone ? 1 : 0;
}
