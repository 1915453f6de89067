import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, reasonOf } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import { type ChangeRequestPlace, changeRequestName } from '../../model/content/changeRequests.ts';
import { changeTitle, verbLabel } from '../../model/content/changes.ts';
import { readReview } from '../../model/reviews/readReview.ts';
import { recordAsMarkdown, type ReviewRecord } from '../../model/reviews/record.ts';
import { readVerdicts } from '../../model/reviews/verdicts.ts';
import { withProgress } from '../../ui/progress.ts';
import { askSaveAs } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { mapConcurrently } from '../../model/concurrency.ts';

/** Copies the record of a review to the clipboard. */
export async function copyRecord(app: App, place: ChangeRequestPlace): Promise<void> {
  await vscode.env.clipboard.writeText(recordAsMarkdown(await gather(app, place), vscode.env.language));
  say.status(tEscaped`Review record of #${place.number} copied`);
}

/** Saves the record of a review as a file: as Markdown, or as JSON for programs. */
export async function saveRecord(app: App, place: ChangeRequestPlace): Promise<void> {
  const { number } = place;
  const name = `review-${number}`;
  const file = await askSaveAs(tEscaped`Save Review Record of #${number}`, `${name}.md`, {
    Markdown: ['md'],
    JSON: ['json'],
  });
  const record = await gather(app, place);
  const isJson = file.path.toLowerCase().endsWith('.json');
  const text = isJson ? `${JSON.stringify(record, undefined, 2)}\n` : recordAsMarkdown(record, vscode.env.language);
  try {
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  } catch (cause) {
    const failure = t`Could not write the record: ${reasonOf(cause)}`;
    throw new Failure([failure, t('Choose another place.')].join(' '), { cause });
  }
  const open = () => vscode.commands.executeCommand('vscode.open', file);
  say.info(tEscaped`The review record of #${number} is saved.`, { label: t('Open'), run: open });
}

function gather(app: App, place: ChangeRequestPlace): Promise<ReviewRecord> {
  const { content, reviews } = app;
  return withProgress(tEscaped`Gathering the review of #${place.number}`, async (signal, report) => {
    const changeRequest = await content.changeRequests.fetch(place, signal);
    const { number, subject, status, createdBy, revision } = changeRequest;
    report(changeRequestName(changeRequest));
    const [verdicts, review, conversations] = await Promise.all([
      readVerdicts(place, changeRequest),
      allChanges(app, place, signal),
      conversationsOn(app, place),
    ]);
    signal.throwIfAborted();
    return {
      at: new Date().toISOString(),
      server: place.connection.api.url,
      changeRequest: { space: place.space, number, subject, status, author: createdBy.displayName, revision },
      verdicts,
      changes: review?.changes.map(change => ({
        name: changeTitle(change),
        path: change.detail,
        change: verbLabel(change),
        isViewed: reviews.isViewed(place, change),
      })),
      conversations,
    };
  });
}

/** Reads the changes since the base, even if the view compares with another revision. */
async function allChanges({ content, reviews }: App, place: ChangeRequestPlace, signal: AbortSignal) {
  return reviews.since(place)
    ? (await readReview(content, place, undefined, signal)).review
    : reviews.read(place, signal);
}

async function conversationsOn(app: App, { connection, space, number }: ChangeRequestPlace) {
  const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
  const discussion = app.discussions.of(uri);
  if (!discussion) return [];
  await discussion.loadAll();
  await discussion.whenIdle();
  const all = discussion.conversations;
  await mapConcurrently(all, ({ comment }) => discussion.loadConversation(comment.id));
  return all.map(({ comment: { id } }) => {
    const { comment, replies } = discussion.get(id) ?? { comment: undefined, replies: [] };
    const { title, id: page } = comment?.target.page ?? {};
    const on = title ?? page ?? t('The change request');
    return { on, status: comment?.status ?? '', ...messageOf(comment), replies: replies.map(messageOf) };
  });
}

interface MessageFields {
  postedBy: { displayName: string };
  postedAt: string;
  body: { markdown?: string | undefined };
}

function messageOf(message: MessageFields | undefined) {
  const { postedBy, postedAt = '', body } = message ?? {};
  return { author: postedBy?.displayName ?? t('Somebody'), at: postedAt, text: body?.markdown ?? '' };
}
