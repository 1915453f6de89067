import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../../markdown/document.ts';
import { toDocument } from '../../markdown/reading/toDocument.ts';
import { blockKeys } from '../../markdown/reading/blockKeys.ts';
import type { LinkForms } from './linkForms.ts';
import type { KeyedMarkdown } from '../../markdown/reading/blockKeys.ts';
import type { DocumentRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

/** The content of a page as nodes with keys; `markdown` may say the same blocks in other words. */
export function documentOf(state: DocumentStore, row: DocumentRow, markdown = row.markdown): Document {
  return toDocument(markdown, keysOf(state, row));
}

/** Where documents are found by their IDs. */
export interface DocumentStore {
  readonly documents: Pick<State['documents'], 'find' | 'get'>;
}

const computed = new WeakMap<DocumentRow, readonly string[]>();
const known = new WeakMap<DocumentRow, () => readonly string[]>();

/** Takes keys that were computed elsewhere, when they are first asked for. */
export function setKeys(row: DocumentRow, keys: () => readonly string[]): void {
  known.set(row, keys);
}

export function keysOf(state: DocumentStore, row: DocumentRow): readonly string[] {
  const keys =
    row.keys ?? computed.get(row) ?? known.get(row)?.() ?? blockKeys(row.markdown, previousOf(state, row), row.page);
  computed.set(row, keys);
  return keys;
}

/** Stores the keys of a document from now on: somebody refers to one of them. */
export function keepKeys(state: State, row: DocumentRow): void {
  if (!row.keys) state.documents.put({ ...row, keys: [...keysOf(state, row)] });
}

/** Keeps the content of a page. Nodes that are also in the documents before it keep their keys, and so their comments. */
export function putDocument(state: State, document: Omit<DocumentRow, 'id' | 'keys'> & { id?: string }): DocumentRow {
  const { previous = [], ...rest } = document;
  const before = previous.map(id => state.documents.get(id));
  const written = rest.written ?? formsOf(before);
  const isSame = (row: DocumentRow) => row.markdown === rest.markdown && isDeepStrictEqual(row.written, written);
  const same = before.find(isSame);
  const { id = state.newId() } = rest;
  return (
    same ?? state.documents.put({ ...rest, id, ...(written && { written }), ...(previous.length > 0 && { previous }) })
  );
}

/** How links are written in the documents that another is made of; the one with the most to a page decides. */
function formsOf(documents: readonly DocumentRow[]): LinkForms | undefined {
  const forms = documents.flatMap(({ written }) => Object.entries(written ?? {}));
  return forms.length === 0 ? undefined : Object.fromEntries(forms.sort(([, a], [, b]) => a.length - b.length));
}

function previousOf(state: DocumentStore, { previous = [] }: DocumentRow): KeyedMarkdown[] {
  return previous.map(id => state.documents.get(id)).map(row => ({ markdown: row.markdown, keys: keysOf(state, row) }));
}
