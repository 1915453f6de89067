import { decodeHtml } from './decodeText.ts';
import type { AddressOf, HtmlPage } from './htmlToMarkdown.ts';
import { notImported } from './notImported.ts';

/** The size limit of a page. Hand-written pages are smaller, and larger ones take too long to convert. */
const maxBytes = 2 * 1024 * 1024;

/** Converts an HTML page; `contentType` is the server's header, or empty. */
export async function readHtmlPage(bytes: Uint8Array, contentType: string, addressOf: AddressOf): Promise<HtmlPage> {
  if (bytes.length > maxBytes) throw notImported(`it is longer than ${maxBytes} bytes`, 'Split it into several pages.');
  const html = decodeHtml(bytes, contentType);
  if (html === undefined) {
    throw notImported('it is not text, or not in the encoding that it names', 'Give the address of an HTML page.');
  }
  const page = await parse(html, addressOf);
  if (page) return page;
  throw notImported(
    'it has no content',
    'A page that scripts fill, or that only leads to another one, is none to the sandbox.',
  );
}

async function parse(html: string, addressOf: AddressOf): Promise<HtmlPage | undefined> {
  // The module is imported lazily, because few sandboxes need it.
  const { htmlToMarkdown } = await import('./htmlToMarkdown.ts');
  try {
    return htmlToMarkdown(html, addressOf);
  } catch (error) {
    if (error instanceof RangeError) throw notImported('its elements are nested too deep', 'Simplify the page first.');
    throw error;
  }
}
