/** The text in UTF-8, or undefined for bytes that are no text. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return decode(bytes, 'utf-8');
}

/** The text of an HTML page: in the encoding of its mark, else of the server's header, else of the page itself. */
export function decodeHtml(bytes: Uint8Array, contentType: string): string | undefined {
  const named = markOf(bytes) ?? /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? charsetIn(bytes);
  // Browsers read a page that names no encoding and is not in UTF-8 as if it were from Western Europe.
  return named === undefined ? (decodeUtf8(bytes) ?? decode(bytes, 'windows-1252')) : decode(bytes, named);
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text.replace(/\r\n?/g, '\n');
  } catch {
    // Not in this encoding, or in one that nobody here knows.
    return undefined;
  }
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** What the page says of itself. It must do so early, in letters that are the same in all encodings. */
function charsetIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(head)?.[1];
}
