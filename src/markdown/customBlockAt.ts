import type { BlockType } from './block.ts';
import {
  attributesOfTag,
  skipBlanks,
  customTagAt,
  fencePattern,
  findCustomTags,
  isFollowedByTags,
  type CustomTag,
  type CustomTags,
} from './customTags.ts';
import { isOnlyImages } from './html.ts';
import { attributesOf } from './htmlTokens.ts';
import { containerTags, voidTags } from './tags.ts';

/** A custom block of the service, with its end and its content. */
export interface CustomBlock {
  kind:
    | 'container'
    | 'void'
    | 'code'
    | 'expandable'
    | 'html-code'
    | 'html-table'
    | 'images'
    | 'math'
    | 'footnote'
    | 'stray';
  raw: string;
  /** The offset of the line after the block, in the whole text. */
  end: number;
  block: BlockType;
  name: string;
  attributes: Record<string, string>;
  body: string;
  /** The offset of the body in `raw`. */
  bodyOffset: number;
}

export interface ScanPosition {
  text: string;
  /** The offset of the start of a line. */
  at: number;
  /** True if the line before is blank or belongs to another block. */
  isAfterBlank: boolean;
  /** Shared by all positions in one text. */
  closings: ClosingMarks;
}

/** The closing marks and tags of a text. */
export interface ClosingMarks {
  tags?: CustomTags;
  tagsInCode?: CustomTags;
  /** For each HTML element, a function from the offset of an opening mark to its closing mark. */
  marks: Map<string, (opening: number) => Span | undefined>;
}

/** Returns the custom block that begins on this line, if any. */
export function customBlockAt(place: ScanPosition): CustomBlock | undefined {
  const { text, at } = place;
  const first = text.slice(at, at + 8).trimStart();
  if (first.startsWith('{%')) return tagAt(place);
  if (first.startsWith('<')) return htmlAt(place);
  if (first.startsWith('$$')) return place.isAfterBlank ? mathAt(place) : undefined;
  if (first.startsWith('[^')) return footnoteAt(place);
  return undefined;
}

function tagAt(place: ScanPosition): CustomBlock | undefined {
  const { text, at } = place;
  const tag = matchesAt(/ {0,3}\{%/y, text, at) ? customTagAt(text, text.indexOf('{', at)) : undefined;
  if (!tag) return undefined;
  const { name, isEnd } = tag;
  const close = isEnd ? undefined : endOf(place, tag.start);
  // Older editors described API operations by tags nested in a tag.
  const isDescribed = close && voidTags.get(name) === 'swagger' && text.slice(tag.end, close.start).includes('{%');
  const block = isDescribed ? undefined : (containerTags.get(name) ?? voidTags.get(name));
  const kind = name === 'code' ? 'code' : block && voidTags.has(name) ? 'void' : 'container';
  const described = {
    name: isEnd ? `end${name}` : name,
    block: block ?? (name === 'code' ? ('code' as const) : ('integration' as const)),
    attributes: attributesOfTag(tag),
  };
  if (close)
    return whole(place, { ...described, kind }, bodyStart(text, tag.end), { from: close.start, to: close.end });
  if (!isFollowedByTags(text, tag.end)) return undefined;
  return whole(place, { ...described, kind: isEnd ? 'stray' : 'void' }, tag.end, { from: tag.end, to: tag.end });
}

/** Returns the end tag of a tag. Tags within code count if an unclosed fence would hide the end tag otherwise. */
function endOf({ text, closings }: ScanPosition, opening: number): CustomTag | undefined {
  closings.tags ??= findCustomTags(text);
  const end = closings.tags.ends.get(opening);
  if (end) return end;
  closings.tagsInCode ??= findCustomTags(text, { ignoresFences: true });
  return closings.tagsInCode.ends.get(opening);
}

/** Returns the offset at which the body begins. Blanks after the tag on its line are no indentation. */
function bodyStart(text: string, from: number): number {
  const to = skipBlanks(text, from);
  return text[to] === '\n' ? from : to;
}

interface Span {
  from: number;
  to: number;
}

function whole(
  { text, at }: ScanPosition,
  described: Pick<CustomBlock, 'kind' | 'name' | 'block' | 'attributes'>,
  bodyFrom: number,
  close: Span,
): CustomBlock {
  // Other text on the line of an end tag is another block.
  const rest = described.kind === 'html-table' || described.kind === 'images' ? -1 : skipBlanks(text, close.to);
  const end = rest < 0 || rest === text.length || text[rest] === '\n' ? nextLine(text, close.to) : rest;
  return {
    ...described,
    raw: text.slice(at, end),
    end,
    body: text.slice(bodyFrom, close.from),
    bodyOffset: bodyFrom - at,
  };
}

interface Marks {
  /** Matches opening and closing marks; closing ones have the group `close`, and all have the group `name`. */
  mark: string;
  /** Returns true if marks of this name nest. Otherwise a second opening mark means that the first has no end. */
  nests: (name: string) => boolean;
  /** True if a closing mark in the middle of a line, or in code, counts too. */
  anywhere?: boolean;
}

/** Returns the closing mark of the mark at `opening`, skipping fenced code and nested marks of the same name. */
function closing({ text, closings }: ScanPosition, opening: number, marks: Marks): Span | undefined {
  const known = closings.marks.get(marks.mark) ?? closingsOf(text, marks);
  closings.marks.set(marks.mark, known);
  return known(opening);
}

function closingsOf(text: string, marks: Marks): (opening: number) => Span | undefined {
  const outside = pairsOf(text, marks, marks.anywhere ? '' : `${fencePattern}|`);
  // An unclosed fence would hide all text after it, so marks in fenced text count if no other mark matches.
  let all = marks.anywhere ? outside : undefined;
  return opening => outside.get(opening) ?? (all ??= pairsOf(text, marks)).get(opening);
}

function pairsOf(text: string, { mark, nests, anywhere }: Marks, fences = ''): Map<number, Span> {
  const pairs = new Map<number, Span>();
  const open = new Map<string, number[]>();
  let fenced = '';
  for (const match of text.matchAll(new RegExp(fences + mark, 'gim'))) {
    const { fence, info, close, name = '' } = match.groups ?? {};
    if (fence && !fenced) fenced = fence;
    else if (fence) fenced = fence.startsWith(fenced) && !info?.trim() ? '' : fenced;
    if (fence || fenced || !(anywhere || standsAtEdge(text, match))) continue;
    const same = open.get(name.toLowerCase()) ?? [];
    open.set(name.toLowerCase(), same);
    if (!close && !nests(name.toLowerCase())) same.length = 0;
    if (!close) same.push(match.index);
    const opening = close ? same.pop() : undefined;
    if (opening !== undefined) pairs.set(opening, { from: match.index, to: match.index + match[0].length });
  }
  return pairs;
}

/** Returns true for a tag at the start or end of a line; one within a sentence is only mentioned. */
function standsAtEdge(text: string, mark: RegExpExecArray): boolean {
  const isFirst = matchesAt(/(?<=^(?:[^\S\n]|>)*)/my, text, mark.index);
  return isFirst || matchesAt(/[^\S\n]*$/my, text, mark.index + mark[0].length);
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

const element = / {0,3}<(details|table|figure|div|pre)\b[^<>]*>/iy;

function htmlAt(place: ScanPosition): CustomBlock | undefined {
  const { text, at } = place;
  element.lastIndex = at;
  const opening = element.exec(text);
  if (!opening) return undefined;
  const name = (opening[1] ?? '').toLowerCase();
  const from = at + opening[0].length;
  const mark = `<(?<close>/)?(?<name>${name})\\b[^<>]*>`;
  // Only `details` contains Markdown, and so code that may mention the closing mark.
  const opensAt = at + opening[0].indexOf('<');
  const nests = () => name !== 'pre';
  const close = closing(place, opensAt, { mark, nests, anywhere: name !== 'details' });
  if (!close) return undefined;
  const attributes = attributesOf(opening[0]);
  if (name === 'details') {
    const summary = /^\s*<summary\b[^<>]*>[\s\S]*?<\/summary\s*>/i;
    const bodyFrom = from + (summary.exec(text.slice(from, close.from))?.[0].length ?? 0);
    return whole(place, { kind: 'expandable', name, block: 'expandable', attributes }, bodyFrom, close);
  }
  if (name === 'pre') {
    const isCode = /<code\b/i.test(text.slice(from, close.from));
    return isCode ? whole(place, { kind: 'html-code', name, block: 'code', attributes }, from, close) : undefined;
  }
  if (name === 'table') return whole(place, { kind: 'html-table', name, block: 'table', attributes }, from, close);
  if (!isOnlyImages(text.slice(at, nextLine(text, close.to)))) return undefined;
  return whole(place, { kind: 'images', name, block: 'images', attributes }, from, close);
}

/** Parses a formula between blank lines; a formula in a paragraph is inline. */
function mathAt(place: ScanPosition): CustomBlock | undefined {
  const { text, at } = place;
  const formula = /( {0,3}\$\$)((?:(?!\$\$|\n[ \t]*\n)[\s\S])+)\$\$[ \t]*(?:\n(?=[ \t]*(?:\n|$))|$)/y;
  formula.lastIndex = at;
  const match = formula.exec(text);
  const closed = match ?? fencedFormula(text, at);
  if (!closed) return undefined;
  const from = at + (closed[1] ?? '').length;
  const span = { from: from + (closed[2] ?? '').length, to: from + (closed[2] ?? '').length + 2 };
  return whole(place, { kind: 'math', name: 'math', block: 'math', attributes: {} }, from, span);
}

/** Parses a formula between lines of `$$`, which is a block whatever text follows. */
function fencedFormula(text: string, at: number): RegExpExecArray | null {
  const formula = /( {0,3}\$\$[ \t]*\n)((?:(?!\$\$)[^\n]*\n)*?[ \t]*)\$\$[ \t]*(?:\n|$)/y;
  formula.lastIndex = at;
  return formula.exec(text);
}

/** Parses `[^1]: text` and its continuation lines. */
function footnoteAt(place: ScanPosition): CustomBlock | undefined {
  const { text, at } = place;
  const note =
    / {0,3}\[\^([^\]\s]+)\]:[ \t]*([^\n]*(?:\n(?! {0,3}(?:\[\^|\{%|<details))[ \t]*[^\s][^\n]*)*(?:\n+ {4}[^\n]+)*)/y;
  note.lastIndex = at;
  const match = note.exec(text);
  if (!match) return undefined;
  const to = at + match[0].length;
  const from = to - (match[2] ?? '').length;
  const described = { kind: 'footnote', name: match[1] ?? '', block: 'footnote', attributes: {} } as const;
  return whole(place, described, from, { from: to, to });
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function nextLine(text: string, at: number): number {
  return Math.min(lineEnd(text, at) + 1, text.length);
}
