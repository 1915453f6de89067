import { tagAttributes } from './tagAttributes.ts';
import { containerTags, wrapperTags } from './tags.ts';

/** A tag of the service's Markdown, such as `{% hint style="info" %}`, `{% endhint %}` or `{% @vendor/block %}`. */
export interface CustomTag {
  /** The name in lower case, without `end`. */
  name: string;
  isEnd: boolean;
  /** The source of the attributes. */
  attributes: string;
  /** The offsets of `{%` and after `%}`. */
  start: number;
  end: number;
}

// A quoted value may contain `%}` on one line, or span several lines without one. The two patterns never match the same
// text, and a quote within a word is an apostrophe, so the regular expression does not backtrack.
const quotedValues = [`"`, `'`].flatMap(quote => [
  String.raw`${quote}(?:\\.|[^${quote}\\\n])*${quote}`,
  String.raw`${quote}(?=[^${quote}\n]*\n)(?:\\[\s\S]|(?!%\}|\{%)[^${quote}\\])*${quote}`,
]);
const quoted = String.raw`(?<=[=\s])(?:${quotedValues.join('|')})`;
const unquoted = String.raw`(?!-?%\}|\{%)(?:[^"'\n]|(?<![=\s])["']|\n(?![^\S\n]*(?:\n|$)))`;

/** The pattern of a tag, with the groups `name` and `attributes`. Unmatched quotes are treated as other characters. */
export const customTagPattern = String.raw`\{%-?\s*(?<name>@?\w(?:[\w@/.:-]*\w)?)(?=\s|-?%\})(?<attributes>(?:${quoted}|${unquoted})*(?=-?%\})|(?:(?!-?%\}|\{%)[^\n])*)-?%\}`;

const tagAt = new RegExp(customTagPattern, 'y');

/** Parses the tag at an offset, if any. */
export function customTagAt(text: string, offset: number): CustomTag | undefined {
  tagAt.lastIndex = offset;
  const match = tagAt.exec(text);
  return match ? tagOf(match) : undefined;
}

function tagOf({ index, 0: source, groups = {} }: RegExpExecArray): CustomTag {
  const written = (groups['name'] ?? '').toLowerCase();
  const isEnd = /^end./.test(written);
  return {
    name: isEnd ? written.slice(3) : written,
    isEnd,
    attributes: groups['attributes'] ?? '',
    start: index,
    end: index + source.length,
  };
}

/** Returns the attributes of a tag. Attributes with an old name get the current name. */
export function attributesOfTag({ name, attributes: written }: CustomTag): Record<string, string> {
  // The attribute text is an expression, which must stay unchanged.
  if (name === 'if') return { condition: written.trim() };
  const attributes = tagAttributes(written);
  const { page, ...others } = attributes;
  return name === 'page-ref' && page !== undefined ? { url: page, ...others } : attributes;
}

export interface CustomTags {
  /** End tags by the offset of their start tag. */
  ends: ReadonlyMap<number, CustomTag>;
  /** The tags that form blocks, in order. Other tags are part of a sentence. */
  blockTags: readonly CustomTag[];
}

const itemMarks = String.raw`(?:[ \t>]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t>]*`;

/**
 * The pattern of a line that begins or ends fenced code, even in lists and quotes, with the groups `fence` and `info`.
 */
export const fencePattern = String.raw`^${itemMarks}(?<fence>\x60{3,}(?=[^\x60\n]*$)|~{3,})(?<info>.*)$`;

const codeSpan = String.raw`(?<![\x60\\])(?<ticks>\x60+)(?!\x60)[^\n]*?[^\x60\n]\k<ticks>(?!\x60)`;
const preformatted = '^[ \\t]{0,3}(?<pre><pre)\\b';
const outsideCode = new RegExp(`${fencePattern}|${preformatted}|${codeSpan}|(?<!\\\\)${customTagPattern}`, 'gm');
const everywhere = new RegExp(`${codeSpan}|(?<!\\\\)${customTagPattern}`, 'gm');

const linePrefix = new RegExp(`^${itemMarks}$`);

/**
 * Returns whether tags of this name can be nested. If not, a second start tag shows that the first one has no end tag.
 */
function nests(name: string): boolean {
  return containerTags.has(name) || wrapperTags.has(name);
}

/**
 * Finds the tags of a text outside code, and their end tags. A tag forms a block if it begins its line or follows
 * another such tag. An end tag also forms one if it ends its line, or ends a block that begins on the same line.
 */
export function findCustomTags(text: string, { ignoresFences = false } = {}): CustomTags {
  const tags = tagsOnLines(text, ignoresFences ? everywhere : outsideCode);
  const ends = new Map<number, CustomTag>();
  const blockTags: CustomTag[] = [];
  const open = new Map<string, LineTag[]>();
  /** The offset at which a tag would follow the last one that forms a block. */
  let next = -1;
  for (const tag of tags) {
    const { name, isEnd } = tag;
    const isFirst = tag.isFirst || tag.start === next;
    const same = open.get(name) ?? [];
    open.set(name, same);
    if (!isEnd) {
      if (!isFirst && !tag.isLast) continue;
      if (!nests(name)) same.length = 0;
      same.push({ ...tag, isFirst });
    } else {
      const opening = same.at(-1);
      const endsItsLine = opening?.isFirst === true && opening.line === tag.line;
      if (!isFirst && !(opening && (tag.isLast || endsItsLine))) continue;
      same.pop();
      if (opening) ends.set(opening.start, tag);
    }
    if (!isFirst && !isEnd) continue;
    blockTags.push(tag);
    next = skipBlanks(text, tag.end);
  }
  const paired = new Set([...ends.keys(), ...Array.from(ends.values(), ({ start }) => start)]);
  return { ends, blockTags: blockTags.filter(({ start, end }) => paired.has(start) || isFollowedByTags(text, end)) };
}

/** Returns whether nothing but tags follows on the line after an offset. */
export function isFollowedByTags(text: string, offset: number): boolean {
  const to = skipBlanks(text, offset);
  return to === text.length || text[to] === '\n' || text.startsWith('{%', to);
}

interface LineTag extends CustomTag {
  /** The offset at which the line of the tag begins. */
  line: number;
  /** True if only list and quote markers precede the tag on its line. */
  isFirst: boolean;
  /** True if nothing but tags follows on the line of the tag. */
  isLast: boolean;
}

function tagsOnLines(text: string, pattern: RegExp): LineTag[] {
  const tags: LineTag[] = [];
  let fenced = '';
  let preEnd = 0;
  let line = 0;
  let nextLine = text.indexOf('\n') + 1;
  for (const match of text.matchAll(pattern)) {
    const { fence, info, ticks, pre } = match.groups ?? {};
    if (match.index < preEnd) continue;
    // If one element has no end, none of the following ones has.
    if (pre && !fenced && preEnd >= 0) preEnd = text.indexOf('</pre', match.index);
    if (fence && !fenced) fenced = fence;
    else if (fence) fenced = fence.startsWith(fenced) && !info?.trim() ? '' : fenced;
    if (fence || ticks || pre || fenced) continue;
    while (nextLine > 0 && nextLine <= match.index) {
      line = nextLine;
      nextLine = text.indexOf('\n', line) + 1;
    }
    const isAlone = tags.at(-1)?.line !== line;
    const isFirst = isAlone && linePrefix.test(text.slice(line, match.index));
    tags.push({ ...tagOf(match), line, isFirst, isLast: false });
  }
  for (let index = tags.length - 1; index >= 0; index--) {
    const [tag, next] = [tags[index], tags[index + 1]];
    if (!tag) continue;
    const to = skipBlanks(text, tag.end);
    tag.isLast = to === text.length || text[to] === '\n' || (next?.isLast === true && next.start === to);
  }
  return tags;
}

/** Returns the offset of the first non-blank character at or after an offset. */
export function skipBlanks(text: string, offset: number): number {
  blanks.lastIndex = offset;
  return offset + (blanks.exec(text)?.[0].length ?? 0);
}

const blanks = /[^\S\n]*/y;

/** A text in which each block tag has a line of its own. */
export interface SeparatedTags {
  text: string;
  /** For each line of the text, and for its end, the original line. */
  lineNumbers: readonly number[];
}

/** Moves block tags to lines of their own, for parsers that work line by line. Undefined if that is already so. */
export function blocksOnOwnLines(text: string): SeparatedTags | undefined {
  if (!text.includes('{%')) return undefined;
  const lines: string[] = [];
  const lineNumbers: number[] = [];
  let isChanged = false;
  const tags = findCustomTags(text).blockTags;
  let next = 0;
  let number = 0;
  for (let start = 0; start <= text.length;) {
    const pieces: string[] = [];
    const firstNumber = number;
    let from = start;
    let lineEnd = endOfLine(text, start);
    for (let tag = tags[next]; tag && tag.start <= lineEnd; tag = tags[++next]) {
      pieces.push(text.slice(from, tag.start), text.slice(tag.start, tag.end));
      from = tag.end;
      for (; lineEnd < tag.end; lineEnd = endOfLine(text, lineEnd + 1)) number++;
    }
    const rest = text.slice(from, lineEnd);
    const written = pieces.length ? onOwnLines(pieces, rest) : [rest];
    isChanged ||= written.length > 1 || number > firstNumber;
    for (const line of written) {
      lines.push(line);
      lineNumbers.push(firstNumber);
    }
    number++;
    start = lineEnd + 1;
  }
  lineNumbers.push(number);
  return isChanged ? { text: lines.join('\n'), lineNumbers } : undefined;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** Writes alternating texts and tags on lines with the indentation of the first one. */
function onOwnLines(pieces: readonly string[], rest: string): string[] {
  const [first = '', ...others] = pieces;
  const prefix = itemPrefix.exec(first)?.[0] ?? '';
  const indent = prefix.replace(/[^\s>]/g, ' ');
  const texts = [first.slice(prefix.length), ...others, rest].map(piece => piece.trim().replace(/\n[\s>]*/g, ' '));
  return texts.filter(piece => piece).map((piece, index) => (index === 0 ? prefix : indent) + piece);
}

const itemPrefix = new RegExp(`^${itemMarks}`);
