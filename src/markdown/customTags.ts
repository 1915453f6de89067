import { containers, wrappers } from './tags.ts';

/** A tag of the service's Markdown, such as `{% hint style="info" %}`, `{% endhint %}` or `{% @vendor/block %}`. */
export interface CustomTag {
  /** The name in lower case, of an end tag without `end`. */
  name: string;
  isEnd: boolean;
  /** The attributes as they are written. */
  attributes: string;
  /** The offsets of `{%` and behind `%}`. */
  start: number;
  end: number;
}

// A quoted value may hold `%}` on one line, or go on over several lines without one. The two do not match the same text,
// and a quote within a word is an apostrophe: so no text is tried in more than one way.
const quotedValues = [`"`, `'`].flatMap(quote => [
  String.raw`${quote}(?:\\.|[^${quote}\\\n])*${quote}`,
  String.raw`${quote}(?=[^${quote}\n]*\n)(?:\\[\s\S]|(?!%\}|\{%)[^${quote}\\])*${quote}`,
]);
const quoted = String.raw`(?<=[=\s])(?:${quotedValues.join('|')})`;
const unquoted = String.raw`(?!-?%\}|\{%)(?:[^"'\n]|(?<![=\s])["']|\n(?![^\S\n]*(?:\n|$)))`;

/**
 * The pattern of a tag, with the groups `name` and `attributes`. Quotes that do not match each other count as other
 * characters.
 */
export const customTagPattern = String.raw`\{%-?\s*(?<name>@?\w(?:[\w@/.:-]*\w)?)(?=\s|-?%\})(?<attributes>(?:${quoted}|${unquoted})*(?=-?%\})|(?:(?!-?%\}|\{%)[^\n])*)-?%\}`;

const tagAt = new RegExp(customTagPattern, 'y');

/** Parses the tag that begins at an offset, if one does. */
export function customTagAt(text: string, offset: number): CustomTag | undefined {
  tagAt.lastIndex = offset;
  const found = tagAt.exec(text);
  return found ? tagOf(found) : undefined;
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

export interface CustomTags {
  /** The end tag of each tag that has one, by the offset of the tag that it ends. */
  ends: ReadonlyMap<number, CustomTag>;
  /** The tags that make blocks, in order. Others are mentioned in a sentence. */
  blockTags: readonly CustomTag[];
}

const itemMarks = String.raw`(?:[ \t>]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t>]*`;

/** The pattern of a line that begins or ends fenced code, in lists and quotes too, with the groups `fence` and `info`. */
export const fencePattern = String.raw`^${itemMarks}(?<fence>\x60{3,}(?=[^\x60\n]*$)|~{3,})(?<info>.*)$`;

const codeSpan = String.raw`(?<![\x60\\])(?<ticks>\x60+)(?!\x60)[^\n]*?[^\x60\n]\k<ticks>(?!\x60)`;
const outsideCode = new RegExp(`${fencePattern}|${codeSpan}|(?<!\\\\)${customTagPattern}`, 'gm');
const everywhere = new RegExp(`${codeSpan}|(?<!\\\\)${customTagPattern}`, 'gm');

const linePrefix = new RegExp(`^${itemMarks}$`);

/** Whether a tag within one of the same name is another level. If not, it shows that the first one has no end. */
function nests(name: string): boolean {
  return containers.has(name) || wrappers.has(name);
}

/**
 * Finds the tags of a text outside of code, and which of them end which. A tag makes a block where it begins its line or
 * follows another such tag, and an end tag also where it ends its line or what begins on the same line.
 */
export function findCustomTags(text: string, { ignoresFences = false } = {}): CustomTags {
  const found = tagsOnLines(text, ignoresFences ? everywhere : outsideCode);
  const ends = new Map<number, CustomTag>();
  const blockTags: CustomTag[] = [];
  const open = new Map<string, LineTag[]>();
  /** Where the next tag follows the last one that makes a block. */
  let next = -1;
  for (const tag of found) {
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
    next = blanksEnd(text, tag.end);
  }
  const paired = new Set([...ends.keys(), ...Array.from(ends.values(), ({ start }) => start)]);
  return { ends, blockTags: blockTags.filter(({ start, end }) => paired.has(start) || isFollowedByTags(text, end)) };
}

/** Whether nothing but tags is behind an offset on its line. */
export function isFollowedByTags(text: string, offset: number): boolean {
  const to = blanksEnd(text, offset);
  return to === text.length || text[to] === '\n' || text.startsWith('{%', to);
}

interface LineTag extends CustomTag {
  /** The offset at which its line begins. */
  line: number;
  /** Whether nothing but marks of lists and quotes is before it on its line. */
  isFirst: boolean;
  /** Whether nothing but tags is behind it on its line. */
  isLast: boolean;
}

function tagsOnLines(text: string, pattern: RegExp): LineTag[] {
  const tags: LineTag[] = [];
  let fenced = '';
  let line = 0;
  let nextLine = text.indexOf('\n') + 1;
  for (const match of text.matchAll(pattern)) {
    const { fence, info, ticks } = match.groups ?? {};
    if (fence && !fenced) fenced = fence;
    else if (fence) fenced = fence.startsWith(fenced) && !info?.trim() ? '' : fenced;
    if (fence || ticks || fenced) continue;
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
    const to = blanksEnd(text, tag.end);
    tag.isLast = to === text.length || text[to] === '\n' || (next?.isLast === true && next.start === to);
  }
  return tags;
}

/** Returns the offset of the first character from an offset on that is no blank. */
export function blanksEnd(text: string, offset: number): number {
  blanks.lastIndex = offset;
  return offset + (blanks.exec(text)?.[0].length ?? 0);
}

const blanks = /[^\S\n]*/y;
