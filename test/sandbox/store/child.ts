// Runs a sandbox with Acme in its own process, for tests that kill it: node child.ts <data folder>
import { startSandbox } from '../../../src/sandbox/index.ts';
import { fillAcme } from '../acme.ts';

const sandbox = await startSandbox({ data: process.argv[2], fill: fillAcme });
console.log(JSON.stringify({ url: sandbox.url, token: sandbox.token }));
