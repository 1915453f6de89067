import { withSigns } from './invisibleCharacters.ts';

/**
 * Text of others, such as a subject, a name or what a server says, as one line that can be shown anywhere in the editor:
 * it makes no link and no icon, leaves no line, and is no longer than a sentence can bear. What nobody sees of it, and what
 * would give its letters another order, is shown as a sign such as `[U+202E]`.
 */
export function plain(text: string, longest = 200): string {
  return shortened(inert(text, longest).replace(/\s+/gu, ' ').trim(), longest);
}

/** The same for what may have more than one line, such as the details of a question. */
export function plainLines(text: string, longest = 2000): string {
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
  return sentence.reduce((text, part, index) => text + plain(String(foreign[index - 1] ?? ''), 300) + part);
}

/** A name without what nobody sees of it, and what gives its letters another order; nothing may be left. */
export function visible(name: string): string {
  return name.toWellFormed().replace(lineBreak, '').replace(invisible(), '').replace(heap(), '$1');
}

/** Whether somebody would see anything of a text; whoever has no other name is called something of ours. */
export function isSeen(text: unknown): text is string {
  return typeof text === 'string' && seen().test(text.toWellFormed());
}

/** Letters, without what makes something else of them. */
function inert(text: string, longest: number): string {
  // A server may leave out what it promises.
  const whole = String(text ?? '');
  // What is shortened in any case is not looked at: each step is linear, but a text is as long as a server likes.
  const start = whole.length > 4 * longest ? `${whole.slice(0, 4 * longest)}…` : whole;
  // VS Code reads "[a](command:b)" as a link and "$(a)" as an icon. A word joiner is not seen, breaks no line, and who
  // searches for the words on either side of it finds them.
  const lines = start
    .toWellFormed()
    .replace(lineBreak, '\n')
    .replace(/([\]$])\u2060\(/g, '$1(');
  return withSigns(lines)
    .replace(heap(), '$1')
    .replace(/([\]$])\(/g, '$1\u2060(');
}

const lineBreak = /\r\n?|[\v\f\x85\u2028\u2029]/g;

// What names classes of Unicode takes a third of a millisecond to make: not while the extension starts.

/** Control characters but line breaks and tabs, what changes the direction of letters, and what annotates them. */
const invisible = () => /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
/** What is more than blanks, marks of direction, and what joins and parts letters; the last one is a Braille blank. */
const seen = () => /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;
/** More marks on one letter than any language has; they would cover the lines around. */
const heap = () => /(\p{M}{6})\p{M}+/gu;

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Half of a character that takes two is none, and a word joiner is ours.
  return `${text
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF\u2060]$/, '')
    .trimEnd()}…`;
}
