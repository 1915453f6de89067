import * as vscode from 'vscode';
import { overviewUri, parseContentUri, scheme } from '../../ui/address.ts';
import { Failure } from '../../ui/failures.ts';
import type { Desk } from './desk.ts';
import { subjectOf } from './discussion.ts';

/** Opens a new thread on all of a page: that of a row, or the one in the editor. */
export async function beginOnPage(desk: Desk, target: unknown): Promise<void> {
  const uri = documentOf(target);
  const isPage = uri && subjectOf(uri) && parseContentUri(uri);
  if (!isPage) throw new Failure('Only pages can be commented on. Open a page of a change request and try again.');
  await begin(desk, uri);
}

/** Opens a new thread on all of a change request: that of a row, or the one in the editor. */
export async function beginOnChangeRequest(desk: Desk, target: unknown): Promise<void> {
  const uri = overviewOf(target);
  if (!uri)
    throw new Failure('Choose a change request in the Marginalia view, or open one of its pages, and try again.');
  await begin(desk, uri);
}

async function begin({ app, threads }: Desk, uri: vscode.Uri): Promise<void> {
  await app.comments.open(uri);
  await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  threads.begin(uri, undefined);
}

function overviewOf(target: unknown): vscode.Uri | undefined {
  const resource = resourceOf(target);
  if (resource?.kind === 'changeRequest' && resource.connection && resource.space && resource.number) {
    const { connection, space, number } = resource;
    return overviewUri({ connection: connection.id, space, changeRequest: number });
  }
  const uri = documentOf(target);
  const subject = uri && subjectOf(uri);
  if (subject?.version.kind !== 'changeRequest') return undefined;
  const { connection, space, version } = subject;
  return overviewUri({ connection, space, changeRequest: version.number });
}

function documentOf(target: unknown): vscode.Uri | undefined {
  const given = resourceOf(target)?.uri ?? target;
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === scheme ? uri : undefined;
}

interface Resource {
  kind?: string;
  uri?: vscode.Uri;
  connection?: { id: string };
  space?: string;
  number?: number;
}

/** What a row of the tree stands for. */
function resourceOf(target: unknown): Resource | undefined {
  if (typeof target !== 'object' || target === null || target instanceof vscode.Uri) return undefined;
  return ('resource' in target ? target.resource : target) as Resource | undefined;
}
