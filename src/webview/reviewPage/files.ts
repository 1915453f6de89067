/// <reference lib="dom" />
import { button, make, quiet } from '../dom.ts';
import { icon } from '../icons.ts';
import { factList, factOf } from './facts.ts';
import type { FromPage, ListedFile, ToPage } from './messages.ts';
import { PicturesView } from './pictures.ts';

export type Pictures = Extract<ToPage, { type: 'pictures' }>;

/** The changed files, each with the way to its two versions; pictures are shown. */
export class FilesView {
  readonly element = make('section', { id: 'files', class: 'section', 'aria-label': 'Files' });
  readonly #tell: (message: FromPage) => void;
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

  constructor(tell: (message: FromPage) => void) {
    this.#tell = tell;
    this.element.append(make('h2', { tabindex: -1 }, 'Files'), this.#none, this.#list);
  }

  get count(): number {
    return this.#cards.size;
  }

  show(files: readonly ListedFile[]): void {
    const ids = new Set(files.map(({ id }) => id));
    for (const [id, card] of this.#cards) {
      if (!ids.has(id)) this.#remove(id, card);
    }
    for (const file of files) {
      const known = this.#cards.get(file.id);
      if (known?.isOf(file)) known.again();
      else this.#put(file, known);
    }
    this.#none.hidden = files.length > 0;
    this.#list.hidden = files.length === 0;
  }

  fill(pictures: Pictures): void {
    this.#cards.get(pictures.id)?.fill(pictures);
  }

  #put(file: ListedFile, known: FileCard | undefined): void {
    const card = new FileCard(file, this.#tell);
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
class FileCard {
  readonly element: HTMLElement;
  readonly #file: ListedFile;
  readonly #tell: (message: FromPage) => void;
  readonly #sizes = quiet('');
  readonly #body = make('div', { class: 'pictures' });
  #shown: Pictures | undefined;
  #isAskedFor = false;

  constructor(file: ListedFile, tell: (message: FromPage) => void) {
    [this.#file, this.#tell] = [file, tell];
    const { id, name, kind, isPicture, facts = [] } = file;
    const open = () => tell({ type: 'open', id, line: 0 });
    const head = make(
      isPicture ? 'header' : 'div',
      { class: 'file' },
      icon(kind, kind),
      button(name, open, { class: 'link', title: 'Show what has changed' }),
      quiet(kind),
      this.#sizes,
    );
    if (isPicture) this.#body.append(make('p', { class: 'waiting' }));
    const list = factList('Changed about the file');
    list.append(...facts.map(factOf));
    const body = isPicture && this.#body;
    this.element = make('li', { class: isPicture && 'card', 'data-file': id }, head, facts.length > 0 && list, body);
  }

  isOf(file: ListedFile): boolean {
    return JSON.stringify(file) === JSON.stringify(this.#file);
  }

  demand(): void {
    if (this.#isAskedFor) return;
    this.#isAskedFor = true;
    this.#tell({ type: 'pictures', id: this.#file.id });
  }

  /** Asks again for what is shown: it may be compared with something else now. */
  again(): void {
    if (!this.#isAskedFor) return;
    this.#isAskedFor = false;
    this.demand();
  }

  fill(pictures: Pictures): void {
    const { before, after, sizes, why } = pictures;
    // What is looked at stays as it is set.
    const isSame = this.#shown?.before === before && this.#shown?.after === after && this.#shown?.why === why;
    if (this.#shown && isSame && this.#shown.sizes === sizes) return;
    this.#shown = pictures;
    this.#sizes.textContent = sizes;
    const { name, kind } = this.#file;
    this.#body.replaceChildren(
      ...(why === undefined
        ? new PicturesView({ name, kind, before, after }).inside
        : [make('p', { class: 'quiet' }, why)]),
    );
  }
}
