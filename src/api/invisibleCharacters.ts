/*
 * Matches invisible characters and those that change the text direction. Excludes joiners that some scripts and emojis
 * need.
 */

let invisible: RegExp | undefined;

// Compiled lazily, because patterns with Unicode properties take long to compile.
function createPattern(): RegExp {
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

const possiblyInvisiblePattern = /[^\t\n\r -~\u00A0-\u00AC\u00AE-\u0233\u0391-\u052F\u4E00-\u9FFF]/;

/** Maps a text part by part: `sign` receives the name of each invisible character, `plain` the text between them. */
export function mapInvisible(text: string, plain: (text: string) => string, sign: (name: string) => string): string {
  if (!possiblyInvisiblePattern.test(text)) return plain(text);
  let result = '';
  let from = 0;
  for (const { index, 0: character } of text.matchAll((invisible ??= createPattern()))) {
    result += plain(text.slice(from, index)) + sign(codePointName(character));
    from = index + character.length;
  }
  return result + plain(text.slice(from));
}

/** Returns a text with signs such as `[U+202E]` for its invisible characters. */
export function revealInvisible(text: string): string {
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
