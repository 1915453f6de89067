import { Tokenizer, type Token } from 'parse5';

/**
 * An attribute of a tag, with its name in lower case. The value is decoded; it is undefined if the attribute has only a
 * name.
 */
export interface HtmlAttribute {
  name: string;
  value: string | undefined;
}

/** A tag, or the text between two tags. `source` is the HTML from the offset `start` to the offset `end`. */
export type HtmlToken = { source: string; start: number; end: number } & (
  | { kind: 'text' }
  | { kind: 'start'; name: string; attributes: readonly HtmlAttribute[] }
  | { kind: 'end'; name: string }
);

/**
 * Splits HTML into tags and the text between them, without comments. Unclosed tags and comments, and all declarations,
 * are text.
 */
export function tokenizeHtml(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let textStart = 0;
  let isUnclosedComment = false;
  const span = (start: number, end: number) => ({ source: html.slice(start, end), start, end });
  const endText = (start: number, end: number) => {
    if (start > textStart) tokens.push({ kind: 'text', ...span(textStart, start) });
    textStart = end;
  };
  const onTag = (kind: 'start' | 'end') => (tag: Token.TagToken) => {
    const { startOffset, endOffset, attrs = {} } = tag.location ?? nowhere;
    endText(startOffset, endOffset);
    const attributes = tag.attrs.map(({ name, value }) => {
      const location = attrs[name];
      const hasValue = value !== '' || (location && html.slice(location.startOffset, location.endOffset).includes('='));
      return { name, value: hasValue ? value : undefined };
    });
    tokens.push({
      kind,
      name: tag.tagName,
      attributes: attributes.filter(({ name }) => !strayMark.test(name)),
      ...span(startOffset, endOffset),
    });
  };
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: onTag('start'),
      onEndTag: onTag('end'),
      onComment({ location }) {
        const { startOffset, endOffset } = location ?? nowhere;
        if (html.startsWith('<!--', startOffset) && !isUnclosedComment) endText(startOffset, endOffset);
      },
      onParseError({ code }) {
        if (code === 'eof-in-comment') isUnclosedComment = true;
      },
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(html, true);
  endText(html.length, html.length);
  return tokens;
}

/** Returns the attributes of the first tag in an HTML text. An attribute without a value is `true`. */
export function attributesOf(html: string): Record<string, string> {
  const first = tokenizeHtml(html).find(({ kind }) => kind !== 'text');
  return first?.kind === 'start' ? attributeRecord(first.attributes) : {};
}

/** Returns attributes by name. An attribute without a value is `true`. */
export function attributeRecord(attributes: readonly HtmlAttribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ name, value = 'true' }) => [name, value]));
}

/**
 * HTML parsers turn a superfluous quote into an attribute, as in `<img src="a"" alt="b">`. Such attributes are ignored.
 */
const strayMark = /["'<]/;

/** Locations are switched on, so that every token has one. */
const nowhere: Token.LocationWithAttributes = {
  startLine: 0,
  startCol: 0,
  startOffset: 0,
  endLine: 0,
  endCol: 0,
  endOffset: 0,
};
