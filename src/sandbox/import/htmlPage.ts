import { decodeHtml } from './decodeText.ts';
import type { AddressOf, HtmlPage } from './htmlToMarkdown.ts';
import { notImported } from './notImported.ts';

/** A page longer than any that is written by hand would keep everybody waiting. */
const mostBytes = 2 * 1024 * 1024;

/** Reads the content of an HTML page; `contentType` is what a server said of it. */
export async function readHtmlPage(bytes: Uint8Array, contentType: string, addressOf: AddressOf): Promise<HtmlPage> {
  if (bytes.length > mostBytes)
    throw notImported(`it is longer than ${mostBytes} bytes`, 'Split it into several pages.');
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
  // Imported here, because few sandboxes need it.
  const { htmlToMarkdown } = await import('./htmlToMarkdown.ts');
  try {
    return htmlToMarkdown(html, addressOf);
  } catch (error) {
    if (error instanceof RangeError) throw notImported('its elements are nested too deep', 'Simplify the page first.');
    throw error;
  }
}
