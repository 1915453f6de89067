import { t } from '@vscode/l10n';
import type { BlockChange } from './change.ts';

/** Where a block was moved, as seen from where it stands. */
export function describeMove(change: BlockChange): string {
  const { kind, move } = change;
  if (!move) return '';
  const { direction, from, to } = move;
  const isEdited = isEditedInside(change);
  if (kind === 'moved') {
    const place = `${direction === 'down' ? 'above' : 'below'}${under(from)}`;
    return isEdited ? t`Moved and edited, from ${place}` : t`Moved here from ${place}`;
  }
  return isEdited
    ? t`Moved and edited, to ${direction === 'down' ? 'below' : 'above'}${under(to)}`
    : t`Moved ${direction}${under(to)}`;
}

/** Whether more of a moved block than its place is another one. */
function isEditedInside({ notes, words = [], lines = [], cells = [], children, forms }: BlockChange): boolean {
  const isOwn = notes.length > 0 || forms !== undefined;
  return isOwn || [words, lines, cells, children].some(parts => parts.some(({ kind }) => kind !== 'same'));
}

function under(heading: string | undefined): string {
  if (heading === undefined) return '';
  return heading ? `, under “${heading}”` : t(', from the beginning of the page');
}
