import pdfmake from 'pdfmake';
import type { Content, Definition } from 'pdfmake';
import { blocksContent } from './blocks.ts';
import type { Book } from './book.ts';
import { fonts, isFont } from './fonts.ts';
import { printableText, toPrintableRuns } from './glyphs.ts';
import { pageTarget } from './context.ts';
import type { PdfContext } from './context.ts';
import { bookImages, findPrintablePictures } from './pictures.ts';
import { bookHeadings } from './headings.ts';
import { readBookPage } from './readPage.ts';
import type { ReadPage } from './readPage.ts';
import { colors, blockGap, sheetWidth } from './style.ts';

/** Renders a book as a PDF. Reads no files except for the fonts. */
export async function print(book: Book): Promise<Uint8Array> {
  pdfmake.setFonts(fonts);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(isFont);
  const pictures = await findPrintablePictures(book, contents => renderPdf(book, contents));
  const pages = book.pages.map(readBookPage);
  const headings = bookHeadings(pages);
  const places = [...headings.values()].map(({ id }) => id);
  const targets = new Set([...pages.map(({ id }) => pageTarget(id)), ...places]);
  const context = (page: ReadPage): PdfContext => ({ book, page: page.id, targets, headings, pictures });
  const isWhole = pages.length > 1;
  // A page without content, such as a group, is printed as a heading above the next page.
  const isEmpty = (page: ReadPage | undefined) => page?.nodes.length === 0;
  const contents = pages.flatMap((page, index) =>
    printPage(context(page), page, isWhole && !isEmpty(pages[index - 1])),
  );
  return renderPdf(book, [...(isWhole ? titlePage(book) : header(book)), ...contents]);
}

function renderPdf(book: Book, content: Content[]): Promise<Buffer> {
  const title = printableText(book.title);
  const definition: Definition = {
    info: { title: `${title} – ${printableText(book.subtitle)}`, creator: 'Marginalia sandbox' },
    pageSize: 'A4',
    pageMargins: [56, 56, 56, 60],
    defaultStyle: { font: 'Sans', fontSize: 10, lineHeight: 1.2, color: colors.text },
    images: bookImages(book),
    content,
    footer: (page, pages) => ({
      columns: [{ text: title }, { text: `${page} / ${pages}`, alignment: 'right' }],
      fontSize: 8,
      color: colors.faint,
      margin: [56, 24, 56, 0],
    }),
  };
  return pdfmake.createPdf(definition).getBuffer();
}

function titlePage(book: Book): Content[] {
  return [
    { text: toPrintableRuns(book.title, { bold: true }), fontSize: 30, margin: [0, 120, 0, 12] },
    { text: toPrintableRuns(book.subtitle, { color: colors.faint }), fontSize: 13, margin: [0, 0, 0, 40] },
    { toc: {}, pageBreak: 'before' },
  ];
}

/** Returns the header of a PDF with at most one page. If there is no page, the header says so. */
function header(book: Book): Content[] {
  const words = `${book.title} – ${book.subtitle}`;
  const nothing: Content[] = [{ text: 'There are no pages.', margin: [0, blockGap, 0, 0] }];
  return [
    { text: toPrintableRuns(words, { color: colors.faint }), fontSize: 9, margin: [0, 0, 0, 16] },
    ...(book.pages.length === 0 ? nothing : []),
  ];
}

function printPage(context: PdfContext, page: ReadPage, isOnNewSheet: boolean): Content[] {
  const title = printableText(page.title).trim() || 'Untitled';
  const depth = page.parents.length;
  const parent = page.parents.at(-1);
  const heading: Content = {
    text: title,
    bold: true,
    fontSize: 21,
    margin: [0, 0, 0, 10],
    id: pageTarget(page.id),
    outline: true,
    outlineText: title,
    outlineExpanded: false,
    ...(parent !== undefined && { outlineParentId: pageTarget(parent) }),
    tocItem: true,
    tocMargin: [depth * 14, depth === 0 ? 5 : 1, 0, 1],
    tocStyle: { bold: depth === 0 },
    ...(isOnNewSheet && { pageBreak: 'before' as const }),
  };
  const description: Content[] = page.description
    ? [{ text: toPrintableRuns(page.description, { color: colors.faint }), fontSize: 12, margin: [0, 0, 0, 12] }]
    : [];
  const leads: Content[] = page.href
    ? [{ text: toPrintableRuns(page.href, { link: page.href, color: colors.link }), margin: [0, 0, 0, blockGap] }]
    : [];
  return [heading, ...description, ...leads, ...blocksContent(context, page.nodes, sheetWidth)];
}
