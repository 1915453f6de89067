/*
 * Characters that nobody sees, and those that change the order in which others are read. What joins or parts the letters
 * of a script that needs it, or the parts of an emoji, is not among them.
 */

let invisible: RegExp | undefined;

// What names classes of Unicode takes a while to make: not before it is needed.
function makeInvisible(): RegExp {
  const joined = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]`;

  return new RegExp(
    [
      String.raw`[^\P{Cc}\n\t\r]`,
      String.raw`[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]`,
      String.raw`(?<!${joined})[\u200C\u200D]`,
      String.raw`(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0000}-\u{E007F}]`,
    ].join('|'),
    'gu',
  );
}

const mayHoldInvisible = /[^\t\n\r -~\u00A0-\u00AC\u00AE-\u0233\u0391-\u052F\u4E00-\u9FFF]/;

/** Replaces the invisible characters of a text by what `sign` makes of their names, and the text between by `plain`. */
export function mapInvisible(text: string, plain: (text: string) => string, sign: (name: string) => string): string {
  if (!mayHoldInvisible.test(text)) return plain(text);
  let result = '';
  let from = 0;
  for (const { index, 0: character } of text.matchAll((invisible ??= makeInvisible()))) {
    result += plain(text.slice(from, index)) + sign(codePointName(character));
    from = index + character.length;
  }
  return result + plain(text.slice(from));
}

export function hasInvisible(text: string): boolean {
  return (
    mapInvisible(
      text,
      () => '',
      name => name,
    ) !== ''
  );
}

/** Replaces blanks that look like a space, but are another character, such as U+00A0. */
export function mapOtherBlanks(text: string, sign: (name: string) => string): string {
  return text.replace(/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, blank => sign(codePointName(blank)));
}

/** Returns a text with signs such as `[U+202E]` for its invisible characters. */
export function withSigns(text: string): string {
  return mapInvisible(
    text,
    part => part,
    name => `[${name}]`,
  );
}

/** Returns `U+202E` for a character. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const latin = /\p{Script=Latin}/u;
const cyrillic = /\p{Script=Cyrillic}/u;
/** Greek letters that look like Latin or Cyrillic ones. Others, as in "kΩ", deceive nobody. */
const greek = /[ΑΒΓΕΖΗΙΚΜΝΟΠΡΤΥΦΧαγεικνοπρτυχωϲϳ]/u;

/**
 * Returns what is wrong with a word that mixes letters of alphabets that look alike: its letters that are not of the
 * alphabet of most of them. Undefined where nothing is.
 */
export function mixedAlphabets(word: string): string | undefined {
  if (/^[\0-\x7f]*$/.test(word)) return undefined;
  const alphabets = [
    ['Latin', latin],
    ['Cyrillic', cyrillic],
    ['Greek', greek],
  ] as const;
  const letters = alphabets
    .map(([name, pattern]) => ({ name, letters: [...word].filter(letter => pattern.test(letter)) }))
    .filter(({ letters }) => letters.length > 0)
    .toSorted((one, other) => other.letters.length - one.letters.length);
  const [most, ...others] = letters;
  if (!most || !others.length) return undefined;
  const strange = others.flatMap(({ name, letters }) =>
    [...new Set(letters)].map(letter => `${letter} (${name}, ${codePointName(letter)})`),
  );
  return `${strange.join(', ')} among ${most.name} letters`;
}
