import { dataText, emojiOf, type DocumentMark, type DocumentNode } from '../document.ts';

/** The bodies of the annotations so far. They are written as footnotes, numbered in this order. */
export type Notes = DocumentNode[];

export interface InlineContext {
  notes: Notes;
  /** `line` allows one line only, as in a heading or a cell. */
  where: 'paragraph' | 'line';
}

/** Converts inline nodes (texts, links, images, emojis ...) to Markdown. */
export function writeInlines(nodes: readonly DocumentNode[], place: InlineContext): string {
  const pieces = nodes.flatMap(node => piecesOf(node, place));
  const [first, ...others] = nodes;
  // A single image in a paragraph would be parsed as an image block, so it is written with its inline size.
  const isImage = first?.type === 'inline-image' && !others.length;
  const text = isImage ? imageElement(first) : joined(pieces);
  const lines = withOuterSpaces(text).split('\n');
  return place.where === 'line'
    ? lines.join('<br>')
    : lines
        .map(line => escapeLineStart(line.replace(/^ +/, encoded)))
        .join('\\\n')
        // A comment at the beginning of a line would end the paragraph.
        .replace(/\\\n(?=<!--)/g, '<br>');
}

/** Writes paragraphs on one line. */
export function paragraphsMarkdown(nodes: readonly DocumentNode[], notes: Notes): string {
  return nodes.map(node => writeInlines(node.nodes ?? [], { notes, where: 'line' })).join('<br>');
}

/** Encodes spaces at both ends of a text, which would be lost. Git Sync also writes them as character references. */
function withOuterSpaces(text: string): string {
  const inside = text.trim();
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = inside === '' ? '' : text.slice(text.trimEnd().length);
  if (!inside) return before.includes('\n') ? '' : encoded(before);
  return before.replace(/[ \n]+/g, encoded) + inside + after.replace(/[ \n]+/g, encoded);
}

function encoded(spaces: string): string {
  return spaces.replaceAll('\n', '<br>').replaceAll(' ', '&#x20;');
}

/** Returns the target of a Markdown link for a reference. */
export function linkTargetOf(ref: unknown): string {
  const names: Record<string, unknown> = { ...(typeof ref === 'object' ? ref : {}) };
  const kind = String(names['kind'] ?? '');
  const name = (key: string) => String(names[key] ?? '');
  switch (kind) {
    case 'page':
      return `/pages/${name('page')}`;
    case 'file':
      return `/files/${name('file')}`;
    case 'anchor':
      return `${names['page'] ? `/pages/${name('page')}` : ''}#${name('anchor')}`;
    case 'url':
      return name('url');
    case 'reusable-content':
      return name('reusableContent');
    case 'openapi':
      return name('spec');
    default:
      return kind && names[kind] ? `/${kind}s/${name(kind)}` : '';
  }
}

export function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** A piece of Markdown and the marks to put around it, outermost first. */
interface Piece {
  text: string;
  marks: readonly DocumentMark[];
}

function piecesOf(node: DocumentNode, place: InlineContext): Piece[] {
  if (node.object === 'text') return (node.leaves ?? []).map(({ text, marks }) => leafPiece(text, marks));
  return [{ text: inlineOf(node, place), marks: [] }];
}

function leafPiece(text: string, marks: readonly DocumentMark[]): Piece {
  if (!marks.some(mark => mark.type === 'code')) return { text: escapeText(text), marks };
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(run => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  const code = text ? `${fence}${padding}${text}${padding}${fence}` : '';
  return { text: code, marks: marks.filter(mark => mark.type !== 'code') };
}

function inlineOf(node: DocumentNode, place: InlineContext): string {
  const inside = () => joined((node.nodes ?? []).flatMap(child => piecesOf(child, place)));
  const target = linkTargetOf(node.data?.['ref']);
  switch (node.type) {
    case 'link':
      return linkMarkdown(inside(), target);
    case 'emoji':
      return emojiOf(dataText(node, 'code'));
    case 'icon':
      return `<i class="fa-${dataText(node, 'icon')}">:${dataText(node, 'icon')}:</i>`;
    case 'inline-math':
      return `$$${dataText(node, 'formula')}$$`;
    case 'expression':
      return `<code class="expression">${dataText(node, 'expression')}</code>`;
    case 'button':
      return `<a href="${target}" class="button ${dataText(node, 'kind')}">${escapeText(dataText(node, 'label'))}</a>`;
    case 'html-comment':
      return commentMarkdown(dataText(node, 'text').replace(/(?<!\s)\s*\n\s*/g, ' '));
    case 'mention':
      return escapeText(`@${target.slice(target.lastIndexOf('/') + 1)}`);
    case 'inline-image':
      return dataText(node, 'size')
        ? imageElement(node)
        : `![${escapeText(dataText(node, 'caption'))}](${inLink(target)})`;
    case 'annotation':
      return `${inside()}[^${place.notes.push({ object: 'fragment', nodes: noteOf(node) })}]`;
    default:
      return inside();
  }
}

/** Writes an HTML comment. Its text cannot end the comment. */
export function commentMarkdown(text: string): string {
  return `<!--${text.replace(/--(?=!?>)|^(?=-?>)/g, '$& ')}-->`;
}

function noteOf({ fragments = [] }: DocumentNode): DocumentNode[] {
  return fragments.flatMap(fragment => fragment.nodes ?? []);
}

function linkMarkdown(text: string, target: string): string {
  return text === escapeText(target) && /^https?:\/\/[^\s<>]+$/.test(target)
    ? `<${target}>`
    : `[${text}](${inLink(target)})`;
}

function inLink(target: string): string {
  return /[\s()<>]/.test(target) ? `<${target.replace(/[<>]/g, encodeURIComponent)}>` : target;
}

function imageElement(node: DocumentNode): string {
  const alt = escapeAttribute(dataText(node, 'caption'));
  const size = dataText(node, 'size') || 'original';
  return `<img src="${linkTargetOf(node.data?.['ref'])}" alt="${alt}" data-size="${size}">`;
}

const wrappers: ReadonlyMap<string, { mark?: string; tag: string }> = new Map(
  Object.entries({
    bold: { mark: '**', tag: 'strong' },
    italic: { mark: '_', tag: 'em' },
    strikethrough: { mark: '~~', tag: 'del' },
    keyboard: { tag: 'kbd' },
    superscript: { tag: 'sup' },
    subscript: { tag: 'sub' },
  }),
);

/** Puts marks around consecutive pieces, so that a common mark is written once. */
function joined(pieces: readonly Piece[]): string {
  const texts: string[] = [];
  for (let index = 0; index < pieces.length;) {
    const [mark] = pieces[index]?.marks ?? [];
    if (!mark) {
      texts.push(pieces[index++]?.text ?? '');
      continue;
    }
    const name = JSON.stringify(mark);
    const run: Piece[] = [];
    for (; index < pieces.length && JSON.stringify(pieces[index]?.marks[0]) === name; index++) {
      const { text = '', marks = [] } = pieces[index] ?? {};
      run.push({ text, marks: marks.slice(1) });
    }
    const before = texts.findLast(text => text) ?? '';
    texts.push(marked(joined(run), mark, { before, after: pieces[index]?.text ?? '' }));
  }
  return texts.join('');
}

function marked(inside: string, mark: DocumentMark, context: { before: string; after: string }): string {
  if (!inside) return '';
  if (mark.type === 'color') return colored(inside, mark);
  const wrapper = wrappers.get(mark.type);
  if (!wrapper) return inside;
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inside) ?? [];
  const isMarkable = wrapper.mark && text && !before && !after && marksWork(text, context);
  return isMarkable ? `${wrapper.mark}${text}${wrapper.mark}` : `<${wrapper.tag}>${inside}</${wrapper.tag}>`;
}

/**
 * Returns whether Markdown marks are recognized here: not within a word, between punctuation and a word, or beside
 * other marks.
 */
function marksWork(text: string, { before, after }: { before: string; after: string }): boolean {
  const isFreeBefore = !before || /\s$/.test(before) || (/[("'\[]$/.test(before) && /^[\p{L}\p{N}]/u.test(text));
  const isFreeAfter = !after || /^\s/.test(after) || (/^[)"'\].,;:!?]/.test(after) && /[\p{L}\p{N}]$/u.test(text));
  return isFreeBefore && isFreeAfter && !/^[*_~]|[*_~\\]$/.test(text);
}

function colored(inside: string, mark: DocumentMark): string {
  const styles = [
    ['color', mark.data?.['text']],
    ['background-color', mark.data?.['background']],
  ].filter(([, value]) => value && value !== 'default');
  return `<mark style="${styles.map(([name, value]) => `${name}:${value};`).join('')}">${inside}</mark>`;
}

/** Escapes characters that would be parsed as Markdown. */
function escapeText(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~\n]|$)|[`*[\]<~]|\$(?=\$)|\{(?=%)|&(?=#?\w+;)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\b(https?|ftp):\/\//gi, '$1\\://')
    .replace(/\bwww\./gi, 'www\\.')
    .replace(/(?<=[\w.+-])@(?=[\w-]+\.)/g, '\\@');
}

/** Escapes a line start that would be parsed as another block than a paragraph. */
function escapeLineStart(line: string): string {
  return line
    .trimStart()
    .replace(/^(?=(?:#{1,6}|[-+])(?:\s|$)|>|=+\s*$|-{2,}\s*$|\|)/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
}
