import type { Block } from './block.ts';
import { parseBlocks } from './blocks.ts';
import { customTagPattern } from './customTags.ts';
import { decodeEntities, endOfAddress } from './plainText.ts';
import { runSync, type Resumable } from './resumable.ts';

/** Returns whether a target is an absolute URL, such as `https://…` or `mailto:…`. */
export function isAddress(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

/** The position of a link target: from `start` to `end`, including angle brackets. */
export interface Destination {
  start: number;
  end: number;
  line: number;
  target: string;
  /** The target as it is written, without its anchor, but with the opening angle bracket. */
  form: string;
  anchor?: string;
  /** The anchor as it is written, with its `#`. */
  rawAnchor?: string;
}

/** Returns the targets of links, images and tags in a page, in order. Code contains none. */
export function destinationsOf(markdown: string, blocks = parseBlocks(markdown)): Destination[] {
  return runSync(findDestinations(markdown, blocks));
}

/** Finds the destinations of a page, with a step for each paragraph. */
export function* findDestinations(markdown: string, blocks: readonly Block[]): Resumable<Destination[]> {
  const starts = [0, ...[...markdown.matchAll(/\r\n?|\n/g)].map(end => end.index + end[0].length)];
  const destinations: Destination[] = [];
  for (const { start, end, isHtml } of withoutSharedLines(regionsOf(blocks))) {
    const offset = starts[start] ?? 0;
    const text = markdown.slice(offset, starts[end + 1] ?? markdown.length);
    let line = start;
    for (const destination of destinationsIn(text, isHtml)) {
      const at = offset + destination.start;
      while (line < end && (starts[line + 1] ?? Infinity) <= at) line++;
      destinations.push({ ...destination, start: at, end: offset + destination.end, line });
    }
    yield;
  }
  return destinations;
}

interface Lines {
  start: number;
  end: number;
  /** True if only HTML links are recognized. */
  isHtml?: boolean;
}

/** Returns the parts of a page with inline Markdown, which are parsed separately. Code is left out. */
function regionsOf(blocks: readonly Block[]): Lines[] {
  return blocks.flatMap(block => {
    if (block.type === 'code' && block.isHtml) return [{ start: block.start, end: block.end, isHtml: true }];
    if (block.type === 'code' || block.type === 'math') return [];
    const sharesLines = block.children.some((child, index) => child.start <= (block.children[index - 1]?.end ?? -1));
    if (!block.children.length || sharesLines || block.type === 'images') return [block];
    return [...ownLines(block), ...regionsOf(block.children)].sort((a, b) => a.start - b.start);
  });
}

/** Joins regions that share a line, such as blocks that are written next to each other. */
function withoutSharedLines(regions: readonly Lines[]): Lines[] {
  const joined: Lines[] = [];
  for (const { start, end, isHtml = false } of regions) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end, isHtml });
  }
  return joined;
}

/**
 * Returns the lines of a container that belong to none of its children: its opening and closing tags, the head of a
 * table.
 */
function ownLines({ start, end, children }: Block): Lines[] {
  const lines: Lines[] = [];
  let from = start;
  for (const child of [...children, { start: end + 1, end: end + 1 }]) {
    for (; from < child.start; from++) lines.push({ start: from, end: from });
    from = Math.max(from, child.end + 1);
  }
  return lines;
}

const destination = String.raw`<[^<>\n]*>|(?:\\.|[^()\s\\<]|\((?:\\.|[^()\s\\]|\((?:\\.|[^()\s\\])*\))*\))(?:\\.|[^()\s\\]|\((?:\\.|[^()\s\\]|\((?:\\.|[^()\s\\])*\))*\))*`;
const title = String.raw`(?:\s+(?:"[^"]*"|'[^']*'|\((?:\\.|[^()\\])*\)))?`;

const htmlTag = String.raw`<[a-z][\w-]*(?<html>(?:\s+[\w:@-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*/?>`;
const htmlTags = new RegExp(htmlTag, 'gid');

const syntax = new RegExp(
  [
    String.raw`(?<!\x60)(?<fence>\x60+)(?!\x60)[\s\S]*?[^\x60]\k<fence>(?!\x60)`,
    String.raw`^ {0,3}\[(?!\^)(?:\\.|[^\[\]\\])+\]:[ \t]*(?:\r?\n[ \t]*)?(?<definition>${destination})`,
    String.raw`\]\(\s*(?<link>${destination})${title}\s*\)`,
    customTagPattern,
    String.raw`<(?<autolink>https?:[^<>\s]*)>`,
    htmlTag,
    String.raw`(?<![\w/])(?<bare>https?:\/\/[^\s<>()\[\]"']*[\w/=#&])`,
    String.raw`\\[\s\S]`,
  ].join('|'),
  'gimd',
);

type Found = Omit<Destination, 'line'>;

function destinationsIn(text: string, isHtml = false): Found[] {
  if (!/[\](<]|\{%|https?:/.test(text)) return [];
  return [...text.matchAll(isHtml ? htmlTags : syntax)].flatMap(match => {
    const places = match.indices?.groups ?? {};
    const whole = ['definition', 'link', 'autolink', 'bare'].find(name => places[name]);
    const place = whole === undefined ? undefined : places[whole];
    if (place) return [destinationAt(text, whole === 'bare' ? addressIn(text, place) : place)];
    const attributes = places['attributes'] ?? places['html'];
    return attributes ? attributesIn(text, attributes) : [];
  });
}

/** Shortens a bare URL at the first encoded blank. */
function addressIn(text: string, [start, end]: [number, number]): [number, number] {
  // The pattern excludes a final semicolon.
  const length = endOfAddress(text.slice(start, end + 1));
  if (length < 0) return [start, end];
  return [start, start + text.slice(start, start + length).replace(/[^\w/=#&]+$/, '').length];
}

/**
 * Finds the targets in attributes: `href`, `src` ... of an element, `url`, `src`, `page` of a tag, `"path"` of an
 * include.
 */
function attributesIn(text: string, [from, to]: [number, number]): Found[] {
  const attributes = text.slice(from, to);
  const named =
    /(?<=\s)(?:(?:href|src|url|srcset|page)\s*=\s*|(?=["']))(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'>]+))/dgi;
  return [...attributes.matchAll(named)].flatMap(match => {
    const { double, single, bare } = match.indices?.groups ?? {};
    const place = double ?? single ?? bare;
    return place ? [destinationAt(text, [from + place[0], from + place[1]])] : [];
  });
}

function destinationAt(text: string, [start, end]: [number, number]): Found {
  const written = text.slice(start, end).replace(/^<([\s\S]*)>$/, '$1');
  // The `#` of a reference such as `&#39;` begins no anchor.
  const hash = written.search(/(?<!&)#/);
  const rawAnchor = hash < 0 ? undefined : written.slice(hash);
  const bare = hash < 0 ? written : written.slice(0, hash);
  const form = written === text.slice(start, end) ? bare : `<${bare}`;
  return {
    start,
    end,
    target: decodeTarget(bare),
    form,
    ...(rawAnchor && { rawAnchor, anchor: decodeTarget(rawAnchor.slice(1)) }),
  };
}

/** Returns a target with entities, escapes and percent signs decoded. */
export function decodeTarget(written: string): string {
  const text = withoutEscapes(written);
  if (isAddress(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // An invalid percent sign is part of the name.
    return text;
  }
}

/** Returns a target with entities and escapes decoded, but not its percent signs. */
export function withoutEscapes(written: string): string {
  return decodeEntities(written.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}
