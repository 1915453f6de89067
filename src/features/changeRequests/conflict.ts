import { t } from '@vscode/l10n';
import { Failure, Notice } from '../../api/failure.ts';
import { normalizeResource } from '../../api/normalize.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { type ChangeRequestPlace, changeRequestName, describeStatus } from '../../model/content/changeRequests.ts';
import {
  conflictedPages,
  describeConflict,
  conflictsInMain,
  conflictsOf,
  recordOutcome,
  type MergeOutcome,
  findUnresolvedConflict,
  listTitles,
  type UnresolvedConflict,
} from '../../model/content/unresolvedConflicts.ts';
import type { Place } from '../../model/content/snapshot.ts';
import { confirm, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { documentOfTarget } from '../content/node.ts';
import { changeRequestOfTarget } from '../picking/findChangeRequest.ts';
import { openPage } from '../opening/openPage.ts';

/**
 * Records the outcome of an update or merge. Logs a failure instead of throwing it, because the write itself has
 * succeeded. Returns undefined if it is unknown whether there was a conflict.
 */
export async function tryRecordOutcome(
  { content, failures }: App,
  place: ChangeRequestPlace,
  outcome: MergeOutcome,
): Promise<'conflicted' | 'not conflicted' | undefined> {
  try {
    return await recordOutcome(content, place, outcome);
  } catch (error) {
    failures.log(`Could not store whether #${place.number} conflicted.`, error);
    return undefined;
  }
}

/**
 * Records the outcome of an update or merge whose reply was lost or unusable. Returns the sentence `done`, and a second
 * one if there may have been a conflict.
 */
export async function describeLostOutcome(
  app: App,
  place: ChangeRequestPlace,
  done: string,
  outcome: MergeOutcome,
): Promise<string> {
  switch (await tryRecordOutcome(app, place, outcome)) {
    case 'conflicted': {
      const pages = await conflictedPages(app.content, place, outcome.cause);
      const conflict =
        pages.length > 0
          ? t`It may have conflicted: both sides had changed the same pages, ${listTitles(pages)}. Review them.`
          : t('It may have conflicted: both sides had changed the same pages. Review them.');
      return [done, conflict].join(' ');
    }
    case 'not conflicted':
      return done;
    default:
      return [done, t('Whether there were conflicts is not known.')].join(' ');
  }
}

/** Returns a button that opens the first pages that contain a conflict, each in its own tab. */
export function offerConflictedPages(app: App, version: Place, pages: UnresolvedConflict['pages']): say.MessageAction {
  const opened = pages.slice(0, maxOpenedPages);
  const labelForMany = opened.length < pages.length ? t`Open ${opened.length} Pages` : t('Open Pages');
  const run = async () => {
    for (const page of opened) await openPage(app, version, page, { preview: opened.length === 1 });
  };
  return { label: pages.length === 1 ? t('Open Page') : labelForMany, run };
}

const maxOpenedPages = 10;

/** Marks a conflict as resolved after a confirmation. The user decides, because the service does not report it. */
export async function markResolved({ content }: App, place: ChangeRequestPlace): Promise<void> {
  const name = changeRequestName(await content.changeRequests.get(place));
  const unresolved = await findUnresolvedConflict(content, place);
  if (!unresolved) return say.info(tEscaped`${name} has no unresolved conflicts that Marginalia knows of.`);
  await confirm(
    tEscaped`Mark the conflict of ${name} as resolved?`,
    describeConflict(unresolved),
    t('Mark as Resolved'),
  );
  await content.conflicts.resolve(place);
  say.status(tEscaped`Marked the conflict of #${place.number} as resolved`);
}

/**
 * Finds the change request of the target that has a conflict. For a page of the main content, that is the merged one.
 */
export async function findConflictedChangeRequest(app: App, target: unknown): Promise<ChangeRequestPlace> {
  const uri = documentOfTarget(target);
  const address = uri && parseContentUri(uri);
  if (address?.version.kind !== 'main')
    return (await changeRequestOfTarget(app, target)) ?? pickConflictedChangeRequest(app);
  const { connection, space } = await app.content.place(address);
  const [merged] = conflictsInMain(app.content, connection, space);
  if (merged) return merged;
  throw new Failure(t('Marginalia knows of no unresolved conflict of a merge into this space.'));
}

async function pickConflictedChangeRequest({ content, session }: App): Promise<ChangeRequestPlace> {
  const connection = await session.require();
  const choices = await Promise.all(
    conflictsOf(content, connection).map(async place => {
      const unresolved = await findUnresolvedConflict(content, place);
      if (!unresolved) return [];
      const { subject, status } = await content.changeRequests.get(place);
      const { title } = normalizeResource(
        await connection.api.request('GET /spaces/{spaceId}', { spaceId: place.space }),
      );
      const label = `#${place.number} ${subject || t('Untitled')}`;
      return [
        {
          label,
          description: `${describeStatus(status)} · ${title}`,
          detail: describeConflict(unresolved),
          value: place,
        },
      ];
    }),
  );
  const prompt = { title: t('Change Request'), placeHolder: t('Change requests with a conflict'), empty: noConflicts };
  if (choices.flat().length === 0) throw new Notice(noConflicts);
  return pick(prompt, choices.flat());
}

const noConflicts = t('Marginalia knows of no unresolved conflicts.');
