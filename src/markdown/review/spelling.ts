import { t } from '@vscode/l10n';
import type { Token, Tokens } from 'marked';
import { anchorOf } from '../anchors.ts';
import type { Block } from '../block.ts';
import { attributeRecord, type HtmlToken, tokenizeHtml } from '../htmlTokens.ts';
import { type Definitions, inlineTokens } from '../inlines.ts';
import { mapOtherBlanks } from '../invisibleCharacters.ts';
import { decodeEntities } from '../plainText.ts';
import { runSync, type Resumable } from '../resumable.ts';
import { missingValue, type Note, truncate } from './notes.ts';

/*
 * Separates changes that readers do not see, such as escapes and the spelling of marks, from changes that no other
 * comparison covers. Both sources have equal words, links and attributes as far as the parsers know them; in doubt, a
 * change does not count as spelling.
 */

/** The text of a block or a cell, and the definitions of its page. */
interface WrittenText {
  source: string;
  block: Block;
  definitions: Definitions;
}

/** Returns true if two texts of a block or a cell look equal to readers. */
export function hasOnlySpellingChanges(before: WrittenText, after: WrittenText): boolean {
  const [was, is] = [before, after].map(text => {
    const tags = runSync(htmlIn(text)).flatMap(tokenizeHtml);
    return [otherBlanksOf(text.source), ...detailsOf(tags, text.block)].join('\n');
  });
  return was === is;
}

/** Returns true if the own lines of two blocks differ only in the spelling of their marks. */
export function hasSameMarks(before: string, after: string): boolean {
  return withoutMarks(before) === withoutMarks(after);
}

/** Returns the names of blanks that look like a space but are other characters, in order. */
function otherBlanksOf(source: string): string {
  const names: string[] = [];
  mapOtherBlanks(decodeEntities(source), name => (names.push(name), ''));
  return names.join(' ');
}

/**
 * Returns notes on hidden differences in two texts with changed words: blanks, comments, attributes of unchanged tags.
 * Attributes that `knownNotes` names are not noted again.
 */
export function* hiddenNotes(before: WrittenText, after: WrittenText, knownNotes: readonly Note[]): Resumable<Note[]> {
  if (![before, after].some(({ source }) => hiddenTextPattern.test(source))) return [];
  const [html, newHtml] = [yield* htmlIn(before), yield* htmlIn(after)];
  return [
    ...noteOf(t('Blanks that are no spaces'), otherBlanksOf(before.source), otherBlanksOf(after.source)),
    ...noteOf(t('Comment in HTML'), commentsIn(html), commentsIn(newHtml)),
    ...attributeNotes([html, before.block], [newHtml, after.block], knownNotes),
  ];
}

const hiddenTextPattern = /[<&\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/;

function noteOf(what: string, was: string, is: string): Note[] {
  if (was === is) return [];
  return [{ what, was: truncate(was, longest) || missingValue(), is: truncate(is, longest) || missingValue() }];
}

const longest = 200;

function commentsIn(html: readonly string[]): string {
  return html.flatMap(part => part.match(/<!--(?:(?!<!--)[\s\S])*?-->/g) ?? []).join(' ');
}

/** Compares tags if their number is unchanged; otherwise the text of the new or removed tags shows the change. */
function attributeNotes(
  [before, oldBlock]: readonly [html: readonly string[], block: Block],
  [after, newBlock]: readonly [html: readonly string[], block: Block],
  knownNotes: readonly Note[],
): Note[] {
  const [were, are] = [startTagsIn(before), startTagsIn(after)];
  return [...were].flatMap(([name, olds]) => {
    const news = are.get(name) ?? [];
    // Images are compared with all their attributes elsewhere.
    if (news.length !== olds.length || name === 'img') return [];
    return olds.flatMap((old, index): Note[] => {
      const tag = news[index] ?? old;
      const isSame = detailsOf([old], oldBlock).join() === detailsOf([tag], newBlock).join();
      return isSame || areNoted(old, tag, knownNotes)
        ? []
        : noteOf(t('Written as'), old.source, tag.source).map(note => ({ ...note, kind: 'source' }));
    });
  });
}

/** Returns true if notes name the values of all attributes in which two links or icons differ. */
function areNoted(old: StartTag, tag: StartTag, notes: readonly Note[]): boolean {
  if (tag.name !== 'a' && tag.name !== 'i') return false;
  const [was, is] = [attributeRecord(old.attributes), attributeRecord(tag.attributes)];
  const compared = comparedAttributes.get(tag.name) ?? [];
  const names = Object.keys({ ...was, ...is }).filter(name => was[name] !== is[name] && !compared.includes(name));
  const none = missingValue();
  return names.every(name => notes.some(note => note.was === (was[name] ?? none) && note.is === (is[name] ?? none)));
}

type StartTag = Extract<HtmlToken, { kind: 'start' }>;

function startTagsIn(html: readonly string[]): Map<string, StartTag[]> {
  const starts = html.flatMap(tokenizeHtml).flatMap(tag => (tag.kind === 'start' ? [tag] : []));
  return Map.groupBy(starts, ({ name }) => name);
}

/** Returns the tags and comments of a text. */
function* htmlIn({ source, block, definitions }: WrittenText): Resumable<string[]> {
  if (block.type === 'markup') return [source];
  const html: string[] = [];
  const collect = (tokens: readonly Token[]) => {
    for (const token of tokens as readonly Tokens.Generic[]) {
      if (token.type === 'html') html.push(token.raw);
      if (token.tokens) collect(token.tokens);
    }
  };
  for (const tokens of inlineTokens(definitions, source)) {
    yield;
    collect(tokens);
  }
  return html;
}

/** Returns the attributes of tags that the comparison of words, links and images ignores. */
function detailsOf(tags: readonly HtmlToken[], { type, text }: Block): string[] {
  return tags.flatMap(tag => {
    if (tag.kind !== 'start') return [];
    const compared = comparedAttributes.get(tag.name);
    const anchor = type === 'heading' ? anchorOf(text) : undefined;
    const rest = tag.attributes.filter(({ name, value }) => {
      const isOwnAnchor = anchor !== undefined && tag.name === 'a' && name === 'id' && value === anchor;
      return !compared?.includes(name) && !isOwnAnchor;
    });
    return rest.length > 0 ? [JSON.stringify([tag.name, rest.map(({ name, value }) => [name, value]).sort()])] : [];
  });
}

const comparedAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href', 'title']],
  ['img', ['src', 'alt', 'title']],
  ['button', ['data-query']],
]);

/** The marks at the start of a line: of quotes, lists and tasks. */
const markers = /^(?:(?:[*+-]|\d{1,9}[.)]|\[[ xX]\])(?=[ \t]|$)[ \t]*|>[ \t]*)+/;
/** Lines of marks only: underlines of headings, dividers, fences, the line below column titles. */
const marksAlone = /^(?:=+|(?:[-*_][ \t]*)+|`{3,}|~{3,}|\$\$|[|: \t-]+)$/;

/** Removes the marks of surrounding quotes and list items from the start of lines. */
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

/** Removes spaces, tabs and carriage returns at both ends. Other blanks, such as U+00A0, stay. */
function withoutBlanks(text: string): string {
  return text.replace(/^[ \t\r]+|[ \t\r]+$/g, '');
}

/** Normalizes the quotes and blanks in a tag. */
function withoutQuotes(tag: string): string {
  return tag
    .replace(/'([^'"]*)'/g, '"$1"')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?(%\}|\/?>)$/, '$1');
}
