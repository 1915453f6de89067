/**
 * Compares consecutive texts with the visible text of inline Markdown in one pass, ignoring what signatures ignore.
 * Returns false if that needs more than removing marks and link targets.
 */
export class InlineTextMatcher {
  readonly #markdown: string;
  #at = 0;

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  /** Returns whether this text comes next. */
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

  /** Returns whether the end of the Markdown is reached. */
  isAtEnd(): boolean {
    return !this.#skipToNext() && this.#at === this.#markdown.length;
  }

  /** Skips to the next visible character. Returns false at the end, or if the syntax is too complex. */
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

/** Returns whether a character is compared: letters, digits and all non-ASCII characters. */
function isCompared(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code > 127;
}

/** Returns whether a character may begin syntax: `!`, `&`, `<`, `[`, `\` or `]`. */
function isSyntax(code: number): boolean {
  return code === 33 || code === 38 || code === 60 || (code >= 91 && code <= 93);
}

/** Returns the offset of the last character of invisible syntax; -1 if the syntax needs a real parser. */
function endOfSyntax(markdown: string, from: number): number {
  syntax.lastIndex = from;
  const length = syntax.exec(markdown)?.[0].length ?? 0;
  return length > 0 ? from + length - 1 : -1;
}

const syntax = /\]\([^\s()<>\\]*\)|\](?![([:])|\[(?!\^)|!(?!\[)|&(?!#?\w+;)|\\[^[\]]/y;
