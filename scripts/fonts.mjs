// The fonts of printed pages without what is hardly ever printed: whole, they would be half of the package.
import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** Latin, Greek and Cyrillic letters, punctuation, currencies, arrows; the sign for what has no picture. */
const letters = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x2c6, 0x2dd],
  [0x300, 0x304],
  [0x384, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1ea0, 0x1ef9],
  [0x2010, 0x205e],
  [0x2070, 0x209c],
  [0x20a0, 0x20bf],
  [0x2100, 0x2126],
  [0x2190, 0x21ff],
  [0xfb00, 0xfb04],
  [0xfffd, 0xfffd],
];
/** Mathematics, keys, shapes, symbols, ticks. */
const symbols = [
  [0x2200, 0x22ff],
  [0x2318, 0x232b],
  [0x23ce, 0x23ce],
  [0x2460, 0x2473],
  [0x25a0, 0x26ff],
  [0x2701, 0x27be],
  [0x2b05, 0x2b07],
];
/** Frames of drawings in code. */
const frames = [[0x2500, 0x259f]];

/** Symbols are in one font, which stands in for the others; see src/sandbox/pdf/glyphs.ts. */
const coverage = {
  DejaVuSans: [...letters, ...symbols, ...frames],
  'DejaVuSans-Bold': letters,
  'DejaVuSans-Oblique': letters,
  DejaVuSansMono: [...letters, ...frames],
};

export const fontNames = Object.keys(coverage);

/** The bytes of a TrueType font with the characters that are wanted of it. Nothing printed needs its hints for screens. */
export async function smallFont(name, file) {
  const text = coverage[name].map(([first, last]) => between(first, last)).join('');
  return subsetFont(await readFile(file), text, { noHinting: true, dropTables: ['FFTM', 'GSUB'] });
}

function between(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}
