import { t } from '@vscode/l10n';
import { isCancellation } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import {
  changePages,
  type ChangeCheck,
  type EditPlan,
  type EditsToSend,
  PartialChangeFailure,
  type PagesChanged,
} from '../../model/writing/pageOperations.ts';
import { WriteNotDone, type WriteOutcome, runWriteWithProgress } from '../../ui/progress.ts';

/** A change of pages of a change request. */
export interface PlannedChange {
  /** The title of its progress, such as `Moving "Anchors"`. */
  title: string;
  plan: EditPlan;
  isDone: ChangeCheck;
  /** True if the explorer makes the change. VS Code then shows the progress, which cannot be canceled. */
  isFileOperation?: boolean;
}

/**
 * Changes pages like `changePages`, and shows a notification with a Cancel button while the edits are sent. Throws
 * CancellationError when it is pressed, after a message about what is done.
 */
export function changeWithProgress(
  { content }: App,
  place: ChangeRequestPlace,
  { title, plan, isDone, isFileOperation = false }: PlannedChange,
): Promise<PagesChanged> {
  if (isFileOperation) return changePages(content, place, plan, isDone);
  return changePages(content, place, plan, isDone, async edits => {
    try {
      await runWriteWithProgress(
        title,
        signal => edits.send(signal),
        () => outcomeOf(edits),
      );
    } catch (error) {
      if (isCancellation(error) || edits.sentCount === 0 || error instanceof PartialChangeFailure) throw error;
      throw new PartialChangeFailure((error as Error).message, { cause: error });
    }
  });
}

async function outcomeOf(edits: EditsToSend): Promise<WriteOutcome> {
  const count = await edits.countDone();
  if (count === edits.count) return t('It is done.');
  return new WriteNotDone(count === 0 ? t('It is not done.') : t`Only ${count} of ${edits.count} changes were made.`);
}
