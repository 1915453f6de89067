/** The width of a line in the diff of a comment, in characters. */
const width = 54;

/**
 * Returns lines with diff markers: removed ("-"), added ("+") and common (" "). In long lines, which are whole
 * paragraphs in Markdown, single words are marked; all resulting lines are short.
 */
export function lineDifference(before: readonly string[], after: readonly string[]): string[] {
  const { first, last } = sameIn(before, after);
  const [gone, come] = [before.slice(first, before.length - last), after.slice(first, after.length - last)];
  const isPair = gone.length === 1 && come.length === 1;
  const inWords = isPair ? wordByWord(gone[0] ?? '', come[0] ?? '') : undefined;
  return [
    ...marked(' ', before.slice(0, first)),
    ...(inWords ?? [...marked('-', gone), ...marked('+', come)]),
    ...marked(' ', before.slice(before.length - last)),
  ];
}

/** Shortens two long texts to their difference, with some common words around it. */
export function excerptAroundChange(before: string, after: string, longest: number): [string, string] {
  if (Math.max(before.length, after.length) <= longest) return [before, after];
  const all: [string[], string[]] = [wordsOf(before), wordsOf(after)];
  const { first, last } = sameIn(...all);
  // This number of words takes about a quarter of the length.
  const contextWords = Math.floor(longest / 28);
  const [from, behind] = [Math.max(0, first - contextWords), Math.max(0, last - contextWords)];
  const part = (words: string[]) =>
    [from > 0 ? '…' : '', ...words.slice(from, words.length - behind), behind > 0 ? '…' : ''].join(' ').trim();
  return [part(all[0]), part(all[1])];
}

/** Replaces invisible characters that change the text direction by visible codes. */
export function withVisibleControls(text: string): string {
  return text.replace(
    /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    control => `<U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}

/** Returns how many items two lists have in common at their start and at their end. */
function sameIn(before: readonly string[], after: readonly string[]): { first: number; last: number } {
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first++;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  return { first, last };
}

/** Marks the differing words of a long line; returns undefined if whole lines are as easy to read. */
function wordByWord(before: string, after: string): string[] | undefined {
  if (Math.max(before.length, after.length) <= width) return undefined;
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const { first, last } = sameIn(one, other);
  if (first + last < Math.max(one.length, other.length) / 2) return undefined;
  const middle = (words: readonly string[]) => words.slice(first, words.length - last);
  const parts: [string, string[]][] = [
    [' ', one.slice(0, first)],
    ['-', middle(one)],
    ['+', middle(other)],
    [' ', one.slice(one.length - last)],
  ];
  return parts.flatMap(([mark, words]) => (words.length > 0 ? marked(mark, [words.join(' ')]) : []));
}

/**
 * Splits a line at single blanks; indentation and multiple blanks stay in the words, because they may be significant.
 */
function wordsOf(line: string): string[] {
  return line.split(/(?<=\S) (?=\S)/);
}

function marked(mark: string, lines: readonly string[]): string[] {
  return lines.flatMap(line => broken(withVisibleControls(line)).map(part => mark + part));
}

/** Breaks a line at blanks into parts of limited length. */
function broken(line: string): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const before = rest.lastIndexOf(' ', width);
    const at = rest.slice(0, before).trim() === '' ? rest.indexOf(' ', width) : before;
    if (at < 0) break;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return [...parts, rest];
}
