import { anchorOf } from '../../markdown/anchors.ts';
import { parseBlocks } from '../../markdown/blocks.ts';
import { memoize } from '../memoize.ts';
import type { DocumentRow } from '../store/rows.ts';

/** A heading with the blocks up to the next heading. The section before the first heading has no title. */
export interface Section {
  title: string;
  anchor: string;
  /** One text per block. */
  texts: string[];
}

/** A section with its title and text folded for searching. They are stored, because each search needs them. */
export interface ReadSection extends Section {
  heading: string;
  text: string;
}

/** Returns text without accents and in lower case, which search ignores. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Returns the sections of a document, from the top down. */
export const sectionsOf = memoize(({ markdown }: DocumentRow): readonly ReadSection[] => {
  const first: Section = { title: '', anchor: '', texts: [] };
  const sections = [first];
  for (const block of parseBlocks(markdown)) {
    if (block.type === 'heading') sections.push({ title: block.text, anchor: anchorOf(block.text), texts: [] });
    else sections.at(-1)?.texts.push(block.text);
  }
  return sections
    .filter(section => section !== first || section.texts.length > 0)
    .map(section => ({ ...section, heading: foldText(section.title), text: foldText(section.texts.join('\n')) }));
});
