/**
 * Tells in one pass whether a text is what a reader sees of this inline Markdown, but for what signatures leave out. Where
 * that takes more than leaving out marks and the targets of links, it says no.
 */
export function saysTheSame(text: string, markdown: string): boolean {
  if (text === markdown) return true;
  let at = 0;
  for (let from = 0; from < markdown.length; from++) {
    const code = markdown.charCodeAt(from);
    if (isSaid(code)) {
      while (at < text.length && !isSaid(text.charCodeAt(at))) at++;
      if (text.charCodeAt(at++) !== code) return false;
    } else if (isSyntax(code)) {
      from = endOfSyntax(markdown, from);
      if (from < 0) return false;
    }
  }
  while (at < text.length && !isSaid(text.charCodeAt(at))) at++;
  return at >= text.length;
}

/** Letters and digits, and whatever is beyond ASCII. */
function isSaid(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code > 127;
}

/** `!`, `&`, `<`, `[`, `\` and `]`: with what follows they may show something else than what is written. */
function isSyntax(code: number): boolean {
  return code === 33 || code === 38 || code === 60 || (code >= 91 && code <= 93);
}

/** Where that ends, which shows nothing; below zero where it has to be read with care. */
function endOfSyntax(markdown: string, from: number): number {
  syntax.lastIndex = from;
  const length = syntax.exec(markdown)?.[0].length ?? 0;
  return length > 0 ? from + length - 1 : Number.NEGATIVE_INFINITY;
}

const syntax = /\]\([^\s()<>\\]*\)|\](?![([:])|\[(?!\^)|!(?!\[)|&(?!#?\w+;)|\\[^[\]]/y;
