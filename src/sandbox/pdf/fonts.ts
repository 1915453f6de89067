import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';
import documents from 'pdfmake/js/PDFDocument.js';

export type Family = 'Sans' | 'Mono';

/** What is slanted has no file of its own, see slanted.ts, and neither has bold Mono: each is large. */
export const fonts = {
  Sans: { normal: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' },
  Mono: { normal: 'DejaVuSansMono.ttf', bold: 'DejaVuSansMono.ttf' },
} as const satisfies Record<Family, Record<string, string>>;

export type Face = keyof (typeof fonts)['Sans'];

/** The bytes of the fonts by file name. */
const files: ReadonlyMap<string, Buffer> = readFonts();

/** Reads the fonts beside the bundle, where the build copies them, or those of the npm package when the sources run. */
function readFonts(): Map<string, Buffer> {
  const copied = join(import.meta.dirname, 'fonts');
  const { resolve } = createRequire(import.meta.filename);
  const folder = existsSync(copied) ? copied : dirname(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  const names = new Set(Object.values(fonts).flatMap(({ normal, bold }) => [normal, bold]));
  return new Map([...names].map(name => [name, readFileSync(join(folder, name))]));
}

/** Has every document know the fonts by their names, for words and for drawings: no file is opened for them. */
export function provideFonts(): void {
  const { prototype } = documents.default;
  const { initFonts } = prototype;
  prototype.initFonts = function (...given) {
    initFonts.apply(this, given);
    for (const [name, bytes] of files) this.registerFont(name, bytes);
  };
}

export function isFont(name: string): boolean {
  return files.has(name);
}

/** Whether the font has a picture of this character; without one, it would print an empty box. */
export function hasGlyph(family: Family, face: Face, character: number): boolean {
  const name = fonts[family][face];
  const file = files.get(name);
  const known = coverages.get(name) ?? new Set(file && create(file).characterSet);
  coverages.set(name, known);
  return known.has(character);
}

const coverages = new Map<string, ReadonlySet<number>>();
