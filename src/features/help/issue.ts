import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiError } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { LoggedFailure } from '../../ui/failures.ts';

/**
 * Returns the initial text of an issue. Its data are for the developers, so they stay English. Issues are public, so it contains no text from a server, address, ID or local
 * path.
 */
export function issueBody({ failures, session }: Pick<App, 'failures' | 'session'>, version: string): string {
  const failureLines = failures.recent.map(describeFailure);
  return [
    `### ${t('What I did')}`,
    '',
    '',
    `### ${t('What happened, and what I expected')}`,
    '',
    '',
    `### ${t('About this installation')}`,
    '',
    `- Marginalia ${version}, VS Code ${vscode.version} (${process.platform}, Node ${process.versions.node})`,
    `- Extension host: ${hostKind(vscode.env.remoteName)}`,
    `- Server: ${serverKind(session.current)}`,
    '',
    `### ${t('Latest errors')}`,
    '',
    ...(failureLines.length > 0 ? ['```', ...failureLines, '```'] : [t('None in this window.')]),
    '',
  ].join('\n');
}

/** Returns the kind of a remote, such as `ssh-remote`. For a code server, `remoteName` is its address. */
function hostKind(remoteName: string | undefined): string {
  if (remoteName === undefined) return 'local';
  return /^[a-z-]+$/.test(remoteName) ? remoteName : 'remote';
}

function serverKind(connection: Connection | undefined): string {
  if (!connection) return 'not signed in';
  if (connection.id === 'sandbox') return 'sandbox';
  return new URL(connection.api.url).host === 'api.gitbook.com' ? 'GitBook' : 'another server';
}

/** Describes a failure by its kind and by positions in the code, because its message may quote a server or an address. */
function describeFailure({ at, error }: LoggedFailure): string {
  const cause = error instanceof Failure ? (error.cause ?? error) : error;
  const description = cause instanceof ApiError ? describeRequest(cause) : describeError(cause);
  return `${at.toISOString()} ${description}`;
}

function describeRequest({ route, kind, status }: ApiError): string {
  // The route of a download is its address.
  const operation = /^[A-Z]+ (?:\/[a-z-]+|\/\{\w+\})+$/.test(route) ? route : 'download';
  return [operation, kind, status].filter(Boolean).join(' ');
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, code, stack = '' } = error as NodeJS.ErrnoException;
  const words = [name, code].filter(word => typeof word === 'string' && /^\w+$/.test(word));
  // The stack begins with the message.
  const frames = stack.split('\n').flatMap(line => /^\s+at .*?([^\s(]+\.c?js:\d+:\d+)\)?$/.exec(line)?.[1] ?? []);
  const ours = frames.filter(frame => !frame.startsWith('node:')).map(frame => basename(frame));
  return [words.join(' ') || 'Error', ...ours.slice(0, 5)].join(' < ');
}
