import type { Document } from '../../markdown/document.ts';
import { describeNode } from '../../markdown/placing/nodeAt.ts';
import { blockKeys } from '../../markdown/reading/blockKeys.ts';
import type { KeyedMarkdown } from '../../markdown/reading/blockKeys.ts';
import { toDocument } from '../../markdown/reading/toDocument.ts';
import { documentLinks } from '../content/documentLinks.ts';
import type { DocumentLink } from '../content/documentLinks.ts';
import { destinationsOf } from '../../markdown/destinations.ts';
import type { Destination } from '../../markdown/destinations.ts';
import { readDocument, referencesIn } from '../content/reading.ts';
import type { Reference, RenderOptions } from '../content/reading.ts';
import { sectionsOf } from '../content/sections.ts';
import type { ReadSection } from '../content/sections.ts';
import { addressesInHtml } from '../import/addresses.ts';
import type { HtmlPlace } from '../import/addresses.ts';
import { readHtmlPage } from '../import/htmlPage.ts';
import type { HtmlPage } from '../import/htmlToMarkdown.ts';
import { HttpError } from '../errors.ts';
import { encode } from './encoded.ts';
import type { Encoded } from './encoded.ts';
import type { DocumentRow, PageRow, RevisionRow } from '../store/rows.ts';

/** The results of parsing a document. */
export interface DocumentFacts {
  keys: readonly string[];
  destinations: readonly Destination[];
  links: readonly DocumentLink[];
  sections: readonly ReadSection[];
  references: readonly Reference[];
}

/** Facts that are encoded separately, so that each is decoded only when needed. */
export type EncodedFacts = { [Name in keyof DocumentFacts]: Encoded<DocumentFacts[Name]> };

/** A document with everything that rendering its nodes depends on. */
export interface DocumentSnapshot {
  document: DocumentRow;
  contents: readonly DocumentRow[];
  revision: Pick<RevisionRow, 'variables' | 'reusableContents'>;
  /** The variables of the page that contains the document. */
  variables: PageRow['variables'];
}

/**
 * Long computations that need only their input; each runs in a worker thread, so that other requests are not delayed.
 */
export const jobs = {
  readDocument({ document, previous }: { document: DocumentRow; previous: readonly KeyedMarkdown[] }): EncodedFacts {
    return {
      keys: encode(document.keys ?? blockKeys(document.markdown, previous, document.page)),
      destinations: encode(destinationsOf(document.markdown)),
      links: encode(documentLinks(document)),
      sections: encode(sectionsOf(document)),
      references: encode(referencesIn(document)),
    };
  },

  findDestinations(texts: readonly string[]): Encoded<readonly Destination[]>[] {
    return texts.map(text => encode(destinationsOf(text)));
  },

  /** Returns the nodes of a document as JSON. */
  writeDocument({ snapshot, options }: { snapshot: DocumentSnapshot; options: RenderOptions }): Encoded<Document> {
    const { document, contents, revision, variables } = snapshot;
    const rows = new Map([document, ...contents].map(row => [row.id, row]));
    const documents = { find: (id: string) => rows.get(id), get: (id: string) => rows.get(id) ?? document };
    const page = variables ? { variables } : {};
    return encode(readDocument({ document, page, revision, state: { documents } }, options));
  },

  /** Returns the text of a node of a document. */
  quoteNode({ markdown, keys, node }: KeyedMarkdown & { node: string }): string | undefined {
    return describeNode(toDocument(markdown, keys), node)?.preview;
  },

  /** Converts HTML pages to Markdown, in order; the result of an unreadable page is the reason. */
  async readHtmlPages({ pages, renamed }: HtmlInput): Promise<(HtmlPage | Refusal)[]> {
    const results: (HtmlPage | Refusal)[] = [];
    for (const { bytes, contentType, place } of pages) {
      results.push(await readHtmlPage(bytes, contentType, addressesInHtml(place, renamed)).catch(refusalOf));
    }
    return results;
  },
};

export interface HtmlInput {
  pages: readonly { bytes: Uint8Array; contentType: string; place: HtmlPlace }[];
  /** The names of an archive's pages in the content, by their paths in the archive. */
  renamed: ReadonlyMap<string, string>;
}

export interface Refusal {
  refusal: string;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof HttpError) return { refusal: error.message };
  throw error;
}

export type Jobs = typeof jobs;
