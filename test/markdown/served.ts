import { readFileSync } from 'node:fs';
import { allBlocks, type Block } from '../../src/markdown/block.ts';
import type { Document } from '../../src/markdown/document.ts';
import { parseBlocks } from '../../src/markdown/index.ts';
import { blockKeys } from '../../src/markdown/reading/blockKeys.ts';
import { toCanonical } from '../../src/sandbox/content/markdown/references.ts';
import { toDocument } from '../../src/markdown/reading/toDocument.ts';

/**
 * A page as a server returns it: its Markdown with paths and its document with IDs. `blocks` is for the assertions of
 * tests.
 */
export interface ServedPage {
  path: string;
  markdown: string;
  document: Document;
  blocks: { block: Block; key: string; isOutermost: boolean }[];
}

/** Returns a page of a folder as a server returns it. */
export function serve(path: string): ServedPage {
  const markdown = readFileSync(path, 'utf8');
  const canonical = toCanonical(
    markdown,
    target => `/${/\.md$|\/$/.test(target) ? 'pages' : 'files'}/${target.length}x`,
  );
  const keys = blockKeys(canonical, [], path);
  // The document is copied as JSON, so that it shares no objects with the blocks.
  const document = JSON.parse(JSON.stringify(toDocument(canonical, keys))) as Document;
  const outermost = new Set(parseBlocks(canonical));
  const walked = [...outermost].flatMap(block => allBlocks([block]));
  const blocks = walked.map((block, index) => ({ block, key: keys[index] ?? '', isOutermost: outermost.has(block) }));
  return { path, markdown, document, blocks: blocks.filter(({ block }) => isShown(block)) };
}

/**
 * Returns true if users can comment on a block. Definitions of links are in no document, and HTML comments are not
 * shown.
 */
function isShown({ type, text }: Block): boolean {
  return type !== 'definition' && type !== 'footnote' && (type !== 'markup' || text !== '');
}
