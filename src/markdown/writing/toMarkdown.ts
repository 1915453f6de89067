import { dataText, type Document, type DocumentNode } from '../document.ts';
import { voidTags } from '../tags.ts';
import { htmlAttributes, propertyOf } from './attributes.ts';
import {
  commentMarkdown,
  escapeAttribute,
  paragraphsMarkdown,
  writeInlines,
  linkTargetOf,
  type Notes,
} from './writeInlines.ts';
import { tableMarkdown } from './writeTable.ts';

/** Converts a JSON document to Markdown that `toDocument` converts back to an equal document. */
export function toMarkdown(document: Document): string {
  const notes: Notes = [];
  const blocks = blocksMarkdown(document.nodes, notes);
  // The array grows during the loop, because a footnote may contain footnotes.
  const footnotes: string[] = [];
  for (let index = 0; index < notes.length; index++) {
    const body = blocksMarkdown(notes[index]?.nodes ?? [], notes);
    footnotes.push(`[^${index + 1}]: ${indented(body, '    ').trimStart()}`);
  }
  return [blocks, ...footnotes].filter(text => text).join('\n\n');
}

function blocksMarkdown(nodes: readonly DocumentNode[], notes: Notes): string {
  const texts: string[] = [];
  let before: DocumentNode | undefined;
  let alternate = false;
  for (const node of nodes) {
    // Adjacent lists would be parsed as one list if their items had the same marker.
    alternate =
      isList(node) && before !== undefined && isList(before) && isOrdered(before) === isOrdered(node) && !alternate;
    const text = blockMarkdown(node, notes, alternate ? 'second' : 'first');
    if (text) texts.push(text);
    before = node;
  }
  return texts.join('\n\n');
}

/** Returns the level of a heading. Documents have three levels; a deeper heading has its level in its data. */
function levelOf({ type = '', data }: DocumentNode): number {
  const level = data?.['level'];
  return type === 'heading-3' && [4, 5, 6].includes(Number(level)) ? Number(level) : Number(type.at(-1));
}

function isList(node: DocumentNode): boolean {
  return node.type?.startsWith('list-') === true && node.type !== 'list-item';
}

function blockMarkdown(node: DocumentNode, notes: Notes, bullets: 'first' | 'second'): string {
  const { nodes = [] } = node;
  const inside = () => blocksMarkdown(nodes, notes);
  const type = node.type ?? '';
  switch (type) {
    case 'paragraph':
      return writeInlines(nodes, { notes, where: 'paragraph' });
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return `${'#'.repeat(levelOf(node))} ${writeInlines(nodes, { notes, where: 'line' })}`;
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return listMarkdown(node, notes, bullets);
    case 'blockquote':
      return inside().replace(/^/gm, '> ').replace(/^> $/gm, '>');
    case 'code':
      return codeMarkdown(node);
    case 'divider':
      return '***';
    case 'html-comment':
      return commentMarkdown(dataText(node, 'text'));
    case 'math':
      return `$$\n${dataText(node, 'formula')}\n$$`;
    case 'table':
      return tableMarkdown(node, notes);
    case 'expandable':
      return expandableMarkdown(node, notes);
    case 'images':
    case 'image':
      return imagesMarkdown(node, notes);
    default:
      return tagMarkdown(node, notes) ?? inside();
  }
}

function listMarkdown(list: DocumentNode, notes: Notes, bullets: 'first' | 'second'): string {
  const start = Number(list.data?.['start'] ?? 1);
  const items = (list.nodes ?? []).map((item, index) => {
    const mark = isOrdered(list)
      ? `${start + index}${bullets === 'first' ? '.' : ')'}`
      : bullets === 'first'
        ? '*'
        : '-';
    const task = list.type === 'list-tasks' ? (item.data?.['checked'] === true ? '[x] ' : '[ ] ') : '';
    return `${mark} ${task}${indented(itemMarkdown(item, notes), ' '.repeat(mark.length + 1)).trimStart()}`.trimEnd();
  });
  return items.join('\n');
}

function isOrdered(list: DocumentNode): boolean {
  return list.type === 'list-ordered';
}

/** Returns the Markdown of a list item. A list after a paragraph needs no blank line; other blocks do. */
function itemMarkdown({ nodes = [] }: DocumentNode, notes: Notes): string {
  if (nodes.some(node => node.object !== 'block')) return writeInlines(nodes, { notes, where: 'paragraph' });
  const [first, second, ...others] = nodes;
  const isTight = first?.type === 'paragraph' && second && isList(second) && second.type === 'list-unordered';
  if (!isTight || others.length) return blocksMarkdown(nodes, notes);
  return [first, second].map(node => blocksMarkdown([node], notes)).join('\n');
}

function indented(text: string, indent: string): string {
  return text.replace(/^(?=[^\n])/gm, indent);
}

function codeMarkdown(node: DocumentNode): string {
  const lines = (node.nodes ?? []).map(line => (line.nodes ?? []).map(plain).join(''));
  const code = lines.join('\n');
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(run => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const language = [dataText(node, 'syntax'), dataText(node, 'info')].join(' ').trim();
  const fenced = `${fence}${language}\n${code}${code ? '\n' : ''}${fence}`;
  const { syntax, info, ...data } = node.data ?? {};
  const attributes = attributesMarkdown(data);
  return attributes ? `{% code${attributes} %}\n${fenced}\n{% endcode %}` : fenced;
}

function plain(node: DocumentNode): string {
  if (node.object === 'text') return (node.leaves ?? []).map(leaf => leaf.text).join('');
  return dataText(node, 'expression') || (node.nodes ?? []).map(plain).join('');
}

function fragmentOf({ fragments = [] }: DocumentNode, name: string): DocumentNode[] {
  return fragments.find(fragment => fragment.fragment === name)?.nodes ?? [];
}

function expandableMarkdown(node: DocumentNode, notes: Notes): string {
  const title = paragraphsMarkdown(fragmentOf(node, 'expandable-title'), notes);
  const body = blocksMarkdown(fragmentOf(node, 'expandable-body'), notes);
  return [`<details${htmlAttributes(node.data)}>`, `<summary>${title}</summary>`, body, '</details>']
    .filter(text => text)
    .join('\n\n');
}

function imagesMarkdown(node: DocumentNode, notes: Notes): string {
  const images = node.type === 'image' ? [node] : (node.nodes ?? []);
  const figures = images.map(image => figureMarkdown(image, notes));
  const attributes = node.type === 'images' ? htmlAttributes(node.data) : '';
  if (figures.length === 1 && !attributes) return figures.join('');
  return `<div${attributes}>${figures.join(' ')}</div>`;
}

function figureMarkdown(image: DocumentNode, notes: Notes): string {
  const dark = image.data?.['refDark'];
  const sizes = ['width', 'height'].map(name => image.data?.[name] && ` ${name}="${image.data[name]}"`);
  const alt = escapeAttribute(dataText(image, 'alt'));
  const others = htmlAttributes(image.data?.['attributes']);
  const img = `<img src="${linkTargetOf(image.data?.['ref'])}" alt="${alt}"${sizes.filter(size => size).join('')}${others}>`;
  const source = `<source srcset="${linkTargetOf(dark)}" media="(prefers-color-scheme: dark)">`;
  const picture = dark ? `<picture>${source}${img}</picture>` : img;
  const caption = paragraphsMarkdown(fragmentOf(image, 'caption'), notes);
  return `<figure>${picture}<figcaption>${caption && `<p>${caption}</p>`}</figcaption></figure>`;
}

/** Returns the Markdown of a block that is written as a tag; undefined if there is no tag for it. */
function tagMarkdown(node: DocumentNode, notes: Notes): string | undefined {
  const { ref, integration, block, props, ...data } = node.data ?? {};
  const inside = () => blocksMarkdown(node.nodes ?? [], notes);
  const wrapInTag = (name: string, body: string, attributes: unknown = data) =>
    `{% ${name}${attributesMarkdown(attributes)} %}\n${body}${body && '\n'}{% end${name} %}`;
  const caption = () => paragraphsMarkdown(fragmentOf(node, 'caption'), notes);
  const body = () => blocksMarkdown(fragmentOf(node, 'caption'), notes);
  switch (node.type) {
    case 'hint':
    case 'tabs':
    case 'stepper':
    case 'columns':
    case 'column':
      return wrapInTag(node.type, inside());
    case 'tabs-item':
      return wrapInTag('tab', inside());
    case 'stepper-step':
      return wrapInTag('step', inside());
    case 'embed':
      return caption() ? wrapInTag('embed', caption()) : `{% embed${attributesMarkdown(data)} %}`;
    case 'file':
      return wrapInTag('file', caption(), { src: linkTargetOf(ref) });
    case 'content-ref':
      // A document without a label may come from a server that does not store labels.
      return wrapInTag('content-ref', node.fragments ? body() : `[${linkTargetOf(ref)}](${linkTargetOf(ref)})`, {
        url: linkTargetOf(ref),
      });
    case 'reusable-content':
      return `{% include "${linkTargetOf(ref)}" %}`;
    case 'swagger':
      return wrapInTag(apiTagOf(node), body(), { ...data, src: linkTargetOf(ref) || undefined });
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'openapi-webhook':
      return wrapInTag(node.type, body(), { ...data, spec: linkTargetOf(ref) });
    case 'integration': {
      const condition = integration === 'if' ? propertyOf(props, 'condition') : undefined;
      if (typeof condition === 'string') return `{% if ${condition} %}\n${inside()}\n{% endif %}`;
      // A tag such as `{% prompt %}` belongs to no integration.
      const name = block === undefined ? String(integration) : `@${String(integration)}/${String(block)}`;
      return node.nodes?.length ? wrapInTag(name, inside(), props) : `{% ${name}${attributesMarkdown(props)} %}`;
    }
    default:
      return undefined;
  }
}

/** Returns the tag of an API block. It may be the tag of older apps. */
function apiTagOf({ meta }: DocumentNode): string {
  const tag = String(meta?.['tag']);
  return voidTags.get(tag) === 'swagger' ? tag : 'openapi';
}

function attributesMarkdown(data: unknown): string {
  const values = Object.entries(data ?? {}).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return values.map(([name, value]) => ` ${name}="${String(value).replace(/["\\]/g, '\\$&')}"`).join('');
}
