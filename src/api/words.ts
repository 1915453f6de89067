import { revealInvisible } from './invisibleCharacters.ts';

/**
 * Escapes foreign text, such as a subject, a name or a message of a server, as one line that is safe anywhere in the
 * editor: it makes no link and no icon, and has a limited length. Characters that are invisible or change the text
 * direction become signs such as `[U+202E]`.
 */
export function escapeLine(text: string, longest = 200): string {
  return shortened(inert(text, longest).replace(/\s+/gu, ' ').trim(), longest);
}

/** Escapes foreign text like `plain`, but keeps its lines, such as in the details of a prompt. */
export function escapeLines(text: string, longest = 2000): string {
  const lines = inert(text, longest).replace(/[^\S\n]+/gu, ' ');
  return shortened(
    lines
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    longest,
  );
}

/** Returns a sentence with foreign text in it, each part of which is escaped: words`Merge "${subject}"?`. */
export function words(sentence: TemplateStringsArray, ...foreign: (string | number)[]): string {
  return sentence.reduce((text, part, index) => text + escapeLine(String(foreign[index - 1] ?? ''), 300) + part);
}

/** Returns a name without characters that are invisible or change the text direction; the result may be empty. */
export function withoutInvisible(name: string): string {
  return name.toWellFormed().replace(lineBreak, '').replace(invisible(), '').replace(heap(), '$1');
}

/** Returns true if a text has visible characters. */
export function hasVisibleText(text: unknown): text is string {
  return typeof text === 'string' && seen().test(text.toWellFormed());
}

/** Returns text without the characters that have special effects in the editor. */
function inert(text: string, longest: number): string {
  // A server may omit a text that the contract promises.
  const whole = String(text ?? '');
  // Text far beyond the limit is cut first: each step is linear, but a server may send any length.
  const start = whole.length > 4 * longest ? `${whole.slice(0, 4 * longest)}…` : whole;
  // VS Code reads "[a](command:b)" as a link and "$(a)" as an icon. A word joiner prevents both: it is invisible,
  // breaks no line, and searches for the words around it still match.
  const lines = start
    .toWellFormed()
    .replace(lineBreak, '\n')
    .replace(/([\]$])\u2060\(/g, '$1(');
  return revealInvisible(lines)
    .replace(heap(), '$1')
    .replace(/([\]$])\(/g, '$1\u2060(');
}

const lineBreak = /\r\n?|[\v\f\x85\u2028\u2029]/g;

// Creating a regular expression with Unicode classes takes a third of a millisecond, so none is created at activation.

/** Control characters except for line breaks and tabs, characters that change the text direction, and annotations. */
const invisible = () => /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
/** Any character except for white space, ignorable, control and format characters, and the blank Braille pattern. */
const seen = () => /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;
/** More combining marks on a letter than any language uses; they would cover neighbouring lines. */
const heap = () => /(\p{M}{6})\p{M}+/gu;

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // The cut may leave half of a surrogate pair, or a word joiner that was inserted.
  return `${text
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF\u2060]$/, '')
    .trimEnd()}…`;
}
