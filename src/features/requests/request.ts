import { t } from '@vscode/l10n';
import { reasonOf, Failure } from '../../api/failure.ts';
import type { Operation } from '../../api/operations.ts';
import { operations } from '../../api/requestDocuments.ts';
import { isId } from '../../api/normalize.ts';
import { tEscaped } from '../../api/escape.ts';

/** A request that can be sent. */
export interface Request {
  operation: Operation;
  /** Path parameters by name. */
  path: Record<string, string>;
  query: Record<string, unknown> | undefined;
  body: unknown;
}

/** Parses a request document. Throws a Failure if it is invalid. */
export function readRequest(text: string): Request {
  const { operation: route, path, query, body } = objectIn(text);
  const operation = operations.find(operation => operation.route === route);
  if (!operation) {
    throw failure(
      typeof route === 'string'
        ? tEscaped`"${route}" is not an operation of the service. Pick one with "Marginalia: Send Request...".`
        : t('What "operation" says is not an operation of the service. Pick one with "Marginalia: Send Request...".'),
    );
  }
  return { operation, path: pathOf(operation, path), query: memberOf(query, 'query'), body };
}

function objectIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw failure(t`the document is not JSON. ${reasonOf(error)}`, error);
  }
  const object = memberOf(value);
  if (object) return object;
  throw failure(t('the document is empty. Pick an operation with "Marginalia: Send Request...".'));
}

function pathOf({ parameters }: Operation, path: unknown): Record<string, string> {
  const members = memberOf(path, 'path') ?? {};
  const names = parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name);
  return Object.fromEntries(
    names.map(name => {
      const value = members[name];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      if (text === '') throw failure(tEscaped`"${name}" in its path is not filled in.`);
      if (!isId(text)) throw failure(tEscaped`"${name}" in its path cannot be "${text}".`);
      return [name, text];
    }),
  );
}

function memberOf(value: unknown, name?: string): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw failure(
    name === undefined
      ? t('the document is not an object, which stands in braces.')
      : t`${name} is not an object, which stands in braces.`,
  );
}

function failure(reason: string, cause?: unknown): Failure {
  const message = t`Could not send the request: ${reason}`;
  return new Failure(message, { cause });
}
