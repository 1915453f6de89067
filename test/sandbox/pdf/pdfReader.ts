import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** The content of a PDF, as a viewer shows it. */
export interface Pdf {
  /** The text of each sheet. */
  pages: string[];
  /** The outline, such as `Guide(Setup(Tools), Use)`. */
  outline: string;
  /** The sheet of each link, and its target: `page 3` or an address. */
  links: { page: number; target: string }[];
  /** The names of the embedded fonts. */
  fonts: string[];
  /** The sizes of the pictures, in pixels. */
  pictures: string[];
  title: string;
  /** The words in an oblique font. */
  slanted: string[];
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document['getPage']>>;

export async function readPdf(bytes: Uint8Array): Promise<Pdf> {
  const document = await getDocumentProxy(bytes);
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)));
  const { info } = await document.getMetadata();
  const pdf = {
    pages: await Promise.all(pages.map(textOf)),
    outline: outlineOf((await document.getOutline()) ?? []),
    links: (await Promise.all(pages.map(page => linksOf(document, page)))).flat(),
    pictures: (await Promise.all(pages.map(picturesOf))).flat(),
    fonts: (await Promise.all(pages.map(fontsOf))).flat(),
    slanted: (await Promise.all(pages.map(slantedOf))).flat(),
    title: String(new Map(Object.entries(info)).get('Title')),
  };
  await document.cleanup();
  return pdf;
}

async function textOf(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  const text = items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  return text.replace(/\s+/g, ' ').trim();
}

async function slantedOf(page: Page): Promise<string[]> {
  // The names of fonts are known after the operators that set them have been read.
  await page.getOperatorList();
  const { items } = await page.getTextContent({ disableNormalization: true });
  const isOblique = (font: string) => String(page.commonObjs.get(font).name).endsWith('Oblique');
  return items.flatMap(item => ('str' in item && item.str.trim() && isOblique(item.fontName) ? item.str.trim() : []));
}

interface OutlineItem {
  title: string;
  items: OutlineItem[];
}

function outlineOf(items: readonly OutlineItem[]): string {
  return items
    .map(({ title, items: below }) => (below.length > 0 ? `${title}(${outlineOf(below)})` : title))
    .join(', ');
}

interface LinkAnnotation {
  subtype: string;
  url?: string;
  dest?: string;
}

async function linksOf(document: Document, page: Page): Promise<Pdf['links']> {
  const annotations = (await page.getAnnotations()) as LinkAnnotation[];
  const targets = await Promise.all(annotations.map(({ url, dest }) => url ?? pageOf(document, dest ?? '')));
  return targets.map(target => ({ page: page.pageNumber, target }));
}

async function pageOf(document: Document, name: string): Promise<string> {
  const [reference] = (await document.getDestination(name)) ?? [];
  return reference ? `page ${(await document.getPageIndex(reference)) + 1}` : `nowhere (${name})`;
}

async function picturesOf(page: Page): Promise<string[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  return fnArray.flatMap((operation, index) => {
    if (operation !== OPS.paintImageXObject) return [];
    const [, width, height] = argsArray[index] as [string, number, number];
    return [`${width} x ${height}`];
  });
}

async function fontsOf(page: Page): Promise<string[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const ids = fnArray.flatMap((operation, index) => (operation === OPS.setFont ? [String(argsArray[index][0])] : []));
  return [...new Set(ids)].map(id => String(page.commonObjs.get(id).name));
}
