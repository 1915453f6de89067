#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import type { SandboxOptions } from './index.ts';

const flags = '[--port N] [--content DIR] [--data DIR] [--documented-only]';
const usage = `Usage: npm run sandbox -- ${flags}, or npx marginalia-sandbox ${flags}`;
/** The Node that the bundle is built for, which also has all that the database needs. */
const leastNode = '22.19.0';

void main();

async function main(): Promise<void> {
  const options = readOptions();
  if (isOlder(process.versions.node, leastNode)) {
    fail(new Error(`it needs Node ${leastNode} or later, and this is ${process.versions.node}.`), 1);
  }
  // Compiling the sources takes longer than all else; from the second start on it is done already.
  enableCompileCache();
  const { startSandbox } = await import('./index.ts');
  const sandbox = await startSandbox(options).catch((error: unknown) => fail(error, 1));
  const stop = async () => {
    await sandbox.close();
    // Nothing is left to do; a connection that a client never closes must not keep the process.
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  for (const warning of sandbox.warnings) console.error(warning);
  console.log(JSON.stringify({ url: sandbox.url, token: sandbox.token }));
}

function readOptions(): SandboxOptions & { port: number | undefined } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        content: { type: 'string' },
        data: { type: 'string' },
        'documented-only': { type: 'boolean' },
      },
    });
    const { port, content, data } = values;
    return { port: readPort(port), content, data, documentedOnly: values['documented-only'] };
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

function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, undefined, { numeric: true }) < 0;
}

function fail(error: unknown, code: 1 | 2): never {
  console.error(`The sandbox did not start: ${error instanceof Error ? error.message : String(error)}`);
  if (code === 2) console.error(usage);
  process.exit(code);
}
