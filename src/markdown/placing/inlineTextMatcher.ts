/**
 * Tells in one pass whether texts, one after the other, are what a reader sees of this inline Markdown, but for what
 * signatures leave out. Where that takes more than leaving out marks and the targets of links, it says no.
 */
export class InlineTextMatcher {
  readonly #markdown: string;
  #at = 0;

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  /** Whether this is what comes next. */
  readonly matchNext = (text: string): boolean => {
    const markdown = this.#markdown;
    if (this.#at === 0 && text === markdown) {
      this.#at = markdown.length;
      return true;
    }
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (isCompared(code) && (!this.#skipToNext() || markdown.charCodeAt(this.#at++) !== code)) return false;
    }
    return true;
  };

  /** Whether nothing else comes. */
  isAtEnd(): boolean {
    return !this.#skipToNext() && this.#at === this.#markdown.length;
  }

  /** Goes to the next character that is said, if it can tell which one that is. */
  #skipToNext(): boolean {
    const markdown = this.#markdown;
    for (; this.#at < markdown.length; this.#at++) {
      const code = markdown.charCodeAt(this.#at);
      if (isCompared(code)) return true;
      if (!isSyntax(code)) continue;
      const end = endOfSyntax(markdown, this.#at);
      if (end < 0) return false;
      this.#at = end;
    }
    return false;
  }
}

/** Letters and digits, and whatever is beyond ASCII. */
function isCompared(code: number): boolean {
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
  return length > 0 ? from + length - 1 : -1;
}

const syntax = /\]\([^\s()<>\\]*\)|\](?![([:])|\[(?!\^)|!(?!\[)|&(?!#?\w+;)|\\[^[\]]/y;
