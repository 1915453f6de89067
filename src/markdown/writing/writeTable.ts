import type { DocumentNode } from '../document.ts';
import { htmlAttributes, propertyOf } from './attributes.ts';
import { type Notes, paragraphsMarkdown, linkTargetOf, writeInlines } from './writeInlines.ts';

interface Table {
  columns: Column[];
  rows: string[][];
}

interface Column {
  id: string;
  title: string;
  align: string;
  /** Attributes that a Markdown column cannot have. */
  attributes: string;
}

/** Writes a table as Markdown, or as HTML if Markdown cannot express it. */
export function tableMarkdown(node: DocumentNode, notes: Notes): string {
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

/** Returns the attributes of a table that can only be written in HTML, such as its view and card size. */
function tableAttributes({ data }: DocumentNode, { columns }: Table): string {
  const view = data?.['view'];
  const type = String(propertyOf(view, 'type') ?? 'grid');
  const size = String(propertyOf(view, 'cardSize') ?? 'medium');
  const isHeaderHidden = propertyOf(view, 'hideHeader') === true && columns.some(({ title }) => title);
  return htmlAttributes({
    'data-view': type === 'grid' ? undefined : type,
    'data-card-size': size === 'medium' ? undefined : size,
    'data-header-hidden': isHeaderHidden || propertyOf(view, 'hideColumnTitle') === true ? '' : undefined,
    'data-full-width': propertyOf(view, 'fullWidth'),
    ...Object(propertyOf(view, 'attributes')),
  });
}

function columnAttributes(node: DocumentNode, id: string): string {
  const view = node.data?.['view'];
  const column = propertyOf(node.data?.['definition'], id);
  const type = String(propertyOf(column, 'type') ?? 'text');
  const columns = propertyOf(view, 'columns');
  const mark = (name: string) => (propertyOf(view, name) === id ? '' : undefined);
  return htmlAttributes({
    width: propertyOf(propertyOf(view, 'columnWidths'), id),
    'data-hidden': Array.isArray(columns) && !columns.includes(id) ? '' : undefined,
    'data-card-target': mark('targetDefinition'),
    'data-card-cover': mark('coverDefinition'),
    'data-card-cover-dark': mark('coverDefinitionDark'),
    'data-type': type === 'text' ? undefined : type,
    ...Object(propertyOf(column, 'attributes')),
  });
}

function tableOf(node: DocumentNode, notes: Notes): Table {
  const definition = node.data?.['definition'];
  const ids = columnOrder(Object.keys(definition ?? {}), propertyOf(node.data?.['view'], 'columns'));
  const columns = ids.map(id => {
    const column = propertyOf(definition, id);
    const title = writeInlines([textOf(String(propertyOf(column, 'title') ?? ''))], { notes, where: 'line' });
    return {
      id,
      title,
      align: String(propertyOf(column, 'textAlignment') ?? ''),
      attributes: columnAttributes(node, id),
    };
  });
  const index = (record: unknown) => String(propertyOf(record, 'orderIndex') ?? '');
  const records = Object.values(node.data?.['records'] ?? {}).toSorted((a, b) => (index(a) < index(b) ? -1 : 1));
  const rows = records.map(record =>
    ids.map(id => {
      const value = propertyOf(propertyOf(record, 'values'), id);
      const cell = typeof value === 'string' ? node.fragments?.find(({ fragment }) => fragment === value) : undefined;
      return cell ? paragraphsMarkdown(cell.nodes ?? [], notes) : cellText(value);
    }),
  );
  return { columns, rows };
}

/**
 * Returns all columns, the visible ones in the order of the view. Hidden ones keep their places if that order allows
 * it.
 */
function columnOrder(all: readonly string[], view: unknown): readonly string[] {
  const visible = Array.isArray(view) ? view.map(String) : all;
  const inOrder = all.filter(id => visible.includes(id));
  const isSameOrder = inOrder.length === visible.length && inOrder.every((id, index) => id === visible[index]);
  return isSameOrder ? all : [...visible, ...all.filter(id => !visible.includes(id))];
}

function cellText(value: unknown): string {
  return typeof value === 'object' ? linkTargetOf(value) : String(value ?? '');
}

function textOf(text: string): DocumentNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
}
