import type { Caller } from '../caller.ts';
import { memoize } from '../memoize.ts';
import { decode } from '../thread/encoded.ts';
import type { EncodedFacts } from '../thread/jobs.ts';
import { runJob } from '../thread/runJob.ts';
import type { DocumentRow, PageRow, RevisionRow } from '../store/rows.ts';
import { documentLinks } from './documentLinks.ts';
import { keysOf, setKeys } from './documents.ts';
import type { Destination } from '../../markdown/destinations.ts';
import { destinationsIn } from './pageLinks.ts';
import { flatten } from './pageTree.ts';
import { referencesIn } from './reading.ts';
import type { RenderOptions } from './reading.ts';
import { RawJson } from '../reply/httpReply.ts';
import type { Document } from '../../markdown/document.ts';
import { sectionsOf } from './sections.ts';

type Context = Pick<Caller, 'state' | 'tasks' | 'transaction'>;

/** Documents with more characters are parsed in a worker thread, so that other requests do not wait. */
const largeLength = 16_000;

export function isLarge(markdown: string): boolean {
  return markdown.length > largeLength;
}

/** Large documents that are being parsed or have been parsed. */
const pendingFacts = new WeakMap<DocumentRow, Promise<EncodedFacts>>();
const parsedRows = new WeakSet<DocumentRow>();

/** Calls `answer` at once if all large documents are parsed; otherwise resolves to `answer` when they are. */
export function afterParsing<T>(context: Context, rows: readonly DocumentRow[], answer: () => T): T | Promise<() => T> {
  const unread = rows.filter(row => isLargeRow(row) && !parsedRows.has(row));
  return unread.length === 0 ? answer() : readAll(context, unread).then(() => answer);
}

/** Parses large documents one after the other, so that they do not occupy all processors. */
async function readAll(context: Context, rows: readonly DocumentRow[]): Promise<void> {
  for (const row of rows) await readLarge(context, row);
}

/** Parses a large document in a worker thread, once. */
function readLarge(context: Context, row: DocumentRow): Promise<EncodedFacts> {
  const reading = pendingFacts.get(row) ?? read(context, row);
  pendingFacts.set(row, reading);
  return reading.catch((error: unknown) => {
    // The next request retries a failed parse.
    pendingFacts.delete(row);
    throw error;
  });
}

async function read(context: Context, row: DocumentRow): Promise<EncodedFacts> {
  const { state, tasks } = context;
  const previous = (row.keys ? [] : (row.previous ?? [])).map(id => state.documents.get(id));
  await readAll(context, previous.filter(isLargeRow));
  const versions = previous.map(version => ({ markdown: version.markdown, keys: keysOf(state, version) }));
  const facts = await runJob('readDocument', { document: { ...row }, previous: versions }, tasks.stopping);
  setFacts(row, facts);
  return facts;
}

function setFacts(row: DocumentRow, facts: EncodedFacts): void {
  setKeys(row, () => decode(facts.keys));
  destinationsIn.set(row, () => decode(facts.destinations));
  documentLinks.set(row, () => decode(facts.links));
  sectionsOf.set(row, () => decode(facts.sections));
  referencesIn.set(row, () => decode(facts.references));
  parsedRows.add(row);
}

/**
 * Stores the keys of newly written large documents in the background; otherwise each edit would add a version whose
 * keys must be computed.
 */
export function storeKeysLater(context: Context, rows: readonly DocumentRow[]): void {
  for (const row of rows.filter(isLargeRow)) context.tasks.start(() => keepKeysOf(context, row));
}

async function keepKeysOf(context: Context, row: DocumentRow): Promise<void> {
  const { state, tasks, transaction } = context;
  if (row.keys) return;
  try {
    const facts = await readLarge(context, row);
    if (state.documents.find(row.id) !== row) return;
    const stored = transaction(() => state.documents.put({ ...row, keys: [...keysOf(state, row)] }));
    setFacts(stored, facts);
  } catch (error) {
    if (!tasks.stopping.aborted) throw error;
  }
}

function isLargeRow({ markdown }: DocumentRow): boolean {
  return isLarge(markdown);
}

/** Returns the large documents among the pages and reusable contents of a revision. */
export function largeDocumentsIn({ state }: Context, revision: RevisionRow): DocumentRow[] {
  return documentIdsOf(revision)
    .map(id => state.documents.find(id))
    .filter(row => row !== undefined)
    .filter(isLargeRow);
}

const documentIdsOf = memoize(({ pages, reusableContents }: RevisionRow): readonly string[] => [
  ...flatten(pages).flatMap(({ documentId }) => documentId ?? []),
  ...reusableContents.map(({ document }) => document),
]);

/** Returns the documents of all reusable contents of a revision, which its pages may include. */
export function includedDocuments({ state }: Context, { reusableContents }: RevisionRow): DocumentRow[] {
  return reusableContents.map(({ document }) => state.documents.find(document)).filter(row => row !== undefined);
}

interface LargePage {
  document: DocumentRow;
  revision: RevisionRow;
  page: PageRow;
  contents: readonly DocumentRow[];
}

/** Renders the nodes of a page, or of a document alone, as JSON in a worker thread. */
export async function writeDocument(
  context: Context,
  { document, contents = [], revision, page }: Pick<LargePage, 'document'> & Partial<LargePage>,
  options: RenderOptions = { evaluated: false, dereferenced: false },
): Promise<Document> {
  const rows = [document, ...contents];
  await readAll(context, rows.filter(isLargeRow));
  const [main, ...included] = rows.map(row => ({ ...row, keys: [...keysOf(context.state, row)] }));
  const snapshot = {
    document: main ?? document,
    contents: included,
    revision: { variables: revision?.variables ?? {}, reusableContents: revision?.reusableContents ?? [] },
    variables: page?.variables,
  };
  const { json } = await runJob('writeDocument', { snapshot, options }, context.tasks.stopping);
  // The reply contains the JSON unparsed.
  return new RawJson(json) as unknown as Document;
}

/** Returns the text of a node of a large document, read in a worker thread. */
export async function quoteLarge(context: Context, row: DocumentRow, node: string): Promise<string | undefined> {
  await readLarge(context, row);
  return runJob(
    'quoteNode',
    { markdown: row.markdown, keys: keysOf(context.state, row), node },
    context.tasks.stopping,
  );
}

/** Finds the link destinations of the large texts among `texts`, in a worker thread. */
export function findDestinationsOf(context: Pick<Context, 'tasks'>, texts: readonly string[]): Promise<Destinations> {
  return findAllDestinations(context, texts.filter(isLarge));
}

/** Finds the link destinations of all texts, in a worker thread. */
export async function findAllDestinations(
  { tasks }: Pick<Context, 'tasks'>,
  texts: readonly string[],
): Promise<Destinations> {
  if (texts.length === 0) return new Map();
  const destinations = await runJob('findDestinations', texts, tasks.stopping);
  return new Map(
    texts.flatMap((text, index) => {
      const encoded = destinations[index];
      return encoded ? [[text, decode(encoded)] as const] : [];
    }),
  );
}

type Destinations = ReadonlyMap<string, readonly Destination[]>;
