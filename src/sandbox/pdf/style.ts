import type { Style } from 'pdfmake';

export const colors = {
  text: '#1f2328',
  faint: '#59636e',
  link: '#0b5fb0',
  line: '#d1d9e0',
  code: '#f3f4f6',
  hints: { info: '#0b5fb0', success: '#1a7f37', warning: '#9a6700', danger: '#c62828' },
  hintFills: { info: '#eaf3fc', success: '#e9f7ed', warning: '#fdf5dc', danger: '#fdecec' },
} as const;

/** The width of a sheet between its margins, in points. */
export const sheetWidth = 483;

/** The minimum width of text in points, however deep it is nested. */
export const minRoom = 60;

export const blockGap = 7;

export const smallFontSize: Style = { fontSize: 8, color: colors.faint };
