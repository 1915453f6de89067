import * as vscode from 'vscode';
import { schemaText } from '../api/jsonSchemas.ts';
import type { Operation } from '../api/operations.ts';
import { operations, requestSchema } from '../api/requestDocuments.ts';
import { requestsAuthority, scheme } from './content/address.ts';

/** Responses to requests that the user has written, by the path of the document that shows them. */
export type RepliesByPath = Map<string, string>;

/** Maximum number of responses that can be opened again after they were closed. */
const maxReplies = 20;

/** Returns the address of the JSON schema for requests of an operation. */
export function schemaUri({ id }: Operation): vscode.Uri {
  return at(`/schemas/${id}.json`);
}

/** Stores a response. Returns the address of its document. */
export function storeReply(replies: RepliesByPath, { id }: Operation, reply: unknown): vscode.Uri {
  return keep(replies, `${id}.json`, formatJson(reply));
}

/** Stores the response to a failed request, named after its status. Returns the address of its document. */
export function storeFailingReply(
  replies: RepliesByPath,
  { id }: Operation,
  { status, body }: { status: number; body: string },
): vscode.Uri {
  try {
    return keep(replies, `${id}.${status}.json`, formatJson(JSON.parse(body)));
  } catch {
    // Gateways and proxies respond with text instead of JSON.
    return keep(replies, `${id}.${status}.txt`, body);
  }
}

function keep(replies: RepliesByPath, name: string, text: string): vscode.Uri {
  const last = [...replies.keys()].at(-1);
  const number = last === undefined ? 1 : Number(last.split('/')[2]) + 1;
  const uri = at(`/replies/${number}/${name}`);
  replies.set(uri.path, text);
  for (const path of [...replies.keys()].slice(0, -maxReplies)) replies.delete(path);
  return uri;
}

/**
 * Returns the text of a document about requests; undefined if there is none, such as for a response of another window.
 */
export function requestDocumentText(replies: ReadonlyMap<string, string>, { path }: vscode.Uri): string | undefined {
  const operation = operations.find(operation => schemaUri(operation).path === path);
  return operation ? schemaText(requestSchema(operation)) : replies.get(path);
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function at(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme, authority: requestsAuthority, path });
}
