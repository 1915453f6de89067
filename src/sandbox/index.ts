import type { Context } from './caller.ts';
import { handlers } from './handlers.ts';
import { createRouter } from './http/router.ts';
import { listen } from './http/server.ts';
import { openTokens } from './http/tokens.ts';
import { createDownload } from './import/download.ts';
import { resumeProcessing } from './operations/openapi/openapiProcessing.ts';
import { removeExpiredSpaces } from './operations/spaces/expiredSpaces.ts';
import { createPrinter } from './pdf/printing.ts';
import { servePublicAddress } from './publicAddresses.ts';
import type { HttpReply } from './reply/httpReply.ts';
import { prepareSignatures } from './reply/signature.ts';
import { openStore } from './store/sqlite.ts';
import type { Store } from './store/sqlite.ts';
import { State } from './store/state.ts';
import { createTasks } from './store/tasks.ts';
import { createTransaction } from './store/transaction.ts';
import { serverName } from './version.ts';

export interface SandboxOptions {
  /** A documentation folder that becomes a space beside those of the sample. */
  readonly content?: string | undefined;
  /** The folder of the sample, if it is not beside this module. */
  readonly sample?: string | undefined;
  /** Fills a new sandbox in place of sample and content. */
  readonly fill?: ((state: State) => void | Promise<void>) | undefined;
  /** A folder for all data; without it, the data is lost when the sandbox closes. */
  readonly data?: string | undefined;
  /** True to leave out the operations that only some servers offer. */
  readonly documentedOnly?: boolean | undefined;
  /** The token of the first user, in place of a random one. */
  readonly token?: string | undefined;
  readonly clock?: (() => Date) | undefined;
  /** The timeout for other servers, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

export interface Sandbox {
  fetch(request: Request): Promise<Response>;
  /** Answers like `fetch`, without creating a Response. */
  answer(request: Request): Promise<HttpReply>;
  readonly state: State;
  /** The token of the first user. */
  readonly token: string;
  tokenFor(userId: string): string;
  /** Sentences about content that could not be used, and about the data folder. */
  readonly warnings: readonly string[];
  /** Resolves when no background work is left. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface RunningSandbox extends Sandbox {
  readonly url: string;
}

/** Creates the service, as a function from requests to responses. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const state = new State(options.clock);
  const store = options.data === undefined ? undefined : await openStore(options.data, state);
  try {
    const loadWarnings = !store || store.isNew ? await load(state, options) : [];
    const warnings = [...(store?.warnings ?? []), ...loadWarnings];
    return openSandbox({ state, store, warnings }, options);
  } catch (error) {
    store?.close();
    throw error;
  }
}

interface Filled {
  readonly state: State;
  readonly store: Store | undefined;
  readonly warnings: readonly string[];
}

function openSandbox({ state, store, warnings }: Filled, options: SandboxOptions): Sandbox {
  const transaction = createTransaction(state, store);
  const tokens = transaction(() => {
    prepareSignatures(state);
    return openTokens(state, options.token);
  });

  const tasks = createTasks();
  const download = createDownload({ timeoutMs: options.timeoutMs ?? 10_000, stopping: tasks.stopping });
  const printer = createPrinter(tasks.stopping);
  const context: Context = { state, transaction, tasks, download };
  resumeProcessing(context);
  const answer = createRouter({
    context,
    tokens,
    handlers,
    publicAddress: request => servePublicAddress({ state, printer }, request),
    beforeEach: () => removeExpiredSpaces(state),
    documentedOnly: options.documentedOnly ?? false,
  });
  return {
    fetch: async request => toResponse(await answer(request)),
    answer,
    state,
    warnings,
    token: tokens.mainToken,
    tokenFor: tokens.of,
    idle: tasks.idle,
    async close() {
      await tasks.stop();
      store?.close();
    },
  };
}

/** Starts the service on a port of the loopback interface: the given port, or a free one. */
export async function startSandbox(
  options: SandboxOptions & { port?: number | undefined } = {},
): Promise<RunningSandbox> {
  return serve(await createSandbox(options), options.port);
}

/** Serves a sandbox on a port of the loopback interface; closing the result closes the sandbox too. */
export async function serve(sandbox: Sandbox, port = 0): Promise<RunningSandbox> {
  const listener = await listen(sandbox.answer, port);
  return {
    ...sandbox,
    url: listener.url,
    async close() {
      await listener.close();
      await sandbox.close();
    },
  };
}

function toResponse({ status, headers, bytes }: HttpReply): Response {
  return new Response(bytes ?? null, { status, headers: { ...headers, server: serverName } });
}

/** Fills a new sandbox. Returns sentences about content that could not be used. */
async function load(state: State, { fill, content, sample }: SandboxOptions): Promise<readonly string[]> {
  if (fill) {
    await fill(state);
    return [];
  }
  // The module is loaded lazily, because a sandbox that has its data already needs no code for reading folders.
  const { loadContent, loadSample } = await import('./load/sample.ts');
  const { warnings } = loadSample(state, sample);
  return content === undefined ? warnings : [...warnings, ...loadContent(state, content).warnings];
}
