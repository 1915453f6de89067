import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create } from 'fontkit';
import documents from 'pdfmake/js/PDFDocument.js';
import { readPacked } from '../load/packed.ts';

export type Family = 'Sans' | 'Mono';

/** What is slanted has no file of its own, see slanted.ts, and neither has bold Mono: each is large. */
export const fonts = {
  Sans: { normal: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' },
  Mono: { normal: 'DejaVuSansMono.ttf', bold: 'DejaVuSansMono.ttf' },
} as const satisfies Record<Family, Record<string, string>>;

export type Face = keyof (typeof fonts)['Sans'];

/** The bytes of the fonts by their names: what is published has them in one file, else they are still in their package. */
const files: ReadonlyMap<string, Buffer> = readFonts(join(import.meta.dirname, 'fonts/DejaVu.br'));

function readFonts(packed: string): Map<string, Buffer> {
  if (existsSync(packed)) return new Map([...readPacked(packed).files].map(([name, read]) => [name, read()]));
  const { resolve } = createRequire(import.meta.filename);
  const names = Object.values(fonts).flatMap(({ normal, bold }) => [normal, bold]);
  return new Map(names.map(name => [name, readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}`))]));
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
