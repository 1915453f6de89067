import { mustHaveNode } from './nodeVersion.ts';

// What the npm package exports. Its types are all in this file, because only they are part of the package.

mustHaveNode();

export interface SandboxOptions {
  /** A folder of documentation that becomes a space beside those of the sample. */
  readonly content?: string | undefined;
  /** A folder to keep everything in. Without it, everything is forgotten at the end. */
  readonly data?: string | undefined;
  /** Leaves out the operations that only some servers offer. */
  readonly documentedOnly?: boolean | undefined;
  /** The token of the first user, in place of a random one. */
  readonly token?: string | undefined;
  /** Tells the time, in place of the clock of this machine. */
  readonly clock?: (() => Date) | undefined;
}

export interface Sandbox {
  /** Answers a request as the service would. */
  fetch(request: Request): Promise<Response>;
  /** The token of the first user. */
  readonly token: string;
  /** Returns the token of a user with this ID, such as `lucia`. */
  tokenFor(userId: string): string;
  /** What of the content could not be used, and what happened to the data folder, each in a sentence. */
  readonly warnings: readonly string[];
  /** Settles when nothing is being processed any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface RunningSandbox extends Sandbox {
  /** `http://127.0.0.1:4747`; the operations are below `/v1`. */
  readonly url: string;
}

/** Starts a sandbox on a port of this machine: the one that is asked for, or a free one. */
export async function startSandbox(
  options: SandboxOptions & { readonly port?: number | undefined } = {},
): Promise<RunningSandbox> {
  return (await import('./index.ts')).startSandbox(options);
}

/** Creates a sandbox without a port, as a function from requests to responses. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return (await import('./index.ts')).createSandbox(options);
}
