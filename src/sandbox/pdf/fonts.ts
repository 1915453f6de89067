import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';

export type Family = 'Sans' | 'Mono';

export type Face = 'normal' | 'bold' | 'italics' | 'bolditalics';

/** The folder of the fonts: beside the bundle, where the build copies them, or in the npm package when the sources run. */
const folder = fontFolder();

/** The font files of each family. Monospaced text has no bold face. */
export const fonts: Readonly<Record<Family, Readonly<Record<Face, string>>>> = {
  Sans: {
    normal: join(folder, 'DejaVuSans.ttf'),
    bold: join(folder, 'DejaVuSans-Bold.ttf'),
    italics: join(folder, 'DejaVuSans-Oblique.ttf'),
    bolditalics: join(folder, 'DejaVuSans-BoldOblique.ttf'),
  },
  Mono: {
    normal: join(folder, 'DejaVuSansMono.ttf'),
    bold: join(folder, 'DejaVuSansMono.ttf'),
    italics: join(folder, 'DejaVuSansMono-Oblique.ttf'),
    bolditalics: join(folder, 'DejaVuSansMono-Oblique.ttf'),
  },
};

const files: ReadonlySet<string> = new Set(Object.values(fonts).flatMap(faces => Object.values(faces)));

export function isFont(path: string): boolean {
  return files.has(path);
}

/** Returns true if the font has a glyph for a character. pdfmake prints an empty box for a missing glyph. */
export function hasGlyph(family: Family, face: Face, character: number): boolean {
  const file = fonts[family][face];
  const characters = characterSets.get(file) ?? new Set(create(readFileSync(file)).characterSet);
  characterSets.set(file, characters);
  return characters.has(character);
}

const characterSets = new Map<string, ReadonlySet<number>>();

function fontFolder(): string {
  const copied = join(import.meta.dirname, 'fonts');
  const { resolve } = createRequire(import.meta.filename);
  return existsSync(copied) ? copied : dirname(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
}
