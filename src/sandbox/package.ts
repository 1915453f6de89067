import { assertNodeVersion } from './nodeVersion.ts';

// The exports of the npm package. Their types are all declared in this file, because the package contains no others.

assertNodeVersion();

export interface SandboxOptions {
  /** A documentation folder that becomes a space beside those of the sample. */
  readonly content?: string | undefined;
  /** A folder for all data. Without it, the data is lost when the sandbox closes. */
  readonly data?: string | undefined;
  /** True to leave out the operations that only some servers offer. */
  readonly documentedOnly?: boolean | undefined;
  /** The token of the first user, in place of a random one. */
  readonly token?: string | undefined;
  /** Returns the current time, in place of the clock of this machine. */
  readonly clock?: (() => Date) | undefined;
}

export interface Sandbox {
  /** Answers a request as the service would. */
  fetch(request: Request): Promise<Response>;
  /** The token of the first user. */
  readonly token: string;
  /** Returns the token of the user with this ID, such as `lucia`. */
  tokenFor(userId: string): string;
  /** Sentences about content that could not be used, and about the data folder. */
  readonly warnings: readonly string[];
  /** Resolves when no background work is left. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface RunningSandbox extends Sandbox {
  /** The base URL, such as `http://127.0.0.1:4747`; the operations are below `/v1`. */
  readonly url: string;
}

/** Starts a sandbox on a port of the loopback interface: the given port, or a free one. */
export async function startSandbox(
  options: SandboxOptions & { readonly port?: number | undefined } = {},
): Promise<RunningSandbox> {
  return (await import('./index.ts')).startSandbox(options);
}

/** Creates a sandbox without a port, as a function from requests to responses. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return (await import('./index.ts')).createSandbox(options);
}
