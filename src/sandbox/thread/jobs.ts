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
import { addressesOf } from '../import/addresses.ts';
import type { HtmlPlace } from '../import/addresses.ts';
import { readHtmlPage } from '../import/htmlPage.ts';
import type { HtmlPage } from '../import/htmlToMarkdown.ts';
import { HttpError } from '../errors.ts';
import { encode } from './encoded.ts';
import type { Encoded } from './encoded.ts';
import type { DocumentRow, PageRow, RevisionRow } from '../store/rows.ts';

/** What is known of a document once it is parsed. */
export interface DocumentFacts {
  keys: readonly string[];
  destinations: readonly Destination[];
  links: readonly DocumentLink[];
  sections: readonly ReadSection[];
  references: readonly Reference[];
}

/** Each is decoded by who needs it. */
export type EncodedFacts = { [Name in keyof DocumentFacts]: Encoded<DocumentFacts[Name]> };

/** A document with everything that its nodes are made of. */
export interface DocumentSnapshot {
  document: DocumentRow;
  contents: readonly DocumentRow[];
  revision: Pick<RevisionRow, 'variables' | 'reusableContents'>;
  /** Those of its page. */
  variables: PageRow['variables'];
}

/** What takes long and needs nothing but its input: each runs in a thread, while others get their answers. */
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

  /** The destinations of texts, in their order. */
  findDestinations(texts: readonly string[]): Encoded<readonly Destination[]>[] {
    return texts.map(text => encode(destinationsOf(text)));
  },

  /** The nodes of a document, in JSON. */
  writeDocument({ snapshot, options }: { snapshot: DocumentSnapshot; options: RenderOptions }): Encoded<Document> {
    const { document, contents, revision, variables } = snapshot;
    const rows = new Map([document, ...contents].map(row => [row.id, row]));
    const documents = { find: (id: string) => rows.get(id), get: (id: string) => rows.get(id) ?? document };
    const page = variables ? { variables } : {};
    return encode(readDocument({ document, page, revision, state: { documents } }, options));
  },

  /** The words in a node of a document. */
  quoteNode({ markdown, keys, node }: KeyedMarkdown & { node: string }): string | undefined {
    return describeNode(toDocument(markdown, keys), node)?.preview;
  },

  /** Pages in HTML, in their order; the reason where one cannot be read. */
  async readHtmlPages({ pages, renamed }: HtmlInput): Promise<(HtmlPage | Refusal)[]> {
    const results: (HtmlPage | Refusal)[] = [];
    for (const { bytes, contentType, place } of pages) {
      results.push(await readHtmlPage(bytes, contentType, addressesOf(place, renamed)).catch(refusalOf));
    }
    return results;
  },
};

export interface HtmlInput {
  pages: readonly { bytes: Uint8Array; contentType: string; place: HtmlPlace }[];
  /** What pages of an archive are called in the content. */
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
