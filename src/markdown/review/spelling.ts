import type { Token, Tokens } from 'marked';
import { anchorOf } from '../anchors.ts';
import type { Block } from '../block.ts';
import { type HtmlToken, tokenizeHtml } from '../htmlTokens.ts';
import { type Definitions, inlineTokens } from '../inlines.ts';
import { mapOtherBlanks } from '../invisibleCharacters.ts';
import { decodeEntities } from '../plainText.ts';
import { type Note, shortened } from './notes.ts';

/*
 * Tells what readers do not see, such as escapes and the spelling of marks, from what nobody has compared. Both sources
 * are known to have the same words, links and attributes as far as the parsers know them. In doubt it is no spelling.
 */

/** A text of a block or a cell, and what its page defines. */
interface WrittenText {
  source: string;
  block: Block;
  definitions: Definitions;
}

/** Whether two texts of a block or a cell differ by nothing that readers see. */
export function isSpelledOnly(before: WrittenText, after: WrittenText): boolean {
  const [was, is] = [before, after].map(({ source, block, definitions }) => {
    return [otherBlanksOf(source), ...detailsOf(tagsIn(source, block, definitions), block)].join('\n');
  });
  return was === is;
}

/** Whether the lines of two blocks, without those inside them, differ by nothing but the spelling of their marks. */
export function hasSameMarks(before: string, after: string): boolean {
  return withoutMarks(before) === withoutMarks(after);
}

/** Blanks that look like a space and are another character, in their order. */
function otherBlanksOf(source: string): string {
  const found: string[] = [];
  mapOtherBlanks(decodeEntities(source), name => (found.push(name), ''));
  return found.join(' ');
}

/** Names what is hidden in two texts whose words have changed: other blanks, comments, attributes of tags that stayed. */
export function hiddenNotes(before: WrittenText, after: WrittenText): Note[] {
  if (![before, after].some(({ source }) => /[<&\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/.test(source))) return [];
  const [blanks, newBlanks] = [otherBlanksOf(before.source), otherBlanksOf(after.source)];
  const [comments, newComments] = [commentsIn(before), commentsIn(after)];
  return [
    ...(blanks === newBlanks ? [] : [noteOf('Blanks that are no spaces', blanks, newBlanks)]),
    ...(comments === newComments ? [] : [noteOf('Comment in HTML', comments, newComments)]),
    ...attributeNotes(before, after),
  ];
}

function noteOf(what: string, was: string, is: string): Note {
  return { what, was: shortened(was, longest) || 'none', is: shortened(is, longest) || 'none' };
}

const longest = 200;

function commentsIn({ source, block, definitions }: WrittenText): string {
  return htmlIn(source, block, definitions)
    .flatMap(html => html.match(/<!--(?:(?!<!--)[\s\S])*?-->/g) ?? [])
    .join(' ');
}

/** Compares tags of one name where there are as many as before: what is new or gone is seen by its words. */
function attributeNotes(before: WrittenText, after: WrittenText): Note[] {
  const [were, are] = [startTagsIn(before), startTagsIn(after)];
  return [...were].flatMap(([name, olds]) => {
    const news = are.get(name) ?? [];
    // All attributes of images are compared with them.
    if (news.length !== olds.length || name === 'img') return [];
    return olds.flatMap((old, index): Note[] => {
      const tag = news[index] ?? old;
      const isSame = detailsOf([old], before.block).join() === detailsOf([tag], after.block).join();
      return isSame ? [] : [{ kind: 'source', ...noteOf('Written as', old.source, tag.source) }];
    });
  });
}

function startTagsIn({ source, block, definitions }: WrittenText): Map<string, HtmlToken[]> {
  const starts = tagsIn(source, block, definitions).flatMap(tag => (tag.kind === 'start' ? [tag] : []));
  return Map.groupBy(starts, ({ name }) => name);
}

function tagsIn(source: string, block: Block, definitions: Definitions): HtmlToken[] {
  return htmlIn(source, block, definitions).flatMap(tokenizeHtml);
}

/** The tags and comments of a text. */
function htmlIn(source: string, { type }: Block, definitions: Definitions): string[] {
  if (type === 'markup') return [source];
  const html: string[] = [];
  const collect = (tokens: readonly Token[]) => {
    for (const token of tokens as readonly Tokens.Generic[]) {
      if (token.type === 'html') html.push(token.raw);
      if (token.tokens) collect(token.tokens);
    }
  };
  for (const tokens of inlineTokens(definitions, source)) collect(tokens);
  return html;
}

/** What tags say about themselves and no comparison of words, links and images looks at. */
function detailsOf(tags: readonly HtmlToken[], { type, text }: Block): string[] {
  return tags.flatMap(tag => {
    if (tag.kind !== 'start') return [];
    const compared = comparedAttributes.get(tag.name);
    const own = type === 'heading' ? anchorOf(text) : undefined;
    const rest = tag.attributes.filter(({ name, value }) => {
      const isOwnAnchor = own !== undefined && tag.name === 'a' && name === 'id' && value === own;
      return !compared?.includes(name) && !isOwnAnchor;
    });
    return rest.length > 0 ? [JSON.stringify([tag.name, rest.map(({ name, value }) => [name, value]).sort()])] : [];
  });
}

const comparedAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href', 'title']],
  ['img', ['src', 'alt', 'title']],
]);

/** The marks at the beginning of a line: of quotes, lists and tasks. */
const markers = /^(?:(?:[*+-]|\d{1,9}[.)]|\[[ xX]\])(?=[ \t]|$)[ \t]*|>[ \t]*)+/;
/** A line that is nothing but marks: underlines of headings, dividers, fences, the line below the titles of a table. */
const marksAlone = /^(?:=+|(?:[-*_][ \t]*)+|`{3,}|~{3,}|\$\$|[|: \t-]+)$/;

/** A text without what at the beginning of its lines belongs to the quotes and items that it is in. */
export function withoutMarkers(text: string): string {
  return text.replace(/^.*/gm, line => withoutBlanks(line).replace(markers, ''));
}

function withoutMarks(text: string): string {
  const lines = text.split('\n').map(line => {
    const inside = withoutBlanks(withoutBlanks(line).replace(markers, ''));
    if (marksAlone.test(inside)) return '';
    const unfenced = inside.replace(/^(?:`{3,}|~{3,}|\$\$)|\$\$$/g, '').replace(/^#{1,6}(?=[ \t])|[ \t]#+$/g, '');
    const row = unfenced.replace(/^\||(?<!\\)\|$/g, '').replace(/[ \t]*(?<!\\)\|[ \t]*/g, '|');
    const image = row.replace(/!\[([^\][]*)\]\(([^()\s]*)\)/g, '<img src="$2" alt="$1">');
    return image.replace(/<\/?figure>|<figcaption><\/figcaption>/g, '').replace(/\{%[^%]*%\}|<[^<>]*>/g, withoutQuotes);
  });
  return withoutBlanks(lines.join(' ').replace(/[ \t]+/g, ' '));
}

/** Other blanks, such as U+00A0, stay. */
function withoutBlanks(text: string): string {
  return text.replace(/^[ \t\r]+|[ \t\r]+$/g, '');
}

/** Has the attributes of a tag written in one way. */
function withoutQuotes(tag: string): string {
  return tag
    .replace(/'([^'"]*)'/g, '"$1"')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?(%\}|\/?>)$/, '$1');
}
