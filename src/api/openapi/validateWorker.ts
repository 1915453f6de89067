import { parentPort, workerData } from 'node:worker_threads';
import { config, type l10nJsonFormat } from '@vscode/l10n';
import { openApiViolation } from './validate.ts';

/** A check, and the translations of its messages, if the user does not read English. */
export interface ValidationInput {
  text: string;
  translations: l10nJsonFormat | undefined;
}

// This module runs in a worker thread. It receives the text of an OpenAPI description, and posts the result of the
// check.
async function check({ text, translations }: ValidationInput): Promise<void> {
  if (translations) config({ contents: translations });
  parentPort?.postMessage(await openApiViolation(text));
}

void check(workerData as ValidationInput);
