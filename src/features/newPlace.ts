import { plain, words } from '../api/words.ts';
import type { NewPlace, TargetDeleted } from '../model/discussions/newPlace.ts';
import { type Choice, pick } from '../ui/prompts.ts';

/** Asks where a comment is to go whose target was deleted; undefined where it is to be discarded. */
export async function askNewPlace(text: string, { message, places }: TargetDeleted): Promise<NewPlace | undefined> {
  const choices: Choice<NewPlace | 'discard'>[] = places.map(place => ({ ...rowOf(place), value: place }));
  choices.push({ label: 'Discard the Comment', detail: 'It was never sent, so nobody else has it.', value: 'discard' });
  const title = `${message} Where should it go?`;
  const placeHolder = words`"${plain(text, 80)}", below a quotation of what was deleted`;
  const chosen = await pick({ title, placeHolder, empty: '' }, choices);
  return chosen === 'discard' ? undefined : chosen;
}

function rowOf({ kind, name }: NewPlace): { label: string; detail?: string } {
  if (kind === 'block') return { label: 'Comment on the Nearest Text', detail: plain(name) };
  if (kind === 'page') return { label: 'Comment on the Page', detail: plain(name) };
  return { label: 'Comment on the Change Request' };
}
