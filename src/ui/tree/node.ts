import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Page } from '../../api/listings.ts';
import { Failure } from '../../api/failure.ts';
import { isId, shownResource } from '../../api/readable.ts';

/** A row of the tree. Its texts may be of others: they are made plain where the row is shown. */
export interface Node {
  /** Unique in the tree, and the same after every refresh: for the row of a resource, the address of that. */
  id: string;
  /** The address of the resource, where the row has another ID since that stands in more than one list. */
  address?: string | undefined;
  label: string;
  description?: string | undefined;
  tooltip?: string | undefined;
  icon?: vscode.ThemeIcon | undefined;
  /** What a screen reader says, when the label does not say all that is seen. */
  spoken?: string | undefined;
  /** `<noun>` or `<noun>.<state>`. */
  contextValue: string;
  command?: vscode.Command | undefined;
  /** The document that the row stands for. */
  uri?: vscode.Uri | undefined;
  /** Whether the box before the row is ticked, and what a screen reader says of the box; a row without has none. */
  box?: { isTicked: boolean; spoken: string } | undefined;
  /** What commands are given. */
  resource?: unknown;
  /** Whether the service is working on what the row stands for: then it will be another without anybody's doing. */
  isRunning?: boolean;
  /** Why the row cannot show what it stands for; it is logged. */
  failure?: unknown;
  children?: Children | undefined;
  /** Makes the row anew when what it stands for is another; undefined when it is no longer where it was. */
  renew?: ((signal: AbortSignal) => Promise<Node | undefined>) | undefined;
  /** The same of what is known already of what it stands for. */
  recall?: (() => Promise<Node>) | undefined;
}

export interface Children {
  list: (signal: AbortSignal) => AsyncIterable<NodePage>;
  /** Whether the list came with the row itself, and is another when that is made anew. */
  isAtHand?: boolean;
  /** Said in a row of its own when the list has nothing; empty where the view itself says it. */
  empty: string;
  expanded?: boolean;
  /** Rows that always come last, behind "Load more". */
  last?: Node[];
  /** Addresses of what the list shows, beside its rows: when one of them is touched, the list is read again. */
  shows?: readonly string[];
}

export type NodePage = Page<Node>;

/** The pages of a list of the service as rows. Each is made on its own: one that is odd does not hide the others. */
export async function* nodesOf<T>(
  pages: AsyncIterable<Page<T>>,
  make: (item: T, index: number) => Node,
): AsyncGenerator<NodePage> {
  for await (const { items, hasMore } of pages) yield { items: rowsOf(items, make), hasMore };
}

/** Resources that are at hand as rows, each made on its own. */
export function rowsOf<T>(items: readonly T[], make: (item: T, index: number) => Node): Node[] {
  return items.map((item, index) => made(item, index, make));
}

function made<T>(item: T, index: number, make: (item: T, index: number) => Node): Node {
  try {
    const { id } = { ...item } as { id?: unknown };
    if (!isId(id)) throw new Failure('The service gave something without an ID that can be one.');
    return make(shownResource(item), index);
  } catch (failure) {
    const label = 'Cannot be shown';
    const description = 'The service gave something unexpected';
    return { id: `odd ${randomUUID()}`, label, description, contextValue: 'note', failure };
  }
}

/** A row that stands for nothing of the service, and tells something about the list that it is in. */
export function noteOf(label: string, description: string): Omit<Node, 'id'> {
  const sentences = `${label}. ${description}.`;
  return { label, description, tooltip: sentences, spoken: sentences, contextValue: 'note' };
}

/** What announcements call what a row stands for. */
export function addressOf({ id, address = id }: Node): string {
  return address;
}

/** The resource of this kind that a command was called on: that of a row, or the very resource. */
export function resourceOf<R extends { kind: string }>(target: unknown, kind: R['kind']): R | undefined {
  const isObject = typeof target === 'object' && target !== null;
  const value: unknown = isObject && 'resource' in target ? target.resource : target;
  const isMeant = typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
  // The kind tells which resource it is.
  return isMeant ? (value as R) : undefined;
}

/** Whether a command was called on a row. */
export function isNode(target: unknown): target is Node {
  return typeof target === 'object' && target !== null && 'contextValue' in target;
}
