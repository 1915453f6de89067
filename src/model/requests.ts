import * as vscode from 'vscode';
import { schemaText } from '../api/jsonSchemas.ts';
import type { Operation } from '../api/operations.ts';
import { operations, requestSchema } from '../api/requestDocuments.ts';
import { requestsAuthority, scheme } from './content/address.ts';

/** What was answered to requests that people have written down, by the paths of the documents that show it. */
export type Replies = Map<string, string>;

/** So many replies can be opened again after they were closed. */
const mostReplies = 20;

/** Where it is described what a request of an operation may say. */
export function schemaUri({ id }: Operation): vscode.Uri {
  return at(`/schemas/${id}.json`);
}

/** Keeps a reply, and tells where it can be read. */
export function keepReply(replies: Replies, { id }: Operation, reply: unknown): vscode.Uri {
  return keep(replies, `${id}.json`, formatJson(reply));
}

/** Keeps a reply that says that a request failed, under a name with its status, and tells where it can be read. */
export function keepFailingReply(
  replies: Replies,
  { id }: Operation,
  { status, body }: { status: number; body: string },
): vscode.Uri {
  try {
    return keep(replies, `${id}.${status}.json`, formatJson(JSON.parse(body)));
  } catch {
    // A gateway or a proxy answers with a text of its own.
    return keep(replies, `${id}.${status}.txt`, body);
  }
}

function keep(replies: Replies, name: string, text: string): vscode.Uri {
  const last = [...replies.keys()].at(-1);
  const number = last === undefined ? 1 : Number(last.split('/')[2]) + 1;
  const uri = at(`/replies/${number}/${name}`);
  replies.set(uri.path, text);
  for (const path of [...replies.keys()].slice(0, -mostReplies)) replies.delete(path);
  return uri;
}

/** What a document says that has to do with requests; undefined where there is none, such as a reply of another window. */
export function textAt(replies: ReadonlyMap<string, string>, { path }: vscode.Uri): string | undefined {
  const operation = operations.find(one => schemaUri(one).path === path);
  return operation ? schemaText(requestSchema(operation)) : replies.get(path);
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function at(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme, authority: requestsAuthority, path });
}
