import { t } from '@vscode/l10n';
import { revealInvisible } from './invisibleCharacters.ts';

/**
 * Escapes foreign text, such as a subject, a name or a server's message, as one line that is safe anywhere in the
 * editor: it contains no links or icons, and its length is limited. Invisible characters and those that change the text
 * direction become signs such as `[U+202E]`.
 */
export function escapeLine(text: string, longest = 200): string {
  return shortened(withoutMarkup(text, longest).replace(/\s+/gu, ' ').trim(), longest);
}

/** Escapes foreign text like `escapeLine`, but keeps its lines, for instance in the details of a prompt. */
export function escapeLines(text: string, longest = 2000): string {
  const lines = withoutMarkup(text, longest).replace(/[^\S\n]+/gu, ' ');
  return shortened(
    lines
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    longest,
  );
}

/** Returns a translated sentence in which each foreign part is escaped: tEscaped`Merge "${subject}"?`. */
export function tEscaped(sentence: TemplateStringsArray, ...foreign: (string | number)[]): string {
  return t(sentence, ...foreign.map(part => escapeLine(String(part ?? ''), 300)));
}

/** Returns a name without characters that are invisible or change the text direction; the result may be empty. */
export function withoutInvisible(name: string): string {
  return name.toWellFormed().replace(lineBreak, '').replace(invisible(), '').replace(excessMarks(), '$1');
}

/** Returns true if a text has visible characters. */
export function hasVisibleText(text: unknown): text is string {
  return typeof text === 'string' && visible().test(text.toWellFormed());
}

/** Removes the characters with special effects in the editor from a text. */
function withoutMarkup(text: string, longest: number): string {
  // Servers may omit a text that the contract promises.
  const whole = String(text ?? '');
  // The text is cut first, because servers may send any length, and each of the following steps takes linear time.
  const start = whole.length > 4 * longest ? `${whole.slice(0, 4 * longest)}…` : whole;
  // VS Code renders "[a](command:b)" as a link and "$(a)" as an icon. A word joiner prevents both: it is invisible,
  // breaks no line, and does not affect searching.
  const lines = start
    .toWellFormed()
    .replace(lineBreak, '\n')
    .replace(/([\]$])\u2060\(/g, '$1(');
  return revealInvisible(lines)
    .replace(excessMarks(), '$1')
    .replace(/([\]$])\(/g, '$1\u2060(');
}

const lineBreak = /\r\n?|[\v\f\x85\u2028\u2029]/g;

// Regular expressions with Unicode classes take a third of a millisecond to create, so none is created at activation.

/**
 * Matches control characters except for line breaks and tabs, characters that change the text direction, and
 * annotations.
 */
const invisible = () => /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
/**
 * Matches any character except for white space, ignorable, control and format characters, and the blank Braille
 * pattern.
 */
const visible = () => /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;
/** Matches combining marks beyond the number that any language uses, which would cover neighbouring lines. */
const excessMarks = () => /(\p{M}{6})\p{M}+/gu;

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // The cut may leave half of a surrogate pair, or an inserted word joiner.
  return `${text
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF\u2060]$/, '')
    .trimEnd()}…`;
}
