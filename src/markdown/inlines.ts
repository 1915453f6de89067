import { Lexer, Marked, Tokenizer, type Links, type Token } from 'marked';
import type { Block } from './block.ts';
import { endOfAddress } from './plainText.ts';

/** The link definitions and the footnotes of a page. */
export interface Definitions {
  links: Links;
  notes: ReadonlyMap<string, string>;
}

/** Tokenizes the Markdown inside a block lazily, in consecutive parts. */
export function* inlineTokens({ links }: Definitions, markdown: string): Iterable<Token[]> {
  for (const part of partsOf(markdown.trim())) {
    const lexer = new Lexer(syntax.defaults);
    lexer.tokens.links = links;
    yield lexer.inlineTokens(part, []);
  }
}

export function definitionsOf(blocks: readonly Block[]): Definitions {
  const definitions = blocks.filter(block => block.type === 'definition').map(block => block.source);
  const notes = new Map(blocks.filter(block => block.type === 'footnote').map(note => [note.tag ?? '', note.source]));
  const { links } = new Lexer(syntax.defaults).lex(definitions.join('\n'));
  return { links, notes };
}

/**
 * Splits a text into parts that marked can tokenize in time, because it looks ahead to the end from each mark. Parts
 * are longer than hand-written paragraphs, and end between words, outside of brackets if possible.
 */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let [count, depth, space, gap] = [0, 0, 0, 0];
  for (const { index, 0: token } of text.matchAll(/\s+|[[\]!<*_~`$\\&@:]/g)) {
    if (token === '[') depth++;
    if (token === ']') depth = Math.max(depth - 1, 0);
    if (token.trim()) count++;
    else space = index;
    if (depth === 0) gap = space;
    if (count * (index - from) < mostWork) continue;
    const isRecent = gap > (from + index) / 2;
    const to = isRecent ? gap : space > from ? space : index;
    parts.push(text.slice(from, to));
    [from, count, depth] = [to, 0, 0];
  }
  return [...parts, text.slice(from)];
}

/** The limit for the number of marks in a part times its length. */
const mostWork = 1_000_000;

const syntax = new Marked({ gfm: true }).use({
  tokenizer: {
    url(text) {
      const link = Tokenizer.prototype.url.call(this, text);
      // marked omits the semicolon at the end of an address.
      const end = link ? endOfAddress(text.slice(0, link.raw.length + 1)) : -1;
      return end < 0 ? link : Tokenizer.prototype.url.call(this, text.slice(0, end));
    },
  },
  extensions: [
    {
      name: 'inline-math',
      level: 'inline',
      start: text => text.indexOf('$$'),
      tokenizer(text) {
        const match = /^\$\$((?:(?!\$\$)[\s\S])+)\$\$/.exec(text);
        return match ? { type: 'inline-math', raw: match[0], text: match[1] ?? '' } : undefined;
      },
    },
    {
      name: 'note',
      level: 'inline',
      start: text => text.indexOf('[^'),
      tokenizer(text) {
        const match = /^\[\^([^\]\s]+)\]/.exec(text);
        return match ? { type: 'note', raw: match[0], text: match[1] ?? '' } : undefined;
      },
    },
  ],
});
