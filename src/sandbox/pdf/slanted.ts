import documents from 'pdfmake/js/PDFDocument.js';
import type { Font } from 'pdfmake/js/PDFDocument.js';

/** Degrees by which the slanted letters of DejaVu lean; they have the forms and widths of the upright ones. */
const lean = 11;

/**
 * Has pdfmake draw slanted text with the upright letters of the same weight, leaning: so no font is needed for it, and
 * bold and monospaced text is slanted, too.
 */
export function leanInPlaceOfItalics(): void {
  const { prototype } = documents.default;
  const { provideFont, text } = prototype;
  const leaning = new WeakMap<Font, Font>();
  prototype.provideFont = function (family, isBold, isSlanted) {
    const upright = provideFont.call(this, family, isBold, false);
    if (!isSlanted) return upright;
    // Both are one font in the PDF.
    upright.ref();
    const slanted = leaning.get(upright) ?? (Object.create(upright, { isLeaning: { value: true } }) as Font);
    leaning.set(upright, slanted);
    return slanted;
  };
  prototype.text = function (words, x, y, options) {
    return text.call(this, words, x, y, this._font.isLeaning ? { ...options, oblique: lean } : options);
  };
}
