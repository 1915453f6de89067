import { t } from '@vscode/l10n';
import { codePointName, mapInvisible } from '../api/invisibleCharacters.ts';

export { mapInvisible, revealInvisible as withSigns } from '../api/invisibleCharacters.ts';

/** Returns whether a text contains invisible characters, or characters that change the order of others. */
export function hasInvisible(text: string): boolean {
  return (
    mapInvisible(
      text,
      () => '',
      name => name,
    ) !== ''
  );
}

/** Replaces blanks that look like a space but are other characters, such as U+00A0. */
export function mapOtherBlanks(text: string, sign: (name: string) => string): string {
  return text.replace(/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, blank => sign(codePointName(blank)));
}

/** Alphabets whose letters look alike. */
const alphabets: readonly Alphabet[] = [
  { pattern: /\p{Script=Latin}/u, name: () => t('Latin'), describe: others => t`${others} among Latin letters` },
  {
    pattern: /\p{Script=Cyrillic}/u,
    name: () => t('Cyrillic'),
    describe: others => t`${others} among Cyrillic letters`,
  },
  {
    // Greek letters that look like Latin or Cyrillic ones. Other Greek letters, as in "kΩ", are not misleading.
    pattern: /[ΑΒΓΕΖΗΙΚΜΝΟΠΡΤΥΦΧαγεικνοπρτυχωϲϳ]/u,
    name: () => t('Greek'),
    describe: others => t`${others} among Greek letters`,
  },
];

interface Alphabet {
  pattern: RegExp;
  name: () => string;
  /** Describes letters of other alphabets in a word of this alphabet. */
  describe: (others: string) => string;
}

/** Describes the letters of a word that are not of its main alphabet; undefined if it has only letters of one. */
export function mixedAlphabets(word: string): string | undefined {
  if (/^[\0-\x7f]*$/.test(word)) return undefined;
  const parts = alphabets
    .map(alphabet => ({ alphabet, letters: [...word].filter(letter => alphabet.pattern.test(letter)) }))
    .filter(({ letters }) => letters.length > 0)
    .toSorted((one, other) => other.letters.length - one.letters.length);
  const [most, ...others] = parts;
  if (!most || !others.length) return undefined;
  const strange = others.flatMap(({ alphabet, letters }) =>
    [...new Set(letters)].map(letter => `${letter} (${alphabet.name()}, ${codePointName(letter)})`),
  );
  return most.alphabet.describe(strange.join(', '));
}
