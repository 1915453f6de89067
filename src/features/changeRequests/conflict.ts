import { Failure, Notice } from '../../api/failure.ts';
import { readableResource } from '../../api/readable.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { type ChangeRequestPlace, nameOf } from '../../model/content/changeRequests.ts';
import {
  conflictedPages,
  describeConflict,
  conflictsInMain,
  conflictsOf,
  recordOutcome,
  type Outcome,
  findUnresolvedConflict,
  listTitles,
  type Unresolved,
} from '../../model/content/unresolvedConflicts.ts';
import type { Place } from '../../model/content/snapshot.ts';
import { confirm, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { documentOf } from '../content/node.ts';
import { changeRequestOfTarget } from '../picking/findChangeRequest.ts';
import { openPage } from '../opening/openPage.ts';

/**
 * Remembers what came of an update or a merge, which is done: what fails here must not sound as if it were not. Says
 * whether it conflicted, as far as that can be known.
 */
export async function tryRecordOutcome(
  { content, failures }: App,
  place: ChangeRequestPlace,
  outcome: Outcome,
): Promise<'conflicted' | 'not conflicted' | undefined> {
  try {
    return await recordOutcome(content, place, outcome);
  } catch (error) {
    failures.log(words`Could not remember whether #${place.number} conflicted.`, error);
    return undefined;
  }
}

/** Remembers the outcome of an update or merge whose reply was lost or unusable; returns a sentence that begins with `done`. */
export async function describeLostOutcome(
  app: App,
  place: ChangeRequestPlace,
  done: string,
  outcome: Outcome,
): Promise<string> {
  switch (await tryRecordOutcome(app, place, outcome)) {
    case 'conflicted': {
      const pages = await conflictedPages(app.content, place, outcome.cause);
      const names = pages.length > 0 ? `, ${listTitles(pages)}` : '';
      return `${done}, and may have conflicted: both sides had changed the same pages${names}. Review them.`;
    }
    case 'not conflicted':
      return `${done}.`;
    default:
      return `${done}; whether there were conflicts is not known.`;
  }
}

/** Opens the pages that a conflict made of both versions: a few at most, each in a tab of its own. */
export function offerConflictedPages(app: App, version: Place, pages: Unresolved['pages']): say.MessageAction {
  const opened = pages.slice(0, maxOpenedPages);
  const several = opened.length < pages.length ? `Open ${opened.length} Pages` : 'Open Pages';
  const run = async () => {
    for (const page of opened) await openPage(app, version, page, { preview: opened.length === 1 });
  };
  return { label: pages.length === 1 ? 'Open Page' : several, run };
}

const maxOpenedPages = 10;

/** Takes the word of the user that a conflict is resolved, which the service does not tell. */
export async function markResolved({ content }: App, place: ChangeRequestPlace): Promise<void> {
  const name = nameOf(await content.changeRequests.get(place));
  const unresolved = await findUnresolvedConflict(content, place);
  if (!unresolved) return say.info(words`${name} has no unresolved conflicts that Marginalia knows of.`);
  await confirm(words`Mark the conflict of ${name} as resolved?`, describeConflict(unresolved), 'Mark as Resolved');
  await content.conflicts.resolve(place);
  say.status(words`Marked the conflict of #${place.number} as resolved`);
}

/** The change request whose conflict is meant: on a page of the main content, the one that was merged into it. */
export async function findConflictedChangeRequest(app: App, target: unknown): Promise<ChangeRequestPlace> {
  const uri = documentOf(target);
  const address = uri && parseContentUri(uri);
  if (address?.version.kind !== 'main')
    return (await changeRequestOfTarget(app, target)) ?? pickConflictedChangeRequest(app);
  const { connection, space } = await app.content.place(address);
  const [merged] = conflictsInMain(app.content, connection, space);
  if (merged) return merged;
  throw new Failure('Marginalia knows of no unresolved conflict of a merge into this space.');
}

/** Lets the user pick one of the change requests that have a conflict. */
async function pickConflictedChangeRequest({ content, session }: App): Promise<ChangeRequestPlace> {
  const connection = await session.require();
  const choices = await Promise.all(
    conflictsOf(content, connection).map(async place => {
      const unresolved = await findUnresolvedConflict(content, place);
      if (!unresolved) return [];
      const { subject, status } = await content.changeRequests.get(place);
      const { title } = readableResource(
        await connection.api.request('GET /spaces/{spaceId}', { spaceId: place.space }),
      );
      const label = `#${place.number} ${subject || 'Untitled'}`;
      return [{ label, description: `${status} · ${title}`, detail: describeConflict(unresolved), value: place }];
    }),
  );
  const prompt = { title: 'Change Request', placeHolder: 'Change requests with a conflict', empty: none };
  if (choices.flat().length === 0) throw new Notice(none);
  return pick(prompt, choices.flat());
}

const none = 'Marginalia knows of no unresolved conflicts.';
