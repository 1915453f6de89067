import type { Content } from 'pdfmake';
import { dataText, rawTextOfNodes } from '../../markdown/document.ts';
import type { DocumentNode } from '../../markdown/document.ts';
import { boxContent, innerWidthOfBox, ruleContent, withoutLastGap } from './boxes.ts';
import { toPrintableRuns } from './glyphs.ts';
import type { PdfContext } from './context.ts';
import { withLinkStyle, linkTo, refFields, runsOf } from './inlines.ts';
import { headingLevel } from './headings.ts';
import { headingGroups } from './headingGroups.ts';
import { pictureContent } from './pictures.ts';
import { tableContent } from './tables.ts';
import { colors, blockGap, minRoom, smallFontSize } from './style.ts';

/** Prints the blocks of a page, or the children of a block, at this width in points. */
export function blocksContent(context: PdfContext, nodes: readonly DocumentNode[], width: number): Content[] {
  return headingGroups(nodes).flatMap(group => {
    const contents = group.flatMap(node => block(context, node, width));
    return group.length > 1 && contents.length > 0 ? [{ stack: contents, unbreakable: true }] : contents;
  });
}

function block(context: PdfContext, node: DocumentNode, width: number): Content[] {
  const nodes = node.nodes ?? [];
  switch (node.type) {
    case 'paragraph':
      return paragraph(context, nodes, width);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return heading(context, node);
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
      return [list(context, node, width)];
    case 'blockquote':
      return [boxContent(blocksContent(context, nodes, innerWidthOfBox(width)), { width, edge: colors.line })];
    case 'hint':
      return [hint(context, node, width)];
    case 'code':
      return [code(node, width)];
    case 'divider':
      return [ruleContent(width)];
    case 'table':
      return tableContent(node, width, (cell, room) => blocksContent(context, cell, room));
    default:
      return container(context, node, width) ?? reference(context, node, width) ?? blocksContent(context, nodes, width);
  }
}

/** Prints blocks that contain other blocks. Returns `undefined` for other types. */
function container(context: PdfContext, node: DocumentNode, width: number): Content[] | undefined {
  const nodes = node.nodes ?? [];
  switch (node.type) {
    case 'tabs':
      return nodes.map(tab =>
        titled(context, [{ text: toPrintableRuns(dataText(tab, 'title'), { bold: true }) }], tab, width),
      );
    case 'expandable': {
      const title = { text: runsOf(context, fragment(node, 'expandable-title'), { bold: true }) };
      return [titled(context, [title], { object: 'block', nodes: [...fragment(node, 'expandable-body')] }, width)];
    }
    case 'stepper':
      return nodes.map((item, index) => step(context, item, index + 1, width));
    case 'columns': {
      const shared = (width - (nodes.length - 1) * columnGap) / Math.max(nodes.length, 1);
      const room = Math.max(shared, minRoom);
      const columns = nodes.map(column => ({ stack: blocksContent(context, column.nodes ?? [], room), width: room }));
      return columns.length > 0 ? [{ columns, columnGap }] : [];
    }
    case 'images':
      return nodes.flatMap(image => block(context, image, width));
    case 'image':
      return captioned(context, node, pictureContent(context, node.data?.['ref'], { ...imageData(node), room: width }));
    case 'math':
      return [{ text: toPrintableRuns(dataText(node, 'formula'), { font: 'Mono' }), margin: [12, 0, 0, blockGap] }];
    default:
      return undefined;
  }
}

/** Prints blocks that refer to other content, which a PDF only names and links to; `undefined` for other types. */
function reference(context: PdfContext, node: DocumentNode, width: number): Content[] | undefined {
  const { file = '', page = '', url = '', spec = '' } = refFields(node.data?.['ref']);
  const link = linkTo(context, node.data?.['ref']);
  const line = (text: string, to = link): Content => ({
    text: toPrintableRuns(text, withLinkStyle({}, to)),
    margin: [0, 0, 0, blockGap],
  });
  switch (node.type) {
    case 'file':
      return captioned(context, node, {
        text: toPrintableRuns(context.book.files[file]?.name ?? (url || 'File'), withLinkStyle({}, link)),
      });
    case 'content-ref':
      return [line(`→ ${context.book.titles[page] ?? (url || 'Page')}`)];
    case 'embed': {
      const address = dataText(node, 'url');
      return captioned(context, node, {
        text: toPrintableRuns(address, withLinkStyle({}, linkTo(context, { kind: 'url', url: address }))),
      });
    }
    case 'reusable-content':
      return [line(refText(node, 'reusableContent'))];
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'openapi-webhook': {
      const words = [dataText(node, 'method').toUpperCase(), dataText(node, 'path'), dataText(node, 'name')];
      return [line([...words, spec || url].filter(Boolean).join(' '))];
    }
    case 'integration': {
      const props = Object.values(node.data?.['props'] ?? {}).filter(value => typeof value === 'string');
      const name = line([dataText(node, 'integration'), ...props].join(' '));
      return [{ ...name, ...smallFontSize }, ...blocksContent(context, node.nodes ?? [], width)];
    }
    default:
      return undefined;
  }
}

function refText(node: DocumentNode, name: string): string {
  const ref = node.data?.['ref'];
  return typeof ref === 'object' && ref !== null ? String(new Map(Object.entries(ref)).get(name) ?? '') : '';
}

/** Prints the text of a paragraph, with the pictures in it on lines of their own. */
function paragraph(context: PdfContext, nodes: readonly DocumentNode[], width: number): Content[] {
  const contents: Content[] = [];
  let from = 0;
  const flush = (to: number) => {
    const text = runsOf(context, nodes.slice(from, to));
    if (text.some(run => run.text.trim())) contents.push({ text, margin: [0, 0, 0, blockGap] });
  };
  for (const [index, node] of nodes.entries()) {
    const image = pictureIn(node);
    if (!image) continue;
    flush(index);
    from = index + 1;
    const content = pictureContent(context, image.data?.['ref'], { alt: dataText(image, 'caption'), room: width });
    const link = linkTo(context, node.data?.['ref']);
    contents.push({ ...content, ...(image !== node && link), margin: [0, 0, 0, blockGap] });
  }
  flush(nodes.length);
  return contents;
}

/** Returns the picture of a node, bare or in a link, unless it has the height of a text line. */
function pictureIn(node: DocumentNode): DocumentNode | undefined {
  if (node.type === 'inline-image') return dataText(node, 'size') === 'line' ? undefined : node;
  if (node.type !== 'link') return undefined;
  const [only, ...others] = (node.nodes ?? []).filter(({ object, leaves }) => object !== 'text' || leaves?.[0]?.text);
  return only && others.length === 0 ? pictureIn(only) : undefined;
}

const headingSizes = [0, 16, 13, 11];
/** The space above a heading, relative to its font size. */
const headingGap = 0.7;

function heading(context: PdfContext, node: DocumentNode): Content[] {
  const text = runsOf(context, node.nodes ?? [], { bold: true });
  const words = text
    .map(run => run.text)
    .join('')
    .trim();
  const place = context.headings.get(node);
  if (!words || !place) return [];
  const fontSize = headingSizes[headingLevel(node)] ?? 11;
  const outline = { outline: true, outlineText: words, outlineParentId: place.parent };
  return [{ text, id: place.id, fontSize, ...outline, margin: [0, fontSize * headingGap, 0, fontSize * 0.4] }];
}

const stepWidth = 20;
const columnGap = 14;

/**
 * Prints items beside their markers. The lists of pdfmake put the marker after the text when it is copied or searched.
 */
function list(context: PdfContext, node: DocumentNode, width: number): Content {
  const items = node.nodes ?? [];
  const first = Number(node.data?.['start'] ?? 1);
  const marks = items.map((item, index) => {
    if (node.type === 'list-ordered') return `${first + index}.`;
    return node.type === 'list-tasks' ? (item.data?.['checked'] === true ? '☑' : '☐') : '•';
  });
  const markWidth = 4 + 6.5 * Math.max(2, ...marks.map(mark => mark.length));
  const room = Math.max(width - markWidth, minRoom);
  const stack = items.map((item, index): Content => {
    const inside = withoutLastGap(blocksContent(context, item.nodes ?? [], room));
    return {
      columns: [
        { text: marks[index] ?? '', width: markWidth },
        { stack: inside, width: room },
      ],
      margin: [0, 0, 0, 3],
    };
  });
  return { stack, margin: [0, 0, 0, node.data?.['goesOn'] === true ? 0 : blockGap - 3] };
}

/** Prints the number of a step beside its first line, which is mostly a heading. */
function step(context: PdfContext, item: DocumentNode, number: number, width: number): Content {
  const nodes = item.nodes ?? [];
  const fontSize = nodes[0] ? headingSizes[headingLevel(nodes[0])] || 10 : 10;
  const top = fontSize > 10 ? fontSize * headingGap : 0;
  const marker: Content = { text: String(number), bold: true, color: colors.link, fontSize, margin: [0, top, 0, 0] };
  const room = Math.max(width - stepWidth, minRoom);
  return {
    columns: [
      { ...marker, width: stepWidth },
      { stack: blocksContent(context, nodes, room), width: room },
    ],
  };
}

function hint(context: PdfContext, node: DocumentNode, width: number): Content {
  const style = dataText(node, 'style');
  const known = style in colors.hints ? (style as keyof typeof colors.hints) : 'info';
  const boxStyle = { width, fill: colors.hintFills[known], edge: colors.hints[known] };
  return boxContent(blocksContent(context, node.nodes ?? [], innerWidthOfBox(width)), boxStyle);
}

/** Prints collapsible or tabbed content, all of it below its title. */
function titled(context: PdfContext, title: Content[], inside: DocumentNode, width: number): Content {
  const head = title.map((content): Content => ({ ...content, margin: [0, 0, 0, blockGap] }));
  return boxContent([...head, ...blocksContent(context, inside.nodes ?? [], innerWidthOfBox(width))], {
    width,
    edge: colors.line,
  });
}

const largestCode = 8.5;
const smallestCode = 6.5;
/** The font size for code whose lines must be wrapped. */
const wrappedCode = 7.5;
/** The width of a character in the Mono font, relative to its font size. */
const monoWidth = 0.603;

/** Prints lines of code. Long lines reduce the font size to the smallest readable one, and are wrapped beyond that. */
function code(node: DocumentNode, width: number): Content {
  const lines = (node.nodes ?? []).map(line => rawTextOfNodes([line]).replace(/\n$/, '').replaceAll('\t', '    '));
  const longest = Math.max(1, ...lines.map(line => line.length));
  const fitting = innerWidthOfBox(width) / longest / monoWidth;
  const fontSize = fitting < smallestCode ? wrappedCode : Math.min(largestCode, fitting);
  const text = lines.map((line): Content => {
    const runs = toPrintableRuns(line, { font: 'Mono' });
    return { text: runs.length > 0 ? runs : ' ', font: 'Mono', fontSize, preserveLeadingSpaces: true, lineHeight: 1.1 };
  });
  const title = dataText(node, 'title');
  const head: Content[] = title
    ? [{ text: toPrintableRuns(title, { ...smallFontSize, bold: true }), margin: [0, 0, 0, 4] }]
    : [];
  return boxContent([...head, ...text], { width, fill: colors.code });
}

function captioned(context: PdfContext, node: DocumentNode, content: Content): Content[] {
  const caption = runsOf(context, fragment(node, 'caption'), { ...smallFontSize });
  if (!caption.some(run => run.text.trim())) return [{ ...content, margin: [0, 2, 0, blockGap + 2] }];
  return [
    { ...content, margin: [0, 2, 0, 3] },
    { text: caption, margin: [0, 0, 0, blockGap + 2] },
  ];
}

function fragment(node: DocumentNode, name: string): readonly DocumentNode[] {
  return node.fragments?.find(candidate => candidate.fragment === name)?.nodes ?? [];
}

function imageData(node: DocumentNode): { alt: string; width: string } {
  return { alt: dataText(node, 'alt'), width: dataText(node, 'width') };
}
