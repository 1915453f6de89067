import { t } from '@vscode/l10n';
import type { PageSaveEvent, PageWriter } from '../../model/writing/pageWriter.ts';
import { NotDone, withWrite } from '../../ui/progress.ts';

/** Reverts a page to the version before a save, and shows a notification with a Cancel button while it is sent. */
export async function undoWithProgress(writer: PageWriter, saved: PageSaveEvent, title: string): Promise<void> {
  await writer.undo(saved, (send, isDone) =>
    withWrite(title, send, async () => ((await isDone()) ? t('It is done.') : new NotDone(t('It is not done.')))),
  );
}
