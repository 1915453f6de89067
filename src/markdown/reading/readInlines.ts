import { Lexer, type Token, type Tokens } from 'marked';
import type { DocumentMark, DocumentNode } from '../document.ts';
import { attributeRecord, tokenizeHtml } from '../htmlTokens.ts';
import { type Definitions, inlineTokens } from '../inlines.ts';
import { decodeEntities, plainText, unescapeText } from '../plainText.ts';
import { hashKey } from './blockKeys.ts';

/** Converts the Markdown inside a block to inline nodes: texts, links, images, emojis ... */
export function readInlines(definitions: Definitions, markdown: string): DocumentNode[] {
  const { notes } = definitions;
  return joined([...inlineTokens(definitions, markdown)].flatMap(tokens => convert({ notes }, tokens, [])));
}

export function textNode(text: string, marks: DocumentMark[] = []): DocumentNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks }] };
}

export function paragraphOf(key: string, nodes: DocumentNode[]): DocumentNode {
  return { object: 'block', type: 'paragraph', key, data: {}, nodes: nodes.length ? nodes : [textNode('')] };
}

/** Converts the target of a link to a reference: pages and files by ID, all others by address. */
export function refOf(target: string): Record<string, string> {
  const [, kind, id, anchor] = /^\/(pages|files)\/([^/?#]+)(?:#(.*))?$/.exec(target) ?? [];
  if (kind === 'files' && id) return { kind: 'file', file: id };
  if (id && anchor) return { kind: 'anchor', anchor, page: id };
  if (id) return { kind: 'page', page: id };
  return /^#./.test(target) ? { kind: 'anchor', anchor: target.slice(1) } : { kind: 'url', url: target };
}

type Context = Pick<Definitions, 'notes'>;

function convert(context: Context, tokens: readonly Token[], marks: DocumentMark[]): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Tokens.Generic;
    const comment = /^<!--([\s\S]*)-->$/.exec(token.raw)?.[1];
    if (token.type === 'html' && comment !== undefined) {
      nodes.push(inline('html-comment', { text: comment.replace(/(?<!\s)\s*\n\s*/g, ' ') }));
    } else if (token.type === 'html') {
      const element = elementAt(tokens, index);
      nodes.push(...htmlNodes(context, element, marks));
      index = element.last;
    } else if (token.type === 'note') {
      nodes.push(...annotated(context, nodes, token));
    } else {
      nodes.push(...nodesOf(context, token, marks));
    }
  }
  return nodes;
}

const markOf: ReadonlyMap<string, string> = new Map(
  Object.entries({ strong: 'bold', em: 'italic', del: 'strikethrough' }),
);

function nodesOf(context: Context, token: Tokens.Generic, marks: DocumentMark[]): DocumentNode[] {
  const type = markOf.get(token.type);
  if (type) return convert(context, token.tokens ?? [], marksWith(marks, [{ object: 'mark', type }]));
  switch (token.type) {
    case 'codespan':
      return [textNode(token['text'], [...marks, { object: 'mark', type: 'code' }])];
    case 'br':
      return [textNode('\n', marks)];
    case 'link':
      return [link(token['href'], convert(context, token.tokens ?? [], marks))];
    case 'image':
      return [inlineImage(token['href'], { caption: unescapeText(token['text']) })];
    case 'inline-math':
      return [inline('inline-math', { formula: token['text'] })];
    case 'escape':
      return [textNode(token['text'], marks)];
    case 'checkbox':
      return [];
    default:
      return textNodes(decodeEntities(token['text'] ?? token.raw), marks);
  }
}

function inline(type: string, data: Record<string, unknown>): DocumentNode {
  return { object: 'inline', type, data, isVoid: true };
}

function link(target: string, nodes: DocumentNode[]): DocumentNode {
  return { object: 'inline', type: 'link', data: { ref: refOf(target) }, isVoid: false, nodes: joined(nodes) };
}

function inlineImage(target: string, data: Record<string, string>): DocumentNode {
  const attributes = Object.entries(data).filter(([, value]) => value);
  return inline('inline-image', { ref: refOf(target), ...Object.fromEntries(attributes) });
}

const emoji = /\p{RGI_Emoji}/gv;

/** Converts text to nodes, with emojis as separate nodes and line ends as spaces. */
function textNodes(text: string, marks: DocumentMark[]): DocumentNode[] {
  const line = text.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' ');
  if (!/[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u.test(line))
    return line ? [textNode(line, marks)] : [];
  const nodes: DocumentNode[] = [];
  let from = 0;
  for (const match of line.matchAll(emoji)) {
    if (match.index > from) nodes.push(textNode(line.slice(from, match.index), marks));
    nodes.push(inline('emoji', { code: [...match[0]].map(char => char.codePointAt(0)?.toString(16)).join('-') }));
    from = match.index + match[0].length;
  }
  if (from < line.length) nodes.push(textNode(line.slice(from), marks));
  return nodes;
}

/** An HTML element among inline tokens: its opening tag, and the tokens before its closing tag. */
interface Element {
  name: string;
  attributes: Record<string, string>;
  inside: readonly Token[];
  last: number;
}

function elementAt(tokens: readonly Token[], index: number): Element {
  const [tag] = tokenizeHtml(tokens[index]?.raw.trim() ?? '');
  if (tag?.kind !== 'start') return { name: '', attributes: {}, inside: [], last: index };
  const { name } = tag;
  const attributes = attributeRecord(tag.attributes);
  const isClosing = (token: Token) => token.type === 'html' && token.raw.toLowerCase() === `</${name}>`;
  const close = tokens.findIndex((token, at) => at > index && isClosing(token));
  if (close < 0) return { name, attributes, inside: [], last: index };
  return { name, attributes, inside: tokens.slice(index + 1, close), last: close };
}

const htmlMarks: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: 'bold',
    strong: 'bold',
    i: 'italic',
    em: 'italic',
    code: 'code',
    kbd: 'keyboard',
    del: 'strikethrough',
    s: 'strikethrough',
    sup: 'superscript',
    sub: 'subscript',
  }),
);

function htmlNodes(context: Context, element: Element, marks: DocumentMark[]): DocumentNode[] {
  const { name, attributes, inside } = element;
  const className = attributes['class'] ?? '';
  const text = () => plainText(inside.map(token => token.raw).join(''));
  if (name === 'br') return [textNode('\n', marks)];
  if (name === 'img') return [inlineImage(attributes['src'] ?? '', imageData(attributes))];
  if (name === 'a' && className.includes('button')) {
    const kind = className.includes('secondary') ? 'secondary' : 'primary';
    return [inline('button', { label: text(), kind, ref: refOf(attributes['href'] ?? '') })];
  }
  if (name === 'a' && attributes['href']) return [link(attributes['href'], convert(context, inside, marks))];
  if (name === 'code' && className === 'expression') return [inline('expression', { expression: text() })];
  const icon = name === 'i' ? /^fa-([\w-]+)$/.exec(className)?.[1] : undefined;
  if (icon) return [inline('icon', { icon })];
  return convert(context, inside, marksWith(marks, marksOf(name, attributes)));
}

function imageData({ alt = '', 'data-size': size = '' }: Record<string, string>): Record<string, string> {
  return { caption: alt, size };
}

/** Adds marks; of two marks of one type, only the inner one is kept. */
function marksWith(marks: readonly DocumentMark[], inner: readonly DocumentMark[]): DocumentMark[] {
  const all = [...marks.filter(mark => !inner.some(({ type }) => type === mark.type)), ...inner];
  // In Markdown, code is inside all other marks.
  return [...all.filter(({ type }) => type !== 'code'), ...all.filter(({ type }) => type === 'code')];
}

function marksOf(name: string, attributes: Record<string, string>): DocumentMark[] {
  const type = htmlMarks.get(name);
  if (type) return [{ object: 'mark', type }];
  if (name !== 'mark') return [];
  const style = attributes['style'] ?? '';
  const text = /(?:^|;)\s*color:\s*([^;]+)/.exec(style)?.[1] ?? 'default';
  const background = /background-color:\s*([^;]+)/.exec(style)?.[1] ?? 'default';
  return [{ object: 'mark', type: 'color', data: { text: text.trim(), background: background.trim() } }];
}

/** Attaches a footnote to the word before it, because documents have annotations in place of footnotes. */
function annotated(context: Context, nodes: DocumentNode[], token: Tokens.Generic): DocumentNode[] {
  const note = context.notes.get(token['text']);
  const before = nodes.at(-1);
  const leaf = before?.object === 'text' ? before.leaves?.[0] : undefined;
  if (note === undefined) return [textNode(token.raw)];
  const word = /(?<!\S)\S*$/.exec(leaf?.text ?? '')?.[0] ?? '';
  if (leaf) leaf.text = leaf.text.slice(0, leaf.text.length - word.length);
  if (leaf && !leaf.text) nodes.pop();
  const key = hashKey('annotation', token['text'], note);
  const body = paragraphOf(hashKey(key, 'paragraph'), joined(convert({ notes: new Map() }, Lexer.lexInline(note), [])));
  return [
    {
      object: 'inline',
      type: 'annotation',
      isVoid: false,
      nodes: [textNode(word, leaf?.marks ?? [])],
      fragments: [{ object: 'fragment', key, fragment: 'annotation-body', type: 'annotation-body', nodes: [body] }],
    },
  ];
}

/** Joins neighbouring text nodes, and neighbouring leaves with equal marks. */
function joined(nodes: readonly DocumentNode[]): DocumentNode[] {
  const result: DocumentNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (node.object !== 'text' || last?.object !== 'text') {
      result.push(node);
      continue;
    }
    for (const leaf of node.leaves ?? []) {
      const end = last.leaves?.at(-1);
      if (end && JSON.stringify(end.marks) === JSON.stringify(leaf.marks)) end.text += leaf.text;
      else last.leaves?.push(leaf);
    }
  }
  return result.length ? result : [textNode('')];
}
