import { Failure } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { type ChangeRequestPlace, nameOf } from '../../model/content/changeRequests.ts';
import { conflictInWords, noteOutcome, type Outcome, settled } from '../../model/content/settled.ts';
import { confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { documentOf } from '../content/node.ts';
import { findChangeRequest } from './find.ts';

/** Remembers what came of an update or a merge, which is done: what fails here must not sound as if it were not. */
export async function remember({ content, failures }: App, place: ChangeRequestPlace, outcome: Outcome): Promise<void> {
  try {
    await noteOutcome(content, place, outcome);
  } catch (error) {
    failures.log(words`Could not remember whether #${place.number} conflicted.`, error);
  }
}

/** Takes the word of the user that a conflict is resolved, which the service does not tell. */
export async function markResolved({ content }: App, place: ChangeRequestPlace): Promise<void> {
  const name = nameOf(await content.changeRequests.get(place));
  const left = await settled(content, place);
  if (!left) return say.info(words`No conflict of ${name} is known that is not resolved.`);
  await confirm(words`Is the conflict of ${name} resolved?`, conflictInWords(left), 'Mark as Resolved');
  await content.conflicts.resolve(place);
  say.status(words`The conflict of #${place.number} is marked as resolved`);
}

/** The change request whose conflict is meant: on a page of the main content, the one that was merged into it. */
export async function findConflicted(app: App, target: unknown): Promise<ChangeRequestPlace> {
  const uri = documentOf(target);
  const address = uri && parseContentUri(uri);
  if (address?.version.kind !== 'main') return findChangeRequest(app, target, { statuses: ['open', 'draft'] });
  const { connection, space } = await app.content.place(address);
  const [merged] = app.content.conflicts.inMain(connection, space);
  if (merged) return merged[0];
  throw new Failure('No conflict of a merge into this space is known that is not resolved.');
}
