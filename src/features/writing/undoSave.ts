import { t } from '@vscode/l10n';
import type { PageSaveEvent, PageWriter } from '../../model/writing/pageWriter.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';

/** Reverts a page to the version before a save, and shows a notification with a Cancel button while it is sent. */
export async function undoWithProgress(writer: PageWriter, saved: PageSaveEvent, title: string): Promise<void> {
  await writer.undo(saved, (send, isDone) =>
    runWriteWithProgress(title, send, async () =>
      (await isDone()) ? t('It is done.') : new WriteNotDone(t('It is not done.')),
    ),
  );
}
