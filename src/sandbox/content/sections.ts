import { anchorOf } from '../../markdown/anchors.ts';
import { parseBlocks } from '../../markdown/blocks.ts';
import { memoize } from '../memoize.ts';
import type { DocumentRow } from '../store/rows.ts';

/** A heading with what stands below it, up to the next heading; before the first one, without a title. */
export interface Section {
  title: string;
  anchor: string;
  /** One text per block. */
  texts: string[];
}

/** A section with its words as they are looked for: found again and again, so made once. */
export interface ReadSection extends Section {
  heading: string;
  text: string;
}

/** Case and accents do not matter. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The sections of a document, from the top down. */
export const sectionsOf = memoize(({ markdown }: DocumentRow): readonly ReadSection[] => {
  const first: Section = { title: '', anchor: '', texts: [] };
  const sections = [first];
  for (const block of parseBlocks(markdown)) {
    if (block.type === 'heading') sections.push({ title: block.text, anchor: anchorOf(block.text), texts: [] });
    else sections.at(-1)?.texts.push(block.text);
  }
  return sections
    .filter(section => section !== first || section.texts.length > 0)
    .map(section => ({ ...section, heading: folded(section.title), text: folded(section.texts.join('\n')) }));
});
