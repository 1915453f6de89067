import type { Change } from './change.ts';

/** Where a block was moved, as seen from where it stands. */
export function moveWords({ kind, move }: Change): string {
  if (!move) return '';
  const { direction, from, to } = move;
  if (kind === 'moved') return `Moved here from ${direction === 'down' ? 'above' : 'below'}${under(from)}`;
  return `Moved ${direction}${under(to)}`;
}

function under(heading: string | undefined): string {
  if (heading === undefined) return '';
  return heading ? `, under “${heading}”` : ', from the beginning of the page';
}
