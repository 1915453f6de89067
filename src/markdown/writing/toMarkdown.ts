import { dataText, type Document, type DocumentNode } from '../document.ts';
import { escapeAttribute, writeInlines, targetOf, type Notes } from './writeInlines.ts';

/** Writes a JSON document as the Markdown of which `toDocument` makes the same document again. */
export function toMarkdown(document: Document): string {
  const notes: Notes = [];
  const blocks = blocksMarkdown(document.nodes, notes);
  // The list grows while it is gone through: a footnote may have footnotes.
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
    // Two lists in a row would be read as one, were their items not marked differently.
    alternate =
      isList(node) && before !== undefined && isList(before) && isOrdered(before) === isOrdered(node) && !alternate;
    const text = blockMarkdown(node, notes, alternate ? 'second' : 'first');
    if (text) texts.push(text);
    before = node;
  }
  return texts.join('\n\n');
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
      return `${'#'.repeat(Number(type.at(-1)))} ${writeInlines(nodes, { notes, where: 'line' })}`;
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

/** A list below a paragraph needs no blank line between; whatever else is in an item does. */
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

/** Paragraphs where there is room for one line only. */
function paragraphsMarkdown(nodes: readonly DocumentNode[], notes: Notes): string {
  return nodes.map(node => writeInlines(node.nodes ?? [], { notes, where: 'line' })).join('<br>');
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
  const img = `<img src="${targetOf(image.data?.['ref'])}" alt="${alt}"${sizes.filter(size => size).join('')}${others}>`;
  const source = `<source srcset="${targetOf(dark)}" media="(prefers-color-scheme: dark)">`;
  const picture = dark ? `<picture>${source}${img}</picture>` : img;
  const caption = paragraphsMarkdown(fragmentOf(image, 'caption'), notes);
  return `<figure>${picture}<figcaption>${caption && `<p>${caption}</p>`}</figcaption></figure>`;
}

interface Table {
  columns: Column[];
  rows: string[][];
}

interface Column {
  id: string;
  title: string;
  align: string;
  /** Attributes that a column in Markdown cannot have. */
  attributes: string;
}

function tableMarkdown(node: DocumentNode, notes: Notes): string {
  const table = tableOf(node, notes);
  const attributes = tableAttributes(node, table);
  if (attributes || table.columns.some(column => column.attributes)) return htmlTable(table, attributes);
  const marks: Record<string, string> = { center: ':---:', right: '---:' };
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = line(table.columns.map(column => inCell(column.title)));
  const rulers = line(table.columns.map(column => marks[column.align] ?? '---'));
  return [head, rulers, ...table.rows.map(row => line(row.map(inCell)))].join('\n');
}

function inCell(text: string): string {
  return text.replace(/\\?\|/g, '\\|');
}

function htmlTable({ columns, rows }: Table, attributes: string): string {
  const align = (column: Column) => (['', 'left'].includes(column.align) ? '' : ` align="${column.align}"`);
  const head = columns.map(column => `<th${column.attributes}${align(column)}>${column.title}</th>`).join('');
  const cells = (row: readonly string[]) =>
    row.map((cell, index) => `<td${columns[index] ? align(columns[index]) : ''}>${cell}</td>`).join('');
  const body = rows.map(row => `<tr>${cells(row)}</tr>`).join('');
  return `<table${attributes}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** What a table says about itself that one in Markdown cannot say. */
function tableAttributes({ data }: DocumentNode, { columns }: Table): string {
  const view = data?.['view'];
  const type = String(member(view, 'type') ?? 'grid');
  const size = String(member(view, 'cardSize') ?? 'medium');
  const isHeaderHidden = member(view, 'hideHeader') === true && columns.some(({ title }) => title);
  return htmlAttributes({
    'data-view': type === 'grid' ? undefined : type,
    'data-card-size': size === 'medium' ? undefined : size,
    'data-header-hidden': isHeaderHidden || member(view, 'hideColumnTitle') === true ? '' : undefined,
    'data-full-width': member(view, 'fullWidth'),
    ...Object(member(view, 'attributes')),
  });
}

/** The names of the attributes of an element whose values are not undefined; an empty value is left out. */
function htmlAttributes(attributes: unknown): string {
  const set = Object.entries(attributes ?? {}).filter(([, value]) => value !== undefined);
  return set
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`))
    .join('');
}

function columnAttributes(node: DocumentNode, id: string): string {
  const view = node.data?.['view'];
  const column = member(node.data?.['definition'], id);
  const type = String(member(column, 'type') ?? 'text');
  const columns = member(view, 'columns');
  const mark = (name: string) => (member(view, name) === id ? '' : undefined);
  return htmlAttributes({
    width: member(member(view, 'columnWidths'), id),
    'data-hidden': Array.isArray(columns) && !columns.includes(id) ? '' : undefined,
    'data-card-target': mark('targetDefinition'),
    'data-card-cover': mark('coverDefinition'),
    'data-card-cover-dark': mark('coverDefinitionDark'),
    'data-type': type === 'text' ? undefined : type,
    ...Object(member(column, 'attributes')),
  });
}

function tableOf(node: DocumentNode, notes: Notes): Table {
  const definition = node.data?.['definition'];
  const ids = columnOrder(Object.keys(definition ?? {}), member(node.data?.['view'], 'columns'));
  const columns = ids.map(id => {
    const column = member(definition, id);
    const title = writeInlines([textOf(String(member(column, 'title') ?? ''))], { notes, where: 'line' });
    return { id, title, align: String(member(column, 'textAlignment') ?? ''), attributes: columnAttributes(node, id) };
  });
  const index = (record: unknown) => String(member(record, 'orderIndex') ?? '');
  const records = Object.values(node.data?.['records'] ?? {}).toSorted((a, b) => (index(a) < index(b) ? -1 : 1));
  const rows = records.map(record =>
    ids.map(id => {
      const value = member(member(record, 'values'), id);
      const cell = typeof value === 'string' ? node.fragments?.find(({ fragment }) => fragment === value) : undefined;
      return cell ? paragraphsMarkdown(cell.nodes ?? [], notes) : cellText(value);
    }),
  );
  return { columns, rows };
}

/** All columns, the visible ones in the order of the view. Hidden ones keep their places if that order allows it. */
function columnOrder(all: readonly string[], view: unknown): readonly string[] {
  const visible = Array.isArray(view) ? view.map(String) : all;
  const inOrder = all.filter(id => visible.includes(id));
  const isSameOrder = inOrder.length === visible.length && inOrder.every((id, index) => id === visible[index]);
  return isSameOrder ? all : [...visible, ...all.filter(id => !visible.includes(id))];
}

function cellText(value: unknown): string {
  return typeof value === 'object' ? targetOf(value) : String(value ?? '');
}

function textOf(text: string): DocumentNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Writes what the service adds to Markdown as tags; `undefined` for blocks that there is no tag for. */
function tagMarkdown(node: DocumentNode, notes: Notes): string | undefined {
  const { ref, integration, block, props, ...data } = node.data ?? {};
  const inside = () => blocksMarkdown(node.nodes ?? [], notes);
  const around = (name: string, body: string, attributes: unknown = data) =>
    `{% ${name}${attributesMarkdown(attributes)} %}\n${body}${body && '\n'}{% end${name} %}`;
  const caption = () => paragraphsMarkdown(fragmentOf(node, 'caption'), notes);
  switch (node.type) {
    case 'hint':
    case 'tabs':
    case 'stepper':
    case 'columns':
    case 'column':
      return around(node.type, inside());
    case 'tabs-item':
      return around('tab', inside());
    case 'stepper-step':
      return around('step', inside());
    case 'embed':
      return caption() ? around('embed', caption()) : `{% embed${attributesMarkdown(data)} %}`;
    case 'file':
      return around('file', caption(), { src: targetOf(ref) });
    case 'content-ref':
      return around('content-ref', `[${targetOf(ref)}](${targetOf(ref)})`, { url: targetOf(ref) });
    case 'reusable-content':
      return `{% include "${targetOf(ref)}" %}`;
    case 'swagger':
      return around('openapi', '', { ...data, src: targetOf(ref) });
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'openapi-webhook':
      return around(node.type, '', { ...data, spec: targetOf(ref) });
    case 'integration': {
      const condition = integration === 'if' ? member(props, 'condition') : undefined;
      if (typeof condition === 'string') return `{% if ${condition} %}\n${inside()}\n{% endif %}`;
      // A tag such as `{% prompt %}` is of no integration.
      const name = block === undefined ? String(integration) : `@${String(integration)}/${String(block)}`;
      return node.nodes?.length ? around(name, inside(), props) : `{% ${name}${attributesMarkdown(props)} %}`;
    }
    default:
      return undefined;
  }
}

function attributesMarkdown(data: unknown): string {
  const values = Object.entries(data ?? {}).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return values.map(([name, value]) => ` ${name}="${String(value).replace(/["\\]/g, '\\$&')}"`).join('');
}
