import { t } from '@vscode/l10n';
import type { Block } from '../block.ts';
import { parseBlocksResumable } from '../blocks.ts';
import type { Resumable } from '../resumable.ts';
import type { IncludedText, PageContext } from './context.ts';

/** Maximum number of included characters on a page, because nested texts multiply each other. */
const maxLength = 500_000;
const maxDepth = 10;

/**
 * Inserts the blocks of included texts into the blocks that include them. They get the lines of the including block,
 * because they have no lines on the page.
 */
export function* expandIncludes(blocks: readonly Block[], { includedText }: PageContext): Resumable<void> {
  if (includedText) yield* new Inclusion(includedText).into(blocks, []);
}

class Inclusion {
  readonly #textOf: (source: string) => IncludedText | undefined;
  #room = maxLength;

  constructor(textOf: (source: string) => IncludedText | undefined) {
    this.#textOf = textOf;
  }

  *into(blocks: readonly Block[], outerTexts: readonly string[]): Resumable<void> {
    for (const block of blocks) {
      if (block.type !== 'reusable-content') yield* this.into(block.children, outerTexts);
      else {
        const text = this.#textOf(block.attributes['src'] ?? '');
        if (text) yield* this.#fill(block, text, outerTexts);
      }
    }
  }

  *#fill(block: Block, { id, title, markdown, problem }: IncludedText, outerTexts: readonly string[]): Resumable<void> {
    const refused = problem ?? this.#refusalOf(id, markdown ?? '', outerTexts);
    block.attributes = { ...block.attributes, title, ...(refused !== undefined && { problem: refused }) };
    if (markdown === undefined || refused !== undefined) return;
    this.#room -= markdown.length;
    block.children = yield* parseBlocksResumable(markdown);
    putOnLines(block.children, block);
    yield* this.into(block.children, [...outerTexts, id]);
  }

  #refusalOf(id: string, markdown: string, outerTexts: readonly string[]): string | undefined {
    if (outerTexts.includes(id)) return t('This text includes itself.');
    const isTooMuch = markdown.length > this.#room || outerTexts.length >= maxDepth;
    return isTooMuch ? t('The page includes too much to show all of it.') : undefined;
  }
}

function putOnLines(blocks: readonly Block[], { start, end }: Block): void {
  for (const block of blocks) {
    Object.assign(block, { start, end, ...(block.sourceStart !== undefined && { sourceStart: start }) });
    putOnLines(block.children, block);
  }
}
