import { t } from '@vscode/l10n';
import type { BlockChange } from './change.ts';

/** Describes where a block was moved, seen from its displayed position. */
export function describeMove(change: BlockChange): string {
  const { kind, move } = change;
  if (!move) return '';
  const isDown = move.direction === 'down';
  const isEdited = isEditedInside(change);
  if (kind === 'moved') return [arrival(isDown, isEdited), oldHeading(move.from)].filter(Boolean).join(', ');
  return [departure(isDown, isEdited), newHeading(move.to)].filter(Boolean).join(', ');
}

function arrival(isDown: boolean, isEdited: boolean): string {
  if (isEdited) return isDown ? t('Moved and edited, from above') : t('Moved and edited, from below');
  return isDown ? t('Moved here from above') : t('Moved here from below');
}

function departure(isDown: boolean, isEdited: boolean): string {
  if (isEdited) return isDown ? t('Moved and edited, to below') : t('Moved and edited, to above');
  return isDown ? t('Moved down') : t('Moved up');
}

/** Returns whether a moved block has also changed otherwise. */
function isEditedInside({ notes, words = [], lines = [], cells = [], children, forms }: BlockChange): boolean {
  const isOwn = notes.length > 0 || forms !== undefined;
  return isOwn || [words, lines, cells, children].some(parts => parts.some(({ kind }) => kind !== 'same'));
}

function oldHeading(heading: string | undefined): string {
  return heading === '' ? t('from the beginning of the page') : under(heading);
}

function newHeading(heading: string | undefined): string {
  return heading === '' ? t('to the beginning of the page') : under(heading);
}

function under(heading: string | undefined): string {
  return heading === undefined ? '' : t`under “${heading}”`;
}
