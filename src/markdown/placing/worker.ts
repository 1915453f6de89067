import { parentPort } from 'node:worker_threads';

// The thread in which the places on large pages are found. What it does is in the bundle that the host loads, too.
void import('../index.ts').then(({ serve }) => parentPort && serve(parentPort));
