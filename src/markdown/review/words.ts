import { createHash } from 'node:crypto';
import type { Token, Tokens } from 'marked';
import { decodeEntities, unescapeText } from '../plainText.ts';
import { attributeRecord, type HtmlToken, tokenizeHtml } from '../htmlTokens.ts';
import { type Definitions, inlineTokens } from '../inlines.ts';
import { isRenderedElement, OpenElements } from '../openElements.ts';
import type { Resumable } from '../resumable.ts';
import { resolveAttributes, type PageContext, withEmoji } from './context.ts';

/** An element around words: a link, an emphasis, a colour. Two consecutive links are two marks. */
export interface Mark {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The attributes with targets replaced by their meanings. */
  meaning: Readonly<Record<string, string>>;
  /** The visible formatting of the mark, without the target of a link. */
  appearance: string;
}

/** An inline object between words. */
export interface InlineObject {
  kind: 'image' | 'break' | 'rule' | 'math' | 'footnote' | 'icon';
  attributes: Readonly<Record<string, string>>;
  /** The attributes with targets replaced by their meanings. */
  meaning: Readonly<Record<string, string>>;
}

/** The smallest compared part of a text, with the marks around it. */
export interface Word {
  /** The text of the word; for a thing its formula or label. */
  text: string;
  /** True if white space precedes the word. */
  isAfterBlank: boolean;
  marks: readonly Mark[];
  inlineObject?: InlineObject;
  /** Equal for words that look equal. */
  appearance: string;
  /** True if the word is inside more marks than `maxDepth`; the innermost ones are omitted. */
  isFlat?: true;
}

/** Maximum depth of marks, because each mark is rendered again wherever a change begins or ends inside it. */
const maxDepth = 100;

/** The definitions of a page, and the resolver of its references. */
export interface WordContext extends Definitions {
  page?: PageContext | undefined;
}

/** Splits Markdown inside a block into words. */
export function* readWords(definitions: WordContext, markdown: string): Resumable<Word[]> {
  const reader = new Reader(definitions.page);
  for (const tokens of inlineTokens(definitions, markdown)) {
    yield;
    reader.take(tokens);
    reader.space();
  }
  reader.endTo();
  return reader.words;
}

/** Splits HTML that is a block by itself into words. */
export function* readHtml({ page }: WordContext, html: string): Resumable<Word[]> {
  const reader = new Reader(page);
  let count = 0;
  for (const token of tokenizeHtml(html)) {
    if (++count % tokensInStep === 0) yield;
    reader.htmlToken(token);
  }
  reader.endTo();
  return reader.words;
}

const tokensInStep = 200;

/** Splits a line of code at its marks: each text between two tags is one word, blanks included. */
export function readCodeLine(html: string): Word[] {
  const reader = new Reader(undefined, true);
  reader.html(html);
  return reader.words;
}

/** Returns the text of words. */
export function textOfWords(words: readonly Word[]): string {
  return words
    .map(({ text, isAfterBlank }) => (isAfterBlank ? ` ${text}` : text))
    .join('')
    .trim();
}

/** Splits text without Markdown into words. */
export function plainWords(text: string): Word[] {
  const reader = new Reader();
  reader.text(text);
  return reader.words;
}

/** Returns a word with a blank before it. */
export function afterBlank(word: Word): Word {
  return word.isAfterBlank
    ? word
    : { ...word, isAfterBlank: true, appearance: word.appearance.replace(/^false/, 'true') };
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** A letter or digit of a script that puts blanks between words. */
const letter = String.raw`[[\p{L}\p{N}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]`;
const letters = String.raw`${letter}(?:${letter}|\p{M})*`;
const word = String.raw`${letters}(?:['.’\u00ad\u200c\u200d]${letters})*`;
/** Words, white space, ASCII signs, and everything else, such as emoji and scripts without blanks. */
const segmentPattern = new RegExp(String.raw`${word}|[ \t\n\r]+|[\0-\x7f]|(?:(?!${letter})[^\0-\x7f])+`, 'gv');

/**
 * Splits text into words, white space and signs. The slow segmenter divides only what the pattern cannot, so that a
 * word is divided in the same way whatever characters other words of the text have.
 */
function segmentsOf(text: string): Iterable<string> {
  if (isAscii(text)) return text.match(/\w+(?:['.]\w+)*|[ \t\n\r]+|[^\w \t\n\r]/g) ?? [];
  return (text.match(segmentPattern) ?? []).flatMap(part =>
    isAscii(part) || startsWithLetter.test(part) ? part : Array.from(segmenter.segment(part), ({ segment }) => segment),
  );
}

const startsWithLetter = new RegExp(`^${letter}`, 'v');

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/**
 * Returns true for white space, except for invisible characters such as a byte order mark, which are shown by a sign.
 */
function isBlank(text: string): boolean {
  return !text.trim() && !/[\uFEFF\u2028\u2029\f\v]/.test(text);
}

const markNames: ReadonlyMap<string, string> = new Map(Object.entries({ strong: 'strong', em: 'em', del: 's' }));

/** The marks at a position, the outermost first. */
interface OpenMarks {
  all: readonly Mark[];
  /** Equal for marks that look equal; short, however many marks there are. */
  appearance: string;
  outer?: OpenMarks;
}

const unmarked: OpenMarks = { all: [], appearance: '' };

class Reader {
  readonly words: Word[] = [];
  readonly #page: PageContext | undefined;
  /** True if each text is one word, with its blanks. */
  readonly #isCode: boolean;
  #marks: OpenMarks = unmarked;
  /** The open HTML elements of the page. */
  #open = new OpenElements();
  #isApart = false;
  /** The names of open marks that are omitted because they are nested too deep. */
  #leftOut: string[] = [];
  /** The last expression that was opened, with the index of its first word. */
  #expression: { marks: OpenMarks; start: number } | undefined;

  constructor(page?: PageContext, isCode = false) {
    this.#page = page;
    this.#isCode = isCode;
  }

  take(tokens: readonly Token[]): void {
    let text = '';
    for (const token of tokens as readonly Tokens.Generic[]) {
      const plain = plainTextOf(token, this.#page);
      if (plain !== undefined) {
        text += plain;
        continue;
      }
      this.text(text);
      text = '';
      this.#take(token);
    }
    this.text(text);
  }

  space(): void {
    this.#isApart = this.words.length > 0;
  }

  text(text: string): void {
    if (this.#isCode) return this.#add({ text });
    for (const segment of segmentsOf(text)) {
      if (!isBlank(segment)) this.#add({ text: segment });
      else this.space();
    }
  }

  html(html: string): void {
    for (const token of tokenizeHtml(html)) this.htmlToken(token);
  }

  #take(token: Tokens.Generic): void {
    const name = markNames.get(token.type);
    if (name) return this.#inside({ name, attributes: {} }, token);
    switch (token.type) {
      case 'link':
        return this.#inside({ name: 'a', attributes: targetOf(token) }, token);
      case 'codespan':
        return this.#within({ name: 'code', attributes: {} }, () => this.text(token['text']));
      case 'image':
        return this.#thing('image', { src: token['href'], alt: unescapeText(token['text']), ...titleOf(token) });
      case 'br':
        return this.#thing('break', {});
      case 'inline-math':
        return this.#thing('math', {}, token['text']);
      case 'note':
        return this.#thing('footnote', {}, token['text']);
      case 'html':
        return this.html(token.raw);
      case 'checkbox':
        return;
      default:
        if (token.tokens) this.take(token.tokens);
        else this.text(decodeEntities(token['text'] ?? token.raw));
    }
  }

  #inside(mark: Omit<Mark, 'appearance' | 'meaning'>, { tokens = [] }: Tokens.Generic): void {
    this.#within(mark, () => this.take(tokens));
  }

  /** Reads words inside a mark. HTML elements opened by the words end with the mark. */
  #within(mark: Omit<Mark, 'appearance' | 'meaning'>, read: () => void): void {
    const [marks, open, leftOut] = [this.#marks, this.#open, this.#leftOut];
    const isTooDeep = marks.all.length >= maxDepth;
    for (const fitting of isTooDeep ? [] : this.#fitting(mark)) this.#push(fitting);
    this.#leftOut = isTooDeep ? [mark.name] : [];
    this.#open = new OpenElements();
    read();
    this.endTo(marks);
    [this.#marks, this.#open, this.#leftOut] = [marks, open, leftOut];
  }

  #push(mark: Mark): void {
    const outer = this.#marks;
    this.#marks = {
      all: [...outer.all, mark],
      appearance: shortAppearance(`${outer.appearance}\0${mark.appearance}`),
      outer,
    };
  }

  htmlToken(token: HtmlToken): void {
    if (token.kind === 'text' || !isRenderedElement(token.name)) return this.text(decodeEntities(token.source));
    if (token.kind === 'end') return this.#follow(this.#open.end(token.name), {});
    const attributes = attributeRecord(token.attributes);
    const thing = thingOf(token.name, attributes);
    if (thing) this.#thing(thing, attributes);
    else if (!besideWords.has(token.name)) this.#follow(this.#open.start(token.name, ''), attributes);
  }

  /** Opens and closes elements as a browser would. */
  #follow(tags: string, attributes: Record<string, string>): void {
    for (const tag of tokenizeHtml(tags)) {
      if (tag.kind === 'end') this.#end();
      if (tag.kind === 'start') this.#begin({ name: tag.name, attributes });
    }
  }

  #begin({ name, attributes }: Omit<Mark, 'appearance' | 'meaning'>): void {
    if (apart.has(name)) this.space();
    if (this.#marks.all.length >= maxDepth) {
      this.#leftOut.push(name);
      return;
    }
    const [mark = nothing] = this.#fitting({ name: ours.get(name) ?? name, attributes });
    this.#push(mark);
    const isExpression = name === 'code' && attributes['class'] === 'expression';
    if (isExpression) this.#expression = { marks: this.#marks, start: this.words.length };
  }

  #end(): void {
    const leftOut = this.#leftOut.pop();
    if (apart.has(leftOut ?? this.#marks.all.at(-1)?.name ?? '')) this.space();
    if (leftOut !== undefined) return;
    this.#ask();
    const expression = this.#expression?.marks === this.#marks ? this.#expression : undefined;
    this.#marks = this.#marks.outer ?? unmarked;
    if (expression) this.#evaluate(expression.start);
  }

  /** Closes the open marks inside of `outer`, or all marks. */
  endTo(outer = unmarked): void {
    for (; this.#marks !== outer && this.#marks.outer; this.#marks = this.#marks.outer) this.#ask();
  }

  /** Adds the question of the button that ends here to its words. */
  #ask(): void {
    const { name, attributes } = this.#marks.all.at(-1) ?? nothing;
    const question = name === 'button' ? attributes['data-query'] : undefined;
    if (!question) return;
    this.space();
    this.text(`“${question}”`);
  }

  /** Replaces the words of an expression by its value, if it is known. */
  #evaluate(start: number): void {
    const expression = textOfWords(this.words.slice(start));
    const value = this.#page?.evaluate?.(expression);
    if (value === undefined) return;
    const [first] = this.words.splice(start);
    const attributes = { class: 'expression', expression };
    const marks = this.#marks;
    this.#push({ name: 'span', attributes, meaning: attributes, appearance: 'span class=expression' });
    this.#isApart = first?.isAfterBlank ?? false;
    this.text(value);
    this.#marks = marks;
  }

  /** Returns the mark with its meaning, or nothing for a link inside a link. */
  #fitting(mark: Omit<Mark, 'appearance' | 'meaning'>): Mark[] {
    const isNested = mark.name === 'a' && this.#marks.all.some(({ name }) => name === 'a');
    return isNested
      ? []
      : [{ ...mark, meaning: resolveAttributes(mark.attributes, this.#page), appearance: appearanceOf(mark) }];
  }

  #thing(kind: InlineObject['kind'], attributes: Readonly<Record<string, string>>, text = ''): void {
    this.#add({ text, inlineObject: { kind, attributes, meaning: resolveAttributes(attributes, this.#page) } });
  }

  #add({ text, inlineObject }: Pick<Word, 'text' | 'inlineObject'>): void {
    const { all: marks, appearance } = this.#marks;
    const icon = inlineObject?.kind === 'icon' ? inlineObject.attributes['class'] : '';
    const shape = [this.#isApart, text, inlineObject?.kind, icon, appearance].join('\0');
    const isFlat = this.#leftOut.length > 0;
    this.words.push({
      ...{ text, isAfterBlank: this.#isApart, marks, appearance: shape },
      ...(inlineObject && { inlineObject }),
      ...(isFlat && { isFlat }),
    });
    this.#isApart = false;
  }
}

/** Returns the text of a token that is text only. Escapes are separate tokens, but do not split words. */
function plainTextOf({ type, tokens, text }: Tokens.Generic, page: PageContext | undefined): string | undefined {
  if (type === 'escape') return text;
  return type === 'text' && !tokens ? withEmoji(decodeEntities(text), page) : undefined;
}

/** Replaces `del` and `ins` of the page, which would look like changes of the change request. */
const ours: ReadonlyMap<string, string> = new Map([
  ['del', 's'],
  ['ins', 'u'],
]);

const nothing: Mark = { name: 'span', attributes: {}, meaning: {}, appearance: '' };

/** Elements that separate words, such as blocks and cells. */
const apart: ReadonlySet<string> = new Set(
  'p div li tr td th table ul ol dl dt dd h1 h2 h3 h4 h5 h6 blockquote pre figure figcaption summary details'.split(
    ' ',
  ),
);

/** Elements that have no visible content by themselves. */
const besideWords: ReadonlySet<string> = new Set(['source', 'col', 'colgroup', 'wbr', 'picture']);

function thingOf(name: string, attributes: Record<string, string>): InlineObject['kind'] | undefined {
  if (name === 'br') return 'break';
  if (name === 'hr') return 'rule';
  if (name === 'img') return 'image';
  return name === 'i' && /\bfa-/.test(attributes['class'] ?? '') ? 'icon' : undefined;
}

function targetOf(token: Tokens.Generic): Record<string, string> {
  return { href: token['href'], ...titleOf(token) };
}

function titleOf(token: Tokens.Generic): Record<string, string> {
  return token['title'] ? { title: token['title'] } : {};
}

/**
 * Returns the formatting of a mark, to be compared. Targets of links have notes, and the question of a button is text.
 */
function appearanceOf({ name, attributes }: Omit<Mark, 'appearance' | 'meaning'>): string {
  const compared = Object.entries(attributes).filter(
    ([key]) => (name !== 'a' || key === 'class') && (name !== 'button' || key !== 'data-query'),
  );
  return `${name} ${compared.map(([key, value]) => `${key}=${value}`).join(' ')}`;
}

/** Shortens the formatting of marks to a hash, because each word contains it. */
function shortAppearance(appearance: string): string {
  return appearance.length <= 64 ? appearance : createHash('sha256').update(appearance).digest('base64');
}
