#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { assertNodeVersion } from './nodeVersion.ts';
import { version } from './version.ts';

const usage = `Usage: marginalia-sandbox [--port N] [--content DIR] [--data DIR] [--documented-only]

Runs a local version of the service. Prints {"url", "token"} on one line. Stops on SIGTERM or Ctrl+C.

  --port N           Port to listen on (default: a free port)
  --content DIR      Add a space with the documentation in DIR
  --data DIR         Store data in DIR (default: nothing is stored)
  --documented-only  Leave out optional operations
  --version          Print the version
  --help             Print this text

From the sources: npm run sandbox -- [--port N] ...`;

void main();

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) return console.log(usage);
  if (options.version) return console.log(version);
  try {
    assertNodeVersion();
  } catch (error) {
    fail(error, 1);
  }
  // Compiling the sources dominates the start-up time; later starts use the cache.
  enableCompileCache();
  const { startSandbox } = await import('./index.ts');
  const sandbox = await startSandbox(options).catch((error: unknown) => fail(error, 1));
  const stop = async () => {
    await sandbox.close();
    // All work is done, so connections that clients keep open must not keep the process alive.
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  for (const warning of sandbox.warnings) console.error(warning);
  console.log(JSON.stringify({ url: sandbox.url, token: sandbox.token }));
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        content: { type: 'string' },
        data: { type: 'string' },
        'documented-only': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
    const { port, 'documented-only': documentedOnly, ...others } = values;
    return { ...others, port: readPort(port), documentedOnly };
  } catch (error) {
    return fail(error, 2);
  }
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new Error(`--port must be a number from 0 to 65535, not '${text}'.`);
}

function fail(error: unknown, code: 1 | 2): never {
  console.error(`The sandbox did not start: ${error instanceof Error ? error.message : String(error)}`);
  if (code === 2) console.error(usage);
  process.exit(code);
}
