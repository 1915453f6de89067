import type { Run } from 'pdfmake';
import { dataText, emojiOf, textOfNodes } from '../../markdown/document.ts';
import type { DocumentMark, DocumentNode } from '../../markdown/document.ts';
import { toPrintableRuns } from './glyphs.ts';
import { anchorTarget, pageTarget } from './context.ts';
import type { PdfContext } from './context.ts';
import { colors } from './style.ts';

type Style = Omit<Run, 'text'>;

/** Returns the text of a block as styled runs, without its pictures. */
export function runsOf(context: PdfContext, nodes: readonly DocumentNode[], style: Style = {}): Run[] {
  const runs = nodes.flatMap(node => {
    if (node.object === 'text') {
      return (node.leaves ?? []).flatMap(leaf => toPrintableRuns(leaf.text, marked(style, leaf.marks)));
    }
    return node.object === 'inline' ? inlineRuns(context, node, style) : runsOf(context, node.nodes ?? [], style);
  });
  return runs.map((run, index) => {
    const isAfterSpace = runs[index - 1]?.text.endsWith(' ') === true && run.font !== 'Mono';
    // An omitted character, such as most emojis, has spaces on both sides, of which one suffices.
    return isAfterSpace && run.text.startsWith(' ') ? { ...run, text: run.text.slice(1) } : run;
  });
}

/** Returns the link to a page, a heading, a file or an address; empty if the target is not printed. */
export function linkTo(context: PdfContext, ref: unknown): Pick<Run, 'link' | 'linkToDestination'> {
  const { kind, page = context.page, anchor = '', file = '', url = '' } = refFields(ref);
  if (kind === 'url') return /^(?:https?|mailto|ftp):/i.test(url) ? { link: url } : {};
  if (kind === 'file') return fileLink(context, file);
  if (kind !== 'page' && kind !== 'anchor') return {};
  const targets = kind === 'anchor' ? [anchorTarget(page, anchor), pageTarget(page)] : [pageTarget(page)];
  const target = targets.find(candidate => context.targets.has(candidate));
  return target === undefined ? {} : { linkToDestination: target };
}

function fileLink({ book }: PdfContext, id: string): Pick<Run, 'link'> {
  const url = book.files[id]?.url;
  return url === undefined ? {} : { link: url };
}

/** Returns the members of a reference that are strings. */
export function refFields(ref: unknown): Partial<Record<'kind' | 'page' | 'anchor' | 'file' | 'url' | 'spec', string>> {
  if (typeof ref !== 'object' || ref === null) return {};
  return Object.fromEntries(Object.entries(ref).filter(([, value]) => typeof value === 'string'));
}

/** Adds the look of links to a style if there is a link. */
export function withLinkStyle(style: Style, link: Pick<Run, 'link' | 'linkToDestination'>): Style {
  return Object.keys(link).length > 0 ? { ...style, ...link, color: colors.link } : style;
}

const styles: ReadonlyMap<string, Style> = new Map(
  Object.entries({
    bold: { bold: true },
    italic: { italics: true },
    code: { font: 'Mono', background: colors.code },
    keyboard: { font: 'Mono', background: colors.code },
    strikethrough: { decoration: 'lineThrough' },
    superscript: { sup: true },
    subscript: { sub: true },
  }),
);

function marked(style: Style, marks: readonly DocumentMark[]): Style {
  return marks.reduce((sum, { type }) => ({ ...sum, ...styles.get(type) }), style);
}

function inlineRuns(context: PdfContext, node: DocumentNode, style: Style): Run[] {
  const nodes = node.nodes ?? [];
  switch (node.type) {
    case 'link':
      return runsOf(context, nodes, withLinkStyle(style, linkTo(context, node.data?.['ref'])));
    case 'button':
      return toPrintableRuns(
        dataText(node, 'label'),
        withLinkStyle({ ...style, bold: true }, linkTo(context, node.data?.['ref'])),
      );
    case 'emoji':
      return toPrintableRuns(emojiOf(dataText(node, 'code')), style);
    case 'inline-math':
      return toPrintableRuns(dataText(node, 'formula'), { ...style, font: 'Mono' });
    case 'expression':
      return toPrintableRuns(dataText(node, 'expression'), { ...style, ...styles.get('code') });
    case 'annotation': {
      const note = textOfNodes(node.fragments ?? []);
      return [...runsOf(context, nodes, style), ...toPrintableRuns(` [${note}]`, { ...style, color: colors.faint })];
    }
    case 'inline-image':
      return toPrintableRuns(dataText(node, 'caption'), { ...style, italics: true });
    default:
      return runsOf(context, nodes, style);
  }
}
