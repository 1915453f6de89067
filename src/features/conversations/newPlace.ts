import { t } from '@vscode/l10n';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import { excerptOf } from '../../model/discussions/commentText.ts';
import type { NewPlace, TargetDeleted } from '../../model/discussions/newPlace.ts';
import { type Choice, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import type { CommentTarget } from '../../model/discussions/placement.ts';

/** Asks for a new target of a comment whose target was deleted. Returns undefined if the comment is to be discarded. */
export async function askNewPlace(text: string, { message, places }: TargetDeleted): Promise<NewPlace | undefined> {
  const choices: Choice<NewPlace | 'discard'>[] = places.map(place => ({ ...rowOf(place), value: place }));
  choices.push({
    label: t('Discard the Comment'),
    detail: t('It was never sent, so nobody else has it.'),
    value: 'discard',
  });
  const title = [message, t('Where should it go?')].join(' ');
  const isQuoting = places.some(({ quote }) => quote !== undefined);
  const excerpt = await excerptOf(text, { limit: 80 });
  const placeHolder = isQuoting
    ? tEscaped`"${excerpt}", below a quotation of what was deleted`
    : tEscaped`"${excerpt}"`;
  const choice = await pick({ title, placeHolder, empty: '' }, choices);
  return choice === 'discard' ? undefined : choice;
}

/** Reports where a comment was placed that quotes its original text, because that was changed or deleted. */
export function announcePlacement({ page, node }: CommentTarget, isPending: boolean): void {
  const kind = node === undefined ? 'page' : 'block';
  const sentences = placements[page === undefined ? 'changeRequest' : kind];
  say.info(isPending ? sentences.pending : sentences.sent);
}

const placements = {
  changeRequest: {
    pending: t(
      'The page was deleted: your comment will be in the conversation of the change request, with a quotation.',
    ),
    sent: t('The page was deleted: your comment is in the conversation of the change request, with a quotation.'),
  },
  page: {
    pending: t(
      'What you commented on has changed or was deleted: your comment will be on the whole page, with a quotation.',
    ),
    sent: t('What you commented on has changed or was deleted: your comment is on the whole page, with a quotation.'),
  },
  block: {
    pending: t(
      'What you commented on has changed or was deleted: your comment will be at the nearest text that is left, with a quotation.',
    ),
    sent: t(
      'What you commented on has changed or was deleted: your comment is at the nearest text that is left, with a quotation.',
    ),
  },
};

function rowOf({ kind, name }: NewPlace): { label: string; detail?: string } {
  if (kind === 'sameBlock') return { label: t('Comment on the Same Text'), detail: escapeLine(name) };
  if (kind === 'block') return { label: t('Comment on the Nearest Text'), detail: escapeLine(name) };
  if (kind === 'page') return { label: t('Comment on the Page'), detail: escapeLine(name) };
  return { label: kind === 'space' ? t('Comment on the Space') : t('Comment on the Change Request') };
}
