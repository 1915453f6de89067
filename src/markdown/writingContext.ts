import { isInCode } from './completionTrigger.ts';
import { findCustomTags } from './customTags.ts';
import { bodyAfterFrontMatter } from './frontMatter.ts';

/** A range of the current line, by offsets, which a completion replaces. */
interface Span {
  start: number;
  end: number;
}

/** The syntax at the cursor of a page that can be completed. */
export type WritingContext = Span &
  (
    | { kind: 'target'; isImage: boolean }
    /** The anchor of a link. `page` is the target before the `#`. It is empty in a link to the page itself. */
    | { kind: 'anchor'; page: string }
    /** A link that has neither text nor target yet: `[[name`. */
    | { kind: 'link' }
    /** The name of a tag; `isWhole` is true if nothing but the name is written, so that the whole tag is inserted. */
    | { kind: 'tag'; isWhole: boolean; isFirst: boolean; openTags: readonly string[] }
    | { kind: 'attribute'; tag: string; used: readonly string[] }
    | { kind: 'value'; tag: string; attribute: string }
    /** An expression; `isWhole` is true if its element must be inserted too. */
    | { kind: 'expression'; isWhole: boolean }
  );

/** The position of the cursor: a zero-based line and an offset in a text whose lines end with LF. */
export interface TypedPlace {
  text: string;
  line: number;
  offset: number;
}

/** A line, and the text before it. */
interface LineAt {
  before: string;
  line: string;
  offset: number;
}

/** Returns the syntax being typed; undefined if it cannot be completed, as in code, front matter and plain text. */
export function writingContextAt({ text, line: number, offset }: TypedPlace): WritingContext | undefined {
  let start = 0;
  for (let count = 0; count < number; count++) start = text.indexOf('\n', start) + 1 || text.length;
  const before = text.slice(0, start);
  const [line = ''] = text.slice(start).split('\n', 1);
  const context = tagContext({ before, line, offset }) ?? linkContext(line, offset) ?? expressionContext(line, offset);
  if (!context || number < bodyAfterFrontMatter(text).line) return undefined;
  return isInCode(before + line.slice(0, context.start)) ? undefined : context;
}

const itemMarks = String.raw`^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*`;
const firstTagOnLine = new RegExp(String.raw`(?<first>${itemMarks}|%\}[ \t]*)\{(?:%-?[ \t]*(?<name>[\w-]*))?$`);
const laterTag = /\{%-?[ \t]*(?<name>[\w-]*)$/;
const wordAlone = new RegExp(String.raw`${itemMarks}(?<name>[a-z][a-z-]*)?$`, 'i');

function tagContext({ before, line, offset }: LineAt): WritingContext | undefined {
  const typed = line.slice(0, offset);
  const opening = typed.lastIndexOf('{%');
  const inside = opening >= 0 && !isClosed(typed.slice(opening)) ? insideTag(line, offset, opening) : undefined;
  if (inside) return inside;
  const first = firstTagOnLine.exec(typed);
  const tag = first ?? laterTag.exec(typed) ?? (typed === '' ? null : wordAlone.exec(typed));
  if (!tag) return undefined;
  const isTag = typed.slice(tag.index).includes('{');
  if (!isTag && tag.groups?.['name'] === undefined) return undefined;
  const start = isTag ? typed.lastIndexOf('{') : offset - (tag.groups?.['name']?.length ?? 0);
  const rest = line.slice(offset);
  // Brackets that VS Code closed automatically are after the cursor.
  const [closed] = /^[\w-]*[ \t]*(?:-?%?\}|$)/.exec(rest) ?? [];
  const [word = ''] = /^[\w-]*/.exec(rest) ?? [];
  const isWhole = isTag ? closed !== undefined : true;
  const end = offset + (isTag && closed !== undefined ? closed.length : word.length);
  const openTags = openTagsIn(before + line.slice(0, start));
  const isFirst = first !== null || !isTag;
  if (!isTag && rest.trim() !== '') return undefined;
  const nameStart = offset - (tag.groups?.['name'] ?? '').length;
  return { kind: 'tag', isWhole, isFirst, openTags, start: isWhole ? start : nameStart, end };
}

/** Returns the names of the tags that are open at the end of a text, the innermost first. */
function openTagsIn(text: string): string[] {
  if (!text.includes('{%')) return [];
  const { ends, blockTags } = findCustomTags(text);
  return blockTags.flatMap(({ name, isEnd, start }) => (isEnd || ends.has(start) ? [] : [name])).reverse();
}

function isClosed(tag: string): boolean {
  return tag.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '').includes('%}');
}

/** Returns the context after the name of a tag: an attribute, or the value of one. */
function insideTag(line: string, offset: number, opening: number): WritingContext | undefined {
  const { name, attributes } =
    /^\{%-?[ \t]*(?<name>[\w-]+)(?<attributes>[ \t][^]*)$/.exec(line.slice(opening, offset))?.groups ?? {};
  if (name === undefined || attributes === undefined) return undefined;
  const tag = name.toLowerCase();
  const outside = attributes.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, text => '_'.repeat(text.length));
  const quote = /["']/.exec(outside);
  if (quote) {
    const [, attribute = 'src'] = /(?:([\w:@-]+)=)?$/.exec(outside.slice(0, quote.index)) ?? [];
    const start = offset - (attributes.length - quote.index - 1);
    const [rest = ''] = new RegExp(`^[^${quote[0]}%}]*`).exec(line.slice(offset)) ?? [];
    return { kind: 'value', tag, attribute, start, end: offset + rest.length };
  }
  const [word] = /(?<=[ \t])[\w-]*$/.exec(outside) ?? [];
  if (word === undefined) return undefined;
  const used = Array.from(outside.matchAll(/([\w:@-]+)=/g), ([, attribute = '']) => attribute);
  const [rest = ''] = /^[\w-]*(?![\w=-])/.exec(line.slice(offset)) ?? [];
  return { kind: 'attribute', tag, used, start: offset - word.length, end: offset + rest.length };
}

const target =
  /(?:(?<image>!)?\[(?:\\.|[^\]\\])*\]\(|^ {0,3}\[[^\]^]+\]:[ \t]*|<(?<element>a|img|source)\b[^<>]*\s(?:href|src|srcset)=")(?<typed>[^()<>"]*)$/;

function linkContext(line: string, offset: number): WritingContext | undefined {
  const before = line.slice(0, offset);
  const { image, element, typed } = target.exec(before)?.groups ?? {};
  if (typed === undefined) {
    const [link] = /\[\[[^[\]]*$/.exec(before) ?? [];
    if (link === undefined) return undefined;
    const [rest = ''] = /^\]{0,2}/.exec(line.slice(offset)) ?? [];
    return { kind: 'link', start: offset - link.length, end: offset + rest.length };
  }
  const [rest = ''] = /^[^\s()<>"]*/.exec(line.slice(offset)) ?? [];
  const end = offset + rest.length;
  const hash = typed.indexOf('#');
  if (hash >= 0) return { kind: 'anchor', page: typed.slice(0, hash), start: offset - (typed.length - hash - 1), end };
  const isImage = image !== undefined || (element !== undefined && element !== 'a');
  return { kind: 'target', isImage, start: offset - typed.length, end };
}

function expressionContext(line: string, offset: number): WritingContext | undefined {
  const before = line.slice(0, offset);
  const [, typed] = /<code\s+class="expression">(?:[^<]*[\s+])?([\w.\\-]*)$/.exec(before) ?? [];
  if (typed !== undefined) return { kind: 'expression', isWhole: false, start: offset - typed.length, end: offset };
  const [braces] = /\{\{[\w .-]*$/.exec(before) ?? [];
  if (braces === undefined) return undefined;
  const [rest = ''] = /^\}{0,2}/.exec(line.slice(offset)) ?? [];
  return { kind: 'expression', isWhole: true, start: offset - braces.length, end: offset + rest.length };
}
