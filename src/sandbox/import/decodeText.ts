/** Decodes UTF-8. Returns undefined for bytes that are no text. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return decode(bytes, 'utf-8');
}

/**
 * Decodes an HTML page. The byte order mark wins over the server's header, and that over the page's own declaration.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string | undefined {
  const named = byteOrderMarkOf(bytes) ?? /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? charsetIn(bytes);
  // Browsers also read a page as Western European if it declares no encoding and is not UTF-8.
  return named === undefined ? (decodeUtf8(bytes) ?? decode(bytes, 'windows-1252')) : decode(bytes, named);
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text.replace(/\r\n?/g, '\n');
  } catch {
    // The bytes are invalid in this encoding, or the encoding is unknown.
    return undefined;
  }
}

function byteOrderMarkOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Returns the encoding that the page declares within its first 1024 bytes, which must be ASCII. */
function charsetIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(head)?.[1];
}
