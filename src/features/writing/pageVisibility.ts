import { t } from '@vscode/l10n';
import { Notice } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type Page, withChildren } from '../../model/content/layout.ts';
import { pagesById } from '../../model/writing/pageOperations.ts';
import { retryableButton } from '../../ui/command.ts';
import * as say from '../../ui/say.ts';
import { changeWithProgress } from '../moving/changeWithProgress.ts';
import { confirmUnlessRow, requirePages, nameOfPages } from '../picking/choosePages.ts';

/** Hides pages from the table of contents, or shows them there. */
export async function setHidden(app: App, hidden: boolean, target: unknown, selected: unknown): Promise<void> {
  const { place, pages: chosen } = await requirePages(app, target, selected);
  const isOther = (page: { hidden?: boolean }) => (page.hidden === true) !== hidden;
  const pages = chosen.filter(isOther);
  if (pages.length === 0) {
    const names = nameOfPages(chosen);
    if (chosen.length > 1) {
      throw new Notice(hidden ? tEscaped`${names} are hidden already.` : tEscaped`${names} are shown already.`);
    }
    throw new Notice(hidden ? tEscaped`${names} is hidden already.` : tEscaped`${names} is shown already.`);
  }
  const name = nameOfPages(pages);
  if (hidden) await confirmUnlessRow(target, tEscaped`Hide ${name}?`, t('Hide'));
  else await confirmUnlessRow(target, tEscaped`Show ${name}?`, t({ message: 'Show', comment: ['A hidden page'] }));
  const ids = new Set(pages.map(({ id }) => id));
  const set = (value: boolean) =>
    changeWithProgress(app, place, {
      title: value ? tEscaped`Hiding ${name}` : tEscaped`Showing ${name}`,
      plan: present => {
        // An earlier attempt may have changed some pages.
        const isDone = ({ id, hidden }: Page) => ids.has(id) && (hidden === true) === value;
        const done = new Set([...withChildren(present)].filter(isDone).map(({ id }) => id));
        const others = pages.filter(({ id }) => !done.has(id));
        return others.map(({ id }) => ({ operation: 'update_page', page: id, hidden: value }));
      },
      isDone: async (after, _, edits) => {
        const present = await pagesById(after);
        return edits.every(edit => 'page' in edit && (present.get(edit.page)?.hidden === true) === value);
      },
    });
  await set(hidden);
  const undo = async () => {
    await set(!hidden);
    say.status(hidden ? tEscaped`${name} can be seen again.` : tEscaped`Hid ${name} again.`);
  };
  const offer = retryableButton(app, t('Undo'), { action: t('undo the change'), run: undo });
  say.info(hidden ? tEscaped`Hid ${name}.` : tEscaped`${name} can be seen now.`, offer);
}
