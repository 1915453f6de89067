/// <reference lib="dom" />
import { button, iconButton, make, quiet } from '../dom.ts';
import { icon } from '../icons.ts';
import { newsMark } from './newsMark.ts';
import { factList, factOf } from './facts.ts';
import type { FromPage, ListedFile, ToPage } from './messages.ts';
import { PicturesView } from './pictures.ts';
import { scrollToElement } from './scroll.ts';

export type Pictures = Extract<ToPage, { type: 'pictures' }>;

interface Handlers {
  tell: (message: FromPage) => void;
  /** Opens a box for a comment that begins with these words. */
  comment: (quote: string) => void;
}

/** The changed files, each with the way to its two versions; pictures are shown. */
export class FilesView {
  readonly element = make('section', { id: 'files', class: 'section', 'aria-label': 'Files' });
  readonly #handlers: Handlers;
  readonly #list = make('ul', { class: 'files' });
  readonly #none = make('p', { class: 'quiet', hidden: true }, 'No file is changed.');
  readonly #cards = new Map<string, FileCard>();
  /** Pictures are asked for when they come near the view. */
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
    this.element.append(make('h2', { tabindex: -1 }, 'Files'), this.#none, this.#list);
  }

  get cards(): FileCard[] {
    return [...this.#cards.values()];
  }

  get(id: string): FileCard | undefined {
    return this.#cards.get(id);
  }

  /** The file that an element is in. */
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
      if (known?.isOf(file)) known.again(file);
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
    this.#cards.get(id)?.demand();
  }

  #remove(id: string, { element }: FileCard): void {
    this.#watcher.unobserve(element);
    element.remove();
    this.#cards.delete(id);
  }
}

/** A changed file: its name, what became of it, and its pictures once they are there. */
export class FileCard {
  readonly element: HTMLElement;
  readonly #handlers: Handlers;
  #file: ListedFile;
  readonly #name: HTMLElement;
  readonly #sizes = quiet('');
  readonly #viewed = make('input', { type: 'checkbox' });
  readonly #label = make('label', { class: 'viewed' }, this.#viewed, 'Viewed');
  readonly #body = make('div', { class: 'pictures' });
  #pictures: Pictures | undefined;
  #isAskedFor = false;

  constructor(file: ListedFile, handlers: Handlers) {
    [this.#file, this.#handlers] = [file, handlers];
    const { id, name, kind, change, isPicture, facts = [], news } = file;
    this.#name = button(name, () => handlers.tell({ type: 'open', id, line: 0 }), {
      ...{ class: 'link', title: 'Show what has changed' },
    });
    this.#viewed.addEventListener('change', () => handlers.tell({ type: 'mark', id, isViewed: this.#viewed.checked }));
    const head = make(
      isPicture ? 'header' : 'div',
      { class: 'file' },
      ...[icon(kind, kind), this.#name, quiet(change), news && newsMark(news), this.#sizes, this.#label],
      iconButton('comment', `Comment on ${name}`, () => this.comment(), { class: 'begin' }),
    );
    if (isPicture) this.#body.append(make('p', { class: 'waiting' }));
    const list = factList('Changed about the file');
    list.append(...facts.map(factOf));
    const body = isPicture && this.#body;
    this.element = make('li', { class: isPicture && 'card', 'data-file': id }, head, facts.length > 0 && list, body);
    this.#showViewed();
  }

  /** The file as it was last received. */
  get file(): ListedFile {
    return this.#file;
  }

  get isViewed(): boolean | undefined {
    return this.#file.isViewed;
  }

  /** Whether nothing else is told of the file than before, but for whether it is viewed. */
  isOf(file: ListedFile): boolean {
    return JSON.stringify({ ...file, isViewed: this.#file.isViewed }) === JSON.stringify(this.#file);
  }

  demand(): void {
    if (this.#isAskedFor) return;
    this.#isAskedFor = true;
    this.#handlers.tell({ type: 'pictures', id: this.#file.id });
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
    this.#viewed.ariaLabel = `Viewed: ${name}`;
    this.#label.hidden = isViewed === undefined;
  }

  /** Takes in whether it is viewed, and asks again for what is shown: it may be compared with something else now. */
  again(file: ListedFile): void {
    this.#file = file;
    this.#showViewed();
    if (!this.#isAskedFor) return;
    this.#isAskedFor = false;
    this.demand();
  }

  fill(pictures: Pictures): void {
    const { before, after, sizes, why } = pictures;
    // What is looked at stays as it is set.
    const isSame = this.#pictures?.before === before && this.#pictures?.after === after && this.#pictures?.why === why;
    if (this.#pictures && isSame && this.#pictures.sizes === sizes) return;
    this.#pictures = pictures;
    this.#sizes.textContent = sizes;
    const { name, kind } = this.#file;
    this.#body.replaceChildren(
      ...(why === undefined
        ? new PicturesView({ name, kind, before, after }).inside
        : [make('p', { class: 'quiet' }, why)]),
    );
  }
}
