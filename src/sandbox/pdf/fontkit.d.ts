/** The used parts of fontkit, with which pdfmake reads fonts. It has no types of its own. */
declare module 'fontkit' {
  /** Parses the bytes of a font. */
  export function create(font: Buffer): { characterSet: number[] };
}
