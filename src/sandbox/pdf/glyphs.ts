import type { Run } from 'pdfmake';
import { hasGlyph } from './fonts.ts';
import type { Face, Family } from './fonts.ts';

/** Splits text into runs. Characters that the font lacks are printed in another font or replaced by similar ones. */
export function toPrintableRuns(text: string, style: Omit<Run, 'text'>): Run[] {
  const runs: Run[] = [];
  const family: Family = style.font === 'Mono' ? 'Mono' : 'Sans';
  let isAfterGap = false;
  for (const character of cleaned(text)) {
    const { text: printed, ...look } = glyphOf(character, family, faceOf(style));
    const last = runs.at(-1);
    // An omitted character has spaces on both sides, of which one suffices.
    if (isAfterGap && character === ' ' && last?.text.endsWith(' ')) continue;
    isAfterGap = printed === '';
    const isAlike = last && last.font === look.font && isUpright(last) === isUpright({ ...style, ...look });
    if (isAlike) last.text += printed;
    else if (printed) runs.push({ ...style, text: printed, ...look });
  }
  return runs;
}

/** Returns printable text without style. */
export function printableText(text: string): string {
  return toPrintableRuns(text, {})
    .map(run => run.text)
    .join('');
}

function faceOf({ bold, italics }: Omit<Run, 'text'>): Face {
  if (bold) return italics ? 'bolditalics' : 'bold';
  return italics ? 'italics' : 'normal';
}

/** Removes characters that only modify others, and control characters. */
function cleaned(text: string): string {
  return text.replace(/[\p{Variation_Selector}\u200d\u20e3\p{Emoji_Modifier}]|[^\P{Cc}\n\t]/gu, '');
}

const substitutes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '✅': '✔',
    '❌': '✘',
    '❎': '✘',
    '❗': '!',
    '❓': '?',
    '➕': '+',
    '➖': '−',
    '👉': '→',
    '👈': '←',
    '🔴': '●',
    '🟢': '●',
    '🟡': '●',
    '⭐': '★',
    '🌟': '★',
    '💡': '☀',
    '🚨': '⚠',
    '🚧': '⚠',
    '🛑': '⚠',
  }),
);

/** The text and font that print a character. A bold or italic face that lacks it is replaced by the normal face. */
interface Glyph extends Pick<Run, 'bold' | 'italics'> {
  text: string;
  font: Family;
}

const upright = { bold: false, italics: false };

function isUpright({ bold, italics }: Pick<Run, 'bold' | 'italics'>): boolean {
  return !bold && !italics;
}

function glyphOf(character: string, family: Family, face: Face): Glyph {
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0x7e || hasGlyph(family, face, code)) return { text: character, font: family };
  if (hasGlyph('Sans', face, code)) return { text: character, font: 'Sans' };
  if (hasGlyph('Sans', 'normal', code)) return { text: character, font: 'Sans', ...upright };
  const like = substitutes.get(character);
  if (like) return glyphOf(like, family, face);
  // An omitted emoji does no harm, but a letter that cannot be printed must be noticed.
  const isPicture = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(character);
  return { text: isPicture ? '' : '\ufffd', font: family };
}
