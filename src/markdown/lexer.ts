import { Lexer, type Token, type TokensList } from 'marked';
import { customBlockAt, type ClosingMarks, type CustomBlock } from './customBlockAt.ts';
import { runSync, type Resumable } from './resumable.ts';

/** Tokenizes Markdown into blocks, in steps: those of marked, and `own` tokens for custom blocks. */
export function lexResumable(markdown: string): Resumable<Token[]> {
  return new BlockLexer({ gfm: true }).lexing(markdown, [], false);
}

/** A custom block of the service. `raw` includes its opening and closing lines. */
export interface CustomBlockToken extends CustomBlock {
  type: 'own';
  raw: string;
  tokens: Token[];
}

export function isCustomBlockToken(token: { type: string }): token is CustomBlockToken {
  return token.type === 'own';
}

/** Kinds of custom blocks whose body is Markdown. */
const withBlocks: ReadonlySet<CustomBlock['kind']> = new Set(['container', 'code', 'expandable']);

/**
 * A block lexer that splits a text at custom blocks and passes the text between them to marked. Nested text (list
 * items, block quotes, bodies of custom blocks) passes through `blockTokens` again, so custom blocks are found at every
 * depth.
 *
 * A block extension of marked cannot do this: marked tries extensions only where a block begins, and of the blocks of
 * Markdown only a paragraph ends where an extension could begin. In `| a |\n| - |\n| b |\n{% hint %}\nc\n{% endhint %}`
 * the hint would become rows of the table; after `<p>a</p>` it would be HTML, after `- a` part of the item, after `> a`
 * part of the quote. An extension also receives only the rest of the text, and would search for the end tags again at
 * each block.
 */
class BlockLexer extends Lexer {
  #depth = 0;

  override blockTokens(markdown: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(markdown: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(markdown: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    return runSync(this.lexing(markdown, tokens, lastParagraphClipped));
  }

  *lexing(markdown: string, tokens: Token[], lastParagraphClipped: boolean): Resumable<Token[]> {
    if (this.#depth >= deepest) {
      tokens.push({ type: 'paragraph', raw: markdown, text: markdown, tokens: [], isTooDeep: true });
      return tokens;
    }
    this.#depth++;
    const isPlain = markdown.length < longText && !customSyntaxPattern.test(markdown);
    const result = isPlain
      ? super.blockTokens(markdown, tokens, lastParagraphClipped)
      : yield* this.#mixedTokens(markdown, tokens, lastParagraphClipped);
    this.#depth--;
    return result;
  }

  *#mixedTokens(markdown: string, tokens: Token[], lastParagraphClipped: boolean): Resumable<Token[]> {
    const isTop = this.state.top;
    for (const part of partsOf(markdown)) {
      this.state.top = isTop;
      if (typeof part === 'string') super.blockTokens(part, tokens, lastParagraphClipped);
      else tokens.push({ type: 'own', ...part, tokens: yield* this.#body(part) });
      yield;
    }
    this.state.top = true;
    return tokens;
  }

  *#body(part: CustomBlock): Resumable<Token[]> {
    if (!withBlocks.has(part.kind)) return [];
    this.state.top = true;
    return yield* this.lexing(part.body, [], false);
  }
}

/**
 * Texts longer than this, in characters, are split between two blocks, so that marked parses them in steps of a few ms.
 */
const longText = 8000;

/** HTML and titles of link definitions may continue after a blank line. */
const blankLinePattern = /<(?:[!?]|pre\b|script\b|style\b|textarea\b)|^ {0,3}\[[^\]]*\]:/im;

/** Maximum depth, because deeper nesting would take unlimited time and memory. */
const deepest = 20;

const customSyntaxPattern = /\{%|<(?:details|table|figure|div|pre)\b|\$\$|^ {0,3}\[\^/im;

const fence = /^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,})/;
const bullet = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}(?! )|[ \t]|$)/;
const ruler = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;

const codesOf = (characters: string) => new Set([...characters].map(character => character.charCodeAt(0)));
/** The first characters of custom blocks, and those of fences, list items and thematic breaks. */
const ownMarks = codesOf('{<$[');
const marks = codesOf('`~*+-_0123456789');
/** The first character of a heading or a paragraph that does not continue the block before it. */
const letters = /[A-Za-z#]/;

/**
 * Splits a text at the custom blocks of its outermost level. A line belongs to a list while it is indented to the
 * content of the list's items, and fenced text is code. A long text between custom blocks is also split before headings
 * and paragraphs.
 */
function partsOf(text: string): (string | CustomBlock)[] {
  const parts: (string | CustomBlock)[] = [];
  const closings: ClosingMarks = { marks: new Map() };
  let plainFrom = 0;
  /** The offset of the last attempt to split a long text. */
  let cutFrom = 0;
  let fenceMark = '';
  let listIndent = 0;
  let isAfterBlank = true;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const lineEnd = end < 0 ? text.length : end;
    const first = firstSaid(text, at, lineEnd);
    const isBlank = first === lineEnd;
    const mark = text.charCodeAt(first);
    if (isAfterBlank && !fenceMark && at - cutFrom > longText && letters.test(text.charAt(at))) {
      const part = text.slice(plainFrom, at);
      if (!blankLinePattern.test(part)) {
        parts.push(part);
        plainFrom = at;
      }
      cutFrom = at;
    }
    const canStartCustomBlock = !fenceMark && !isBlank && (!listIndent || first - at < listIndent);
    const customBlock =
      canStartCustomBlock && ownMarks.has(mark) ? customBlockAt({ text, at, isAfterBlank, closings }) : undefined;
    if (customBlock) {
      if (at > plainFrom) parts.push(text.slice(plainFrom, at));
      parts.push(customBlock);
      at = plainFrom = cutFrom = customBlock.end;
      listIndent = 0;
      isAfterBlank = true;
      continue;
    }
    if (fenceMark) fenceMark = closes(text.slice(at, lineEnd), fenceMark) ? '' : fenceMark;
    else if (canStartCustomBlock && marks.has(mark)) {
      const line = text.slice(at, lineEnd);
      fenceMark = fence.exec(line)?.[1] ?? '';
      listIndent = fenceMark ? 0 : indentAfter(line, listIndent, isAfterBlank);
    } else if (canStartCustomBlock && isAfterBlank) listIndent = 0;
    isAfterBlank = isBlank;
    at = lineEnd + 1;
  }
  if (plainFrom < text.length) parts.push(text.slice(plainFrom));
  return parts;
}

/** Returns the offset of the first visible character of a line, or the end of the line. */
function firstSaid(text: string, at: number, lineEnd: number): number {
  while (at < lineEnd && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  const isPlain = text.charCodeAt(at) > 32 && text.charCodeAt(at) < 128;
  return at >= lineEnd || isPlain ? at : lineEnd - text.slice(at, lineEnd).trimStart().length;
}

/** Returns the indentation of the current list's content after this line outside of items; 0 means no list. */
function indentAfter(line: string, listIndent: number, isAfterBlank: boolean): number {
  const item = ruler.test(line) ? null : bullet.exec(line);
  if (item) return (item[1] ?? '').length + (item[2] ?? '').length + Math.max((item[3] ?? '').length, 1);
  return isAfterBlank ? 0 : listIndent;
}

function closes(line: string, mark: string): boolean {
  const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return end !== undefined && end.startsWith(mark);
}
