import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Family = 'Sans' | 'Mono';

/** Bold and slanted at once has no file of its own, and neither have the variants of Mono: each is large. */
const files = {
  Sans: {
    normal: 'DejaVuSans.ttf',
    bold: 'DejaVuSans-Bold.ttf',
    italics: 'DejaVuSans-Oblique.ttf',
    bolditalics: 'DejaVuSans-Bold.ttf',
  },
  Mono: {
    normal: 'DejaVuSansMono.ttf',
    bold: 'DejaVuSansMono.ttf',
    italics: 'DejaVuSansMono.ttf',
    bolditalics: 'DejaVuSansMono.ttf',
  },
} as const satisfies Record<Family, Record<string, string>>;

export type Face = keyof (typeof files)['Sans'];

/** The fonts lie beside the bundle; beside the sources they are still in their package. */
const beside = join(import.meta.dirname, 'fonts');
export const fontFolder = existsSync(beside)
  ? beside
  : join(import.meta.dirname, '../../../node_modules/dejavu-fonts-ttf/ttf');

export const fonts = { Sans: located(files.Sans), Mono: located(files.Mono) };

function located(faces: Record<Face, string>): Record<Face, string> {
  return {
    normal: join(fontFolder, faces.normal),
    bold: join(fontFolder, faces.bold),
    italics: join(fontFolder, faces.italics),
    bolditalics: join(fontFolder, faces.bolditalics),
  };
}

/** Whether the font has a picture of this character; without one, it would print an empty box. */
export function hasGlyph(family: Family, face: Face, character: number): boolean {
  const file = fonts[family][face];
  const known = coverages.get(file) ?? readCoverage(readFileSync(file));
  coverages.set(file, known);
  return known.has(character);
}

const coverages = new Map<string, ReadonlySet<number>>();

/** The characters in the `cmap` table of a TrueType font, of which the 32-bit form (format 12) has them all. */
function readCoverage(font: Buffer): ReadonlySet<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = tables.find(at => font.toString('latin1', at, at + 4) === 'cmap');
  if (entry === undefined) throw new Error('The font does not say which characters it has.');
  const cmap = font.readUInt32BE(entry + 8);
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 4 + index * 8)
    .map(at => cmap + font.readUInt32BE(at + 4))
    .filter(at => font.readUInt16BE(at) === 12);
  const covered = new Set<number>();
  for (const at of subtables) {
    for (let group = at + 16; group < at + 16 + font.readUInt32BE(at + 12) * 12; group += 12) {
      for (let code = font.readUInt32BE(group); code <= font.readUInt32BE(group + 4); code++) covered.add(code);
    }
  }
  return covered;
}
