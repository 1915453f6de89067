// The fonts of printed pages without what is hardly ever printed: whole, they would be half of the package.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/** Latin, Greek and Cyrillic letters, punctuation, currencies, the arrows of texts; the sign for what has no picture. */
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
  [0x2010, 0x2027],
  [0x202f, 0x203a],
  [0x2044, 0x2044],
  [0x2070, 0x208e],
  [0x20a9, 0x20bf],
  [0x2103, 0x2103],
  [0x2116, 0x2116],
  [0x2122, 0x2126],
  [0x2190, 0x2199],
  [0x21d0, 0x21d5],
  [0xfffd, 0xfffd],
];
/** More of them, mathematics, keys, shapes, circled numbers, and the signs and ticks that pages are decorated with. */
const symbols = [
  [0x203b, 0x205e],
  [0x2090, 0x209c],
  [0x20a0, 0x20a8],
  [0x2100, 0x2126],
  [0x21a9, 0x21ab],
  [0x21b0, 0x21b5],
  [0x21ba, 0x21bb],
  [0x21c4, 0x21c6],
  [0x21e4, 0x21eb],
  [0x2200, 0x221f],
  [0x2220, 0x2223],
  [0x2225, 0x2237],
  [0x223c, 0x2248],
  [0x2260, 0x226b],
  [0x2282, 0x2287],
  [0x2295, 0x2299],
  [0x22a2, 0x22a5],
  [0x22c0, 0x22c6],
  [0x22ee, 0x22f1],
  [0x2318, 0x232b],
  [0x23ce, 0x23ce],
  [0x2460, 0x2473],
  [0x25a0, 0x25ff],
  [0x2600, 0x2606],
  [0x260e, 0x2612],
  [0x2614, 0x2615],
  [0x261b, 0x261f],
  [0x2620, 0x2622],
  [0x2639, 0x263a],
  [0x2640, 0x2642],
  [0x2660, 0x2667],
  [0x2669, 0x266f],
  [0x267b, 0x267b],
  [0x2690, 0x2699],
  [0x26a0, 0x26a1],
  [0x26aa, 0x26ac],
  [0x2702, 0x2702],
  [0x2706, 0x270d],
  [0x270f, 0x271a],
  [0x2726, 0x2727],
  [0x2731, 0x2731],
  [0x2756, 0x2756],
  [0x2764, 0x2764],
  [0x2776, 0x2794],
  [0x279c, 0x27a4],
  [0x2b05, 0x2b07],
  [0xfb00, 0xfb04],
];
/** Frames of drawings in code. */
const frames = [[0x2500, 0x259f]];

/** Symbols are in one font, which stands in for the others; see src/sandbox/pdf/glyphs.ts. */
const coverage = {
  DejaVuSans: [...letters, ...symbols, ...frames],
  'DejaVuSans-Bold': letters,
  DejaVuSansMono: [...letters, ...frames],
};

/** The fonts of a folder by the names of their files, each with the characters that are wanted of it. */
export async function smallFonts(folder) {
  return Promise.all(Object.entries(coverage).map(([name, ranges]) => smallFont(folder, `${name}.ttf`, ranges)));
}

/** Nothing printed needs the hints for screens; the pairs of letters that could stand closer cost as much as an icon set. */
async function smallFont(folder, name, ranges) {
  const text = ranges.map(([first, last]) => between(first, last)).join('');
  const font = await readFile(join(folder, name));
  return [
    name,
    await subsetFont(font, text, { noHinting: true, dropTables: ['FFTM', 'GSUB', 'MATH', 'GPOS', 'GDEF'] }),
  ];
}

function between(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}
