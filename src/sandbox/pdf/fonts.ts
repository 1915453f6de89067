import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';

export type Family = 'Sans' | 'Mono';

/** What is slanted has no file of its own, see slanted.ts, and neither has bold Mono: each is large. */
const files = {
  Sans: { normal: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' },
  Mono: { normal: 'DejaVuSansMono.ttf', bold: 'DejaVuSansMono.ttf' },
} as const satisfies Record<Family, Record<string, string>>;

export type Face = keyof (typeof files)['Sans'];

/** The fonts lie beside the bundle; beside the sources they are still in their package. */
const beside = join(import.meta.dirname, 'fonts');
export const fontFolder = existsSync(beside)
  ? beside
  : join(import.meta.dirname, '../../../node_modules/dejavu-fonts-ttf/ttf');

export const fonts = { Sans: located(files.Sans), Mono: located(files.Mono) };

function located({ normal, bold }: Record<Face, string>): Record<Face, string> {
  return { normal: join(fontFolder, normal), bold: join(fontFolder, bold) };
}

/** Whether the font has a picture of this character; without one, it would print an empty box. */
export function hasGlyph(family: Family, face: Face, character: number): boolean {
  const file = fonts[family][face];
  const known = coverages.get(file) ?? new Set(create(readFileSync(file)).characterSet);
  coverages.set(file, known);
  return known.has(character);
}

const coverages = new Map<string, ReadonlySet<number>>();
