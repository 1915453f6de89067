import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../../markdown/document.ts';
import { toDocument } from '../../markdown/reading/toDocument.ts';
import { blockKeys } from '../../markdown/reading/blockKeys.ts';
import type { LinkForms } from './linkForms.ts';
import type { KeyedMarkdown } from '../../markdown/reading/blockKeys.ts';
import type { DocumentRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

/** Returns a document as nodes with keys. `markdown` may differ from the stored text, but must have the same blocks. */
export function documentOf(state: DocumentStore, row: DocumentRow, markdown = row.markdown): Document {
  return toDocument(markdown, keysOf(state, row));
}

/** Finds documents by their IDs. */
export interface DocumentStore {
  readonly documents: Pick<State['documents'], 'find' | 'get'>;
}

const computedKeys = new WeakMap<DocumentRow, readonly string[]>();
const providedKeys = new WeakMap<DocumentRow, () => readonly string[]>();

/** Sets a function that provides the keys of a document, so that they are decoded only when needed. */
export function setKeys(row: DocumentRow, keys: () => readonly string[]): void {
  providedKeys.set(row, keys);
}

export function keysOf(state: DocumentStore, row: DocumentRow): readonly string[] {
  const keys =
    row.keys ??
    computedKeys.get(row) ??
    providedKeys.get(row)?.() ??
    blockKeys(row.markdown, previousOf(state, row), row.page);
  computedKeys.set(row, keys);
  return keys;
}

/** Stores the computed keys of a document, because something outside of it refers to one of them. */
export function storeKeys(state: State, row: DocumentRow): void {
  if (!row.keys) state.documents.put({ ...row, keys: [...keysOf(state, row)] });
}

/**
 * Stores the content of a page, unless a previous document equals it. Nodes that a previous document contains keep
 * their keys, and so their comments.
 */
export function putDocument(state: State, document: Omit<DocumentRow, 'id' | 'keys'> & { id?: string }): DocumentRow {
  const { previous = [], ...rest } = document;
  const before = previous.map(id => state.documents.get(id));
  const written = rest.written ?? mergedForms(before);
  const isSame = (row: DocumentRow) => row.markdown === rest.markdown && isDeepStrictEqual(row.written, written);
  const same = before.find(isSame);
  const { id = state.newId() } = rest;
  return (
    same ?? state.documents.put({ ...rest, id, ...(written && { written }), ...(previous.length > 0 && { previous }) })
  );
}

/** Merges the link forms of previous documents; for a target in several documents, the one with the most links wins. */
function mergedForms(documents: readonly DocumentRow[]): LinkForms | undefined {
  const forms = documents.flatMap(({ written }) => Object.entries(written ?? {}));
  return forms.length === 0 ? undefined : Object.fromEntries(forms.sort(([, a], [, b]) => a.length - b.length));
}

function previousOf(state: DocumentStore, { previous = [] }: DocumentRow): KeyedMarkdown[] {
  return previous.map(id => state.documents.get(id)).map(row => ({ markdown: row.markdown, keys: keysOf(state, row) }));
}
