import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ListPage } from '../../api/listings.ts';
import { Failure } from '../../api/failure.ts';
import { isId, normalizeResource } from '../../api/normalize.ts';

/** A row of the tree. Its texts may be those of others: they are escaped when the row is shown. */
export interface Node {
  /** Unique in the tree and stable across refreshes: for the row of a resource, the address of the resource. */
  id: string;
  /** The address of the resource, if the row has another ID because the resource is in several lists. */
  address?: string | undefined;
  label: string;
  description?: string | undefined;
  tooltip?: string | undefined;
  icon?: vscode.ThemeIcon | undefined;
  /** The accessible name, if the label does not say everything that is visible. */
  accessibleLabel?: string | undefined;
  /** `<noun>` or `<noun>.<state>`. */
  contextValue: string;
  command?: vscode.Command | undefined;
  /** The document of the row. */
  uri?: vscode.Uri | undefined;
  /** The state and the accessible name of the checkbox; undefined without a checkbox. */
  checkbox?: { isTicked: boolean; accessibleLabel: string } | undefined;
  /** The argument of commands that are run on the row. */
  resource?: unknown;
  /** True if an operation of the service is still running on the resource, which will change it without a write. */
  isRunning?: boolean;
  /** The error because of which the row shows a placeholder. It is logged. */
  failure?: unknown;
  children?: Children | undefined;
  /** Fetches the row again after its resource has changed; undefined if the resource is no longer in the list. */
  fetchAgain?: ((signal: AbortSignal) => Promise<Node | undefined>) | undefined;
  /** Creates the row again from cached data, without a request. */
  fromCache?: (() => Promise<Node>) | undefined;
}

export interface Children {
  list: (signal: AbortSignal) => AsyncIterable<NodePage>;
  /** True if the list came with the row itself, so that a new row has a new list. */
  isStatic?: boolean;
  /** The text of the row shown for an empty list; '' if the view shows its own text. */
  empty: string;
  expanded?: boolean;
  /** Rows that are always last, after "Load more". */
  footer?: Node[];
  /** Addresses on which the list depends in addition to its rows: when one of them is touched, the list is reloaded. */
  dependsOn?: readonly string[];
}

export type NodePage = ListPage<Node>;

/**
 * Converts pages of a listing to rows. Each row is created separately, so that a malformed item does not hide the
 * others.
 */
export async function* toRowPages<T>(
  pages: AsyncIterable<ListPage<T>>,
  make: (item: T, index: number) => Node,
): AsyncGenerator<NodePage> {
  for await (const { items, hasMore } of pages) yield { items: toRows(items, make), hasMore };
}

/** Converts items to rows, each separately, so that a malformed item does not hide the others. */
export function toRows<T>(items: readonly T[], make: (item: T, index: number) => Node): Node[] {
  return items.map((item, index) => rowOrPlaceholder(item, index, make));
}

function rowOrPlaceholder<T>(item: T, index: number, make: (item: T, index: number) => Node): Node {
  try {
    const { id } = { ...item } as { id?: unknown };
    if (!isId(id)) throw new Failure(t('The service gave something without an ID that can be one.'));
    return make(normalizeResource(item), index);
  } catch (failure) {
    const label = t('Cannot be shown');
    const description = t('The service gave something unexpected');
    return { id: `odd ${randomUUID()}`, label, description, contextValue: 'note', failure };
  }
}

/** Returns the fields of a row that stands for no resource, but says something about its list. */
export function noteFields(label: string, description: string): Omit<Node, 'id'> {
  const sentences = `${label}. ${description}.`;
  return { label, description, tooltip: sentences, accessibleLabel: sentences, contextValue: 'note' };
}

/** Returns the address that change announcements use for the resource of a row. */
export function nodeAddress({ id, address = id }: Node): string {
  return address;
}

/**
 * Returns the resource of this kind on which a command was run, from a row or directly; undefined for any other target.
 */
export function resourceOf<R extends { kind: string }>(target: unknown, kind: R['kind']): R | undefined {
  const isObject = typeof target === 'object' && target !== null;
  const value: unknown = isObject && 'resource' in target ? target.resource : target;
  const isMatch = typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
  // The kind determines the type.
  return isMatch ? (value as R) : undefined;
}

/** Returns true if a command was run on a row. */
export function isNode(target: unknown): target is Node {
  return typeof target === 'object' && target !== null && 'contextValue' in target;
}
