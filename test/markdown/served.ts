import { readFileSync } from 'node:fs';
import { allBlocks, type Block } from '../../src/markdown/block.ts';
import type { Document } from '../../src/markdown/document.ts';
import { parseBlocks } from '../../src/markdown/index.ts';
import { blockKeys } from '../../src/markdown/reading/blockKeys.ts';
import { toCanonical } from '../../src/sandbox/content/markdown/references.ts';
import { toDocument } from '../../src/markdown/reading/toDocument.ts';

/** A page as a server gives it: its Markdown with paths, its document with IDs; and, for the test, its blocks. */
export interface Served {
  path: string;
  markdown: string;
  document: Document;
  blocks: { block: Block; key: string; isOutermost: boolean }[];
}

/** Reads a page of a folder as a server would give it. */
export function serve(path: string): Served {
  const markdown = readFileSync(path, 'utf8');
  const canonical = toCanonical(
    markdown,
    target => `/${/\.md$|\/$/.test(target) ? 'pages' : 'files'}/${target.length}x`,
  );
  const keys = blockKeys(canonical, [], path);
  // As text, so that nothing but the document itself can be gone by.
  const document = JSON.parse(JSON.stringify(toDocument(canonical, keys))) as Document;
  const outermost = new Set(parseBlocks(canonical));
  const walked = [...outermost].flatMap(block => allBlocks([block]));
  const blocks = walked.map((block, index) => ({ block, key: keys[index] ?? '', isOutermost: outermost.has(block) }));
  return { path, markdown, document, blocks: blocks.filter(({ block }) => isShown(block)) };
}

/** Nobody can comment on definitions of links, which are in no document, or on comments of HTML, which are not seen. */
function isShown({ type, text }: Block): boolean {
  return type !== 'definition' && type !== 'footnote' && (type !== 'markup' || text !== '');
}
