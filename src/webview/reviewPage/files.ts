/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, iconButton, createElement, secondaryText } from '../dom.ts';
import { icon } from '../icons.ts';
import { recentChangeMark } from './recentChangeMark.ts';
import { factElement, factList } from './facts.ts';
import type { FromPage, ListedFile, ToPage } from './messages.ts';
import { PicturesView } from './pictures.ts';
import { scrollToElement } from './scroll.ts';

export type Pictures = Extract<ToPage, { type: 'pictures' }>;

interface Handlers {
  post: (message: FromPage) => void;
  /** Opens a composer whose comment begins with this quote. */
  comment: (quote: string) => void;
}

/** The list of changed files. Each opens a diff of its two versions; images are shown in place. */
export class FilesView {
  readonly element = createElement('section', { id: 'files', class: 'section', 'aria-label': t('Files') });
  readonly #handlers: Handlers;
  readonly #list = createElement('ul', { class: 'files' });
  readonly #none = createElement('p', { class: 'quiet', hidden: true }, t('No file is changed.'));
  readonly #cards = new Map<string, FileCard>();
  /** Requests images when they come near the viewport. */
  readonly #watcher = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.#demand((target as HTMLElement).dataset['file'] ?? '');
      }
    },
    { rootMargin: '200px' },
  );

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
    this.element.append(createElement('h2', { tabindex: -1 }, t('Files')), this.#none, this.#list);
  }

  get cards(): FileCard[] {
    return [...this.#cards.values()];
  }

  get(id: string): FileCard | undefined {
    return this.#cards.get(id);
  }

  /** Returns the card of the file that contains an element. */
  cardAt(element: Element | null): FileCard | undefined {
    return this.#cards.get(element?.closest<HTMLElement>('[data-file]')?.dataset['file'] ?? '');
  }

  show(files: readonly ListedFile[]): void {
    const ids = new Set(files.map(({ id }) => id));
    for (const [id, card] of this.#cards) {
      if (!ids.has(id)) this.#remove(id, card);
    }
    for (const file of files) {
      const known = this.#cards.get(file.id);
      if (known?.isOf(file)) known.update(file);
      else this.#put(file, known);
    }
    this.#none.hidden = files.length > 0;
    this.#list.hidden = files.length === 0;
  }

  fill(pictures: Pictures): void {
    this.#cards.get(pictures.id)?.fill(pictures);
  }

  #put(file: ListedFile, known: FileCard | undefined): void {
    const card = new FileCard(file, this.#handlers);
    if (known) {
      known.element.replaceWith(card.element);
      this.#remove(file.id, known);
    } else this.#list.append(card.element);
    this.#cards.set(file.id, card);
    if (file.isPicture) this.#watcher.observe(card.element);
  }

  #demand(id: string): void {
    this.#cards.get(id)?.requestPictures();
  }

  #remove(id: string, { element }: FileCard): void {
    this.#watcher.unobserve(element);
    element.remove();
    this.#cards.delete(id);
  }
}

/** A changed file: its name, the kind of its change, and its images once they have arrived. */
export class FileCard {
  readonly element: HTMLElement;
  readonly #handlers: Handlers;
  #file: ListedFile;
  readonly #name: HTMLElement;
  readonly #sizes = secondaryText('');
  readonly #viewed = createElement('input', { type: 'checkbox' });
  readonly #label = createElement('label', { class: 'viewed' }, this.#viewed, t('Viewed'));
  readonly #body = createElement('div', { class: 'pictures' });
  #pictures: Pictures | undefined;
  #isAskedFor = false;

  constructor(file: ListedFile, handlers: Handlers) {
    [this.#file, this.#handlers] = [file, handlers];
    const { id, name, kind, change, isPicture, facts = [], recentChange } = file;
    this.#name = button(name, () => handlers.post({ type: 'open', id, line: 0 }), {
      ...{ class: 'link', title: t('Show what has changed') },
    });
    this.#viewed.addEventListener('change', () => handlers.post({ type: 'mark', id, isViewed: this.#viewed.checked }));
    const head = createElement(
      isPicture ? 'header' : 'div',
      { class: 'file' },
      ...[
        icon(kind, kind),
        this.#name,
        secondaryText(change),
        recentChange && recentChangeMark(recentChange),
        this.#sizes,
        this.#label,
      ],
      iconButton('comment', t`Comment on ${name}`, () => this.comment(), { class: 'begin' }),
    );
    if (isPicture) this.#body.append(createElement('p', { class: 'waiting' }));
    const list = factList(t('Changed about the file'));
    list.append(...facts.map(factElement));
    const body = isPicture && this.#body;
    this.element = createElement(
      'li',
      { class: isPicture && 'card', 'data-file': id },
      head,
      facts.length > 0 && list,
      body,
    );
    this.#showViewed();
  }

  get file(): ListedFile {
    return this.#file;
  }

  get isViewed(): boolean | undefined {
    return this.#file.isViewed;
  }

  /** Returns true if a file equals the shown one in everything except whether it is viewed. */
  isOf(file: ListedFile): boolean {
    return JSON.stringify({ ...file, isViewed: this.#file.isViewed }) === JSON.stringify(this.#file);
  }

  requestPictures(): void {
    if (this.#isAskedFor) return;
    this.#isAskedFor = true;
    this.#handlers.post({ type: 'pictures', id: this.#file.id });
  }

  toggleViewed(): void {
    if (this.isViewed !== undefined) this.#viewed.click();
  }

  comment(): void {
    this.#handlers.comment(this.#file.quote);
  }

  focus(): void {
    scrollToElement(this.element);
    this.#name.focus({ preventScroll: true });
  }

  #showViewed(): void {
    const { name, isViewed } = this.#file;
    this.#viewed.checked = isViewed ?? false;
    this.#viewed.ariaLabel = t`Viewed: ${name}`;
    this.#label.hidden = isViewed === undefined;
  }

  /** Updates the viewed state and requests the images again, because their comparison base may have changed. */
  update(file: ListedFile): void {
    this.#file = file;
    this.#showViewed();
    if (!this.#isAskedFor) return;
    this.#isAskedFor = false;
    this.requestPictures();
  }

  fill(pictures: Pictures): void {
    const { before, after, sizes, why } = pictures;
    // Redrawing equal images would reset the comparison mode that the user has set.
    const isSame = this.#pictures?.before === before && this.#pictures?.after === after && this.#pictures?.why === why;
    if (this.#pictures && isSame && this.#pictures.sizes === sizes) return;
    this.#pictures = pictures;
    this.#sizes.textContent = sizes;
    const { name, kind } = this.#file;
    this.#body.replaceChildren(
      ...(why === undefined
        ? new PicturesView({ name, kind, before, after }).inside
        : [createElement('p', { class: 'quiet' }, why)]),
    );
  }
}
