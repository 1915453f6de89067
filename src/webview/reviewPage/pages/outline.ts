/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement, redraw, screenReaderText } from '../../dom.ts';
import { icon } from '../../icons.ts';
import { ancestorsLabel, kindNames, pageLabel } from './names.ts';
import type { PageView } from './pageView.ts';

interface OutlineContext {
  isHidden: () => boolean;
  /** Hides viewed pages, or shows them again. */
  hide: (isHidden: boolean) => void;
}

/**
 * The outline of the changed pages, with the kind of change, the viewed mark and the number of conversations of each.
 */
export class Outline {
  readonly element: HTMLDetailsElement;
  readonly #context: OutlineContext;
  readonly #list = createElement('ul', {});
  readonly #title = createElement('summary', {});
  readonly #hide = createElement('input', { type: 'checkbox' });
  readonly #hiding: HTMLElement;
  /** Outline items by page ID. */
  #items = new Map<string, HTMLElement>();

  constructor(context: OutlineContext) {
    this.#context = context;
    this.#hide.addEventListener('change', () => context.hide(this.#hide.checked));
    this.#hiding = createElement('label', { class: 'hide' }, this.#hide, t('Hide viewed'));
    this.#hiding.hidden = true;
    this.element = createElement('details', { class: 'outline' }, this.#title, this.#hiding, this.#list);
    // In a narrow window, the outline is collapsed to one line above the pages.
    const narrow = matchMedia('(max-width: 1239px)');
    const fit = () => this.#open(!narrow.matches);
    narrow.addEventListener('change', fit);
    fit();
  }

  show(views: readonly PageView[], current: string): void {
    this.#hide.checked = this.#context.isHidden();
    this.#hiding.hidden = views.every(({ page }) => page.isViewed === undefined);
    this.#title.replaceChildren(
      icon('chevronRight', 'fold'),
      views.length === 1 ? t('1 page') : t`${views.length} pages`,
    );
    const visibleViews = views.filter(({ page }) => !this.#context.isHidden() || !page.isViewed);
    this.#items = new Map();
    const items = visibleViews.map((view, index) => {
      const { id, title, path, kind, isViewed, conversations, hasEqualTitle, recentChange } = view.page;
      const folder = ancestorsLabel(view.page);
      const isFirst = index === 0 || folder !== ancestorsLabel(visibleViews[index - 1]?.page);
      const tick =
        isViewed !== undefined &&
        createElement('input', { type: 'checkbox', 'aria-label': t`${pageLabel(view.page)}: viewed` });
      if (tick) {
        tick.checked = isViewed ?? false;
        tick.addEventListener('change', () => view.toggleViewed());
      }
      const open = conversations > 0 && [
        icon('comment'),
        screenReaderText(`${t('open conversations')}: `),
        String(conversations),
      ];
      const names = [
        createElement('span', { class: 'cut', dir: 'auto' }, title),
        hasEqualTitle && createElement('span', { class: 'quiet cut path' }, path),
      ];
      const link = button(
        [
          icon(kind, kind),
          screenReaderText(kind === 'same' ? '' : `${kindNames[kind]}: `),
          createElement('span', { class: 'names' }, ...names),
        ],
        () => view.focus(),
        { title: `${title}\n${path}`, class: `to kind-${kind}` },
      );
      const mark =
        recentChange &&
        createElement('span', { class: 'news', title: recentChange }, icon('history'), screenReaderText(recentChange));
      const item = createElement('li', {}, tick, link, mark);
      this.#items.set(id, item);
      if (open) item.append(createElement('span', { class: 'talks quiet' }, ...open));
      return isFirst && folder
        ? [createElement('li', { class: 'folder quiet cut', title: folder, dir: 'auto' }, folder), item]
        : [item];
    });
    redraw(this.#list, ...items.flat());
    if (this.#list.childElementCount === 0 && views.length > 0)
      this.#list.append(createElement('li', { class: 'quiet' }, t('All pages are viewed.')));
    this.mark(current);
  }

  /** Marks the page in view, without redrawing the outline. */
  mark(current: string): void {
    for (const [id, item] of this.#items) {
      item.classList.toggle('current', id === current);
      item.querySelector('.to')?.setAttribute('aria-current', String(id === current));
    }
  }

  toggle(): void {
    this.#open(!this.element.open);
  }

  #open(isOpen: boolean): void {
    this.element.open = isOpen;
    this.element.parentElement?.classList.toggle('without-outline', !isOpen);
  }
}
