import { Lexer, type Token, type TokensList } from 'marked';
import { ownSyntaxAt, type Closings, type OwnSyntax } from './ownSyntax.ts';
import { atOnce, type Steps } from './steps.ts';

/** Cuts Markdown into block tokens, in steps: those of marked and, as `own` tokens, what the service adds to Markdown. */
export function lexing(markdown: string): Steps<Token[]> {
  return new BlockLexer({ gfm: true }).lexing(markdown, [], false);
}

/** A block of the service's own syntax. Its `raw` is the whole of it, opening and closing lines included. */
export interface OwnToken extends OwnSyntax {
  type: 'own';
  raw: string;
  tokens: Token[];
}

export function isOwnToken(token: { type: string }): token is OwnToken {
  return token.type === 'own';
}

/** Kinds of own syntax whose body is Markdown again. */
const withBlocks: ReadonlySet<OwnSyntax['kind']> = new Set(['container', 'code', 'expandable']);

/**
 * A block lexer that cuts a text at the service's blocks and passes what lies between them to marked. Nested text (list
 * items, block quotes, bodies of the service's blocks) comes through `blockTokens` again, so blocks are found at every
 * depth.
 *
 * A block extension of marked cannot do this. marked asks it only where a block begins, and of the blocks of Markdown
 * only a paragraph ends where an extension could begin. In `| a |\n| - |\n| b |\n{% hint %}\nc\n{% endhint %}` the hint
 * would become rows of the table; after `<p>a</p>` it would be HTML, after `- a` part of the item, after `> a` part of
 * the quote. An extension also sees only the rest of the text, and would look for the end tags again at each block.
 */
class BlockLexer extends Lexer {
  #depth = 0;

  override blockTokens(markdown: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(markdown: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(markdown: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    return atOnce(this.lexing(markdown, tokens, lastParagraphClipped));
  }

  *lexing(markdown: string, tokens: Token[], lastParagraphClipped: boolean): Steps<Token[]> {
    if (this.#depth >= deepest) {
      tokens.push({ type: 'paragraph', raw: markdown, text: markdown, tokens: [], isTooDeep: true });
      return tokens;
    }
    this.#depth++;
    const isPlain = markdown.length < longText && !mayHoldOwnSyntax.test(markdown);
    const result = isPlain
      ? super.blockTokens(markdown, tokens, lastParagraphClipped)
      : yield* this.#mixedTokens(markdown, tokens, lastParagraphClipped);
    this.#depth--;
    return result;
  }

  *#mixedTokens(markdown: string, tokens: Token[], lastParagraphClipped: boolean): Steps<Token[]> {
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

  *#body(part: OwnSyntax): Steps<Token[]> {
    if (!withBlocks.has(part.kind)) return [];
    this.state.top = true;
    return yield* this.lexing(part.body, [], false);
  }
}

/** Characters after which a text is cut between two blocks, so that marked reads it in steps of a few milliseconds. */
const longText = 8000;

/** HTML and titles of link definitions may go on behind a blank line. */
const mayContainBlankLine = /<(?:[!?]|pre\b|script\b|style\b|textarea\b)|^ {0,3}\[[^\]]*\]:/im;

/** Nobody nests this deep, and going on would take time and memory without end. */
const deepest = 20;

const mayHoldOwnSyntax = /\{%|<(?:details|table|figure|div|pre)\b|\$\$|^ {0,3}\[\^/im;

const fence = /^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,})/;
const bullet = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}(?! )|[ \t]|$)/;
const ruler = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;

const codesOf = (characters: string) => new Set([...characters].map(character => character.charCodeAt(0)));
/** What the service's own blocks begin with, and what fences, items and rulers do. */
const ownMarks = codesOf('{<$[');
const marks = codesOf('`~*+-_0123456789');
/** What a heading or a paragraph begins with that is no part of the block before it. */
const letters = /[A-Za-z#]/;

/**
 * Cuts a text at the own blocks that stand at its outermost level. A line counts as part of a list as long as it is
 * indented to the content of the list's items, and what is fenced is code. A long text between own blocks is cut before
 * headings and paragraphs, too.
 */
function partsOf(text: string): (string | OwnSyntax)[] {
  const parts: (string | OwnSyntax)[] = [];
  const closings: Closings = { marks: new Map() };
  let plainFrom = 0;
  /** Where it was last tried to cut a long text. */
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
      if (!mayContainBlankLine.test(part)) {
        parts.push(part);
        plainFrom = at;
      }
      cutFrom = at;
    }
    const mayStartCustomBlock = !fenceMark && !isBlank && (!listIndent || first - at < listIndent);
    const customBlock =
      mayStartCustomBlock && ownMarks.has(mark) ? ownSyntaxAt({ text, at, isAfterBlank, closings }) : undefined;
    if (customBlock) {
      if (at > plainFrom) parts.push(text.slice(plainFrom, at));
      parts.push(customBlock);
      at = plainFrom = cutFrom = customBlock.end;
      listIndent = 0;
      isAfterBlank = true;
      continue;
    }
    if (fenceMark) fenceMark = closes(text.slice(at, lineEnd), fenceMark) ? '' : fenceMark;
    else if (mayStartCustomBlock && marks.has(mark)) {
      const line = text.slice(at, lineEnd);
      fenceMark = fence.exec(line)?.[1] ?? '';
      listIndent = fenceMark ? 0 : indentAfter(line, listIndent, isAfterBlank);
    } else if (mayStartCustomBlock && isAfterBlank) listIndent = 0;
    isAfterBlank = isBlank;
    at = lineEnd + 1;
  }
  if (plainFrom < text.length) parts.push(text.slice(plainFrom));
  return parts;
}

/** Where the first character of a line is that is not white; its end where there is none. */
function firstSaid(text: string, at: number, lineEnd: number): number {
  while (at < lineEnd && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  const isPlain = text.charCodeAt(at) > 32 && text.charCodeAt(at) < 128;
  return at >= lineEnd || isPlain ? at : lineEnd - text.slice(at, lineEnd).trimStart().length;
}

/** How far the content of the current list is indented after this line, which is not part of an item; 0 = no list. */
function indentAfter(line: string, listIndent: number, isAfterBlank: boolean): number {
  const item = ruler.test(line) ? null : bullet.exec(line);
  if (item) return (item[1] ?? '').length + (item[2] ?? '').length + Math.max((item[3] ?? '').length, 1);
  return isAfterBlank ? 0 : listIndent;
}

function closes(line: string, mark: string): boolean {
  const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return end !== undefined && end.startsWith(mark);
}
