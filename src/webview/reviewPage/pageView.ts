/// <reference lib="dom" />
import { button, make, rendered } from './dom.ts';
import type { FromPage, ListedPage, Mode, ShownRow } from './messages.ts';
import { follow } from './tabs.ts';

interface Around {
  mode: () => Mode;
  /** Whether what is the same is shown, too. */
  isWhole: () => boolean;
  tell: (message: FromPage) => void;
}

const signOf: ReadonlyMap<string, string> = new Map([
  ['changed', '~'],
  ['added', '+'],
  ['removed', '−'],
  ['moved', '↑'],
  ['moved-away', '↓'],
]);

/** One page of the change request: asked for when it comes into view, and left as it is until it is another. */
export class PageView {
  readonly element: HTMLElement;
  page: ListedPage;
  isFilled = false;
  readonly #around: Around;
  readonly #body = make('div', { class: 'body' });
  readonly #facts = make('span', { class: 'facts' });
  readonly #title: HTMLElement;
  readonly #viewed = make('input', { type: 'checkbox' });
  #isAsked = false;

  constructor(page: ListedPage, around: Around) {
    this.page = page;
    this.#around = around;
    this.#title = make('h2', { tabindex: -1 }, page.title);
    this.#viewed.addEventListener('change', () => {
      around.tell({ type: 'mark', id: page.id, isViewed: this.#viewed.checked });
    });
    const fold = button('', () => this.#fold(this.#body.hidden === false), { class: 'fold', 'aria-expanded': 'true' });
    fold.setAttribute('aria-label', `Fold ${page.title}`);
    const label = make('label', { class: 'viewed' }, this.#viewed, ' Viewed');
    label.hidden = page.isViewed === undefined;
    const header = make('header', {}, fold, this.#title, this.#facts, label);
    this.element = make('article', { class: 'page', 'aria-label': page.title }, header, this.#body);
    this.element.dataset['id'] = page.id;
    this.#body.append(make('p', { class: 'waiting' }, 'Reading…'));
    follow(this.#body, target => around.tell({ type: 'follow', id: page.id, target }));
    this.update(page);
    if (page.isViewed) this.#fold(true);
  }

  /** Asks for what it says, unless that was done. */
  demand(): void {
    if (this.#isAsked || this.#body.hidden) return;
    this.#isAsked = true;
    this.#around.tell({ type: 'show', id: this.page.id, mode: this.#around.mode() });
  }

  update(page: ListedPage): void {
    const isTicked = page.isViewed && !this.page.isViewed;
    this.page = page;
    this.#viewed.checked = page.isViewed ?? false;
    const { kind, path, conversations } = page;
    const open = conversations ? `${conversations} open ${conversations === 1 ? 'conversation' : 'conversations'}` : '';
    this.#facts.textContent = [kind === 'same' ? '' : kind, path, open].filter(fact => fact).join(' · ');
    if (isTicked) this.#fold(true);
  }

  fill(rows: readonly ShownRow[]): void {
    this.isFilled = true;
    this.element.classList.add('filled');
    this.#body.className = `body ${this.#around.mode()}`;
    const isSeen = seen(rows, this.#around.isWhole());
    const shown: Node[] = [];
    rows.forEach((row, index) => {
      if (isSeen(index)) shown.push(this.#row(row));
      else if (isSeen(index - 1) || index === 0) shown.push(folded(rows, index, isSeen, () => this.#unfold(rows)));
    });
    const isSame = rows.every(({ kind }) => kind === 'same') && this.page.kind !== 'same';
    if (isSame) shown.unshift(make('p', { class: 'waiting' }, 'Its text is the same.'));
    this.#body.replaceChildren(...shown);
  }

  fail(why: string): void {
    const retry = button('Try Again', () => this.again(), { class: 'secondary' });
    this.#body.replaceChildren(make('p', { class: 'waiting', role: 'alert' }, `${why} `, retry));
  }

  /** Asks anew where that was done. */
  again(): void {
    if (!this.#isAsked) return;
    this.#isAsked = false;
    this.demand();
  }

  focus(): void {
    if (this.#body.hidden) this.#fold(false);
    this.element.scrollIntoView();
    this.#title.focus({ preventScroll: true });
  }

  #fold(isFolded: boolean): void {
    this.#body.hidden = isFolded;
    this.element.querySelector('.fold')?.setAttribute('aria-expanded', String(!isFolded));
    if (!isFolded) this.demand();
  }

  #unfold(rows: readonly ShownRow[]): void {
    this.#body.replaceChildren(...rows.map(row => this.#row(row)));
  }

  #row(row: ShownRow): HTMLElement {
    const { kind, said, before, after, notes, line } = row;
    const isChange = kind !== 'same';
    const side = (html: string | undefined, name: 'before' | 'after') => {
      if (html === undefined) return make('div', { class: `side ${name} nothing`, 'aria-hidden': 'true' });
      const isStop = name === 'after' || after === undefined;
      const attributes = { class: `side ${name}`, role: 'group', 'aria-label': `${name}: ${said}` };
      const sign = make('span', { class: 'sign', 'aria-hidden': 'true' }, signOf.get(kind) ?? '');
      const cell = make(
        'div',
        { ...attributes, ...(isStop && { tabindex: 0 }) },
        sign,
        rendered(html, { class: 'prose' }),
      );
      if (isStop && notes) cell.append(rendered(notes, { class: 'noted' }));
      if (isStop && line !== undefined) cell.append(this.#source(line));
      return cell;
    };
    const isSplit = this.#around.mode() === 'split';
    const sides = isSplit || after === undefined ? [side(before, 'before')] : [];
    if (isSplit || after !== undefined) sides.push(side(after, 'after'));
    return make('div', { class: `row ${kind}${isChange ? ' change' : ''}` }, ...sides);
  }

  #source(line: number): HTMLElement {
    const open = () => this.#around.tell({ type: 'open', id: this.page.id, line });
    return button('Source', open, {
      class: 'source',
      title: 'Show this block in the source, where it can be commented on',
    });
  }
}

/** Which rows are shown: what has changed, and one row of what is around it. A single one is not worth folding. */
function seen(rows: readonly ShownRow[], isWhole: boolean): (index: number) => boolean {
  const isAll = isWhole || rows.every(({ kind }) => kind === 'same');
  const isNear = (index: number) => rows.slice(Math.max(index - 1, 0), index + 2).some(({ kind }) => kind !== 'same');
  const isBetween = (index: number) => [index - 1, index + 1].every(one => !rows[one] || isNear(one));
  return index => index >= 0 && (isAll || isNear(index) || isBetween(index));
}

function folded(
  rows: readonly ShownRow[],
  from: number,
  isSeen: (index: number) => boolean,
  unfold: () => void,
): HTMLElement {
  let to = from;
  while (to < rows.length && !isSeen(to)) to++;
  const count = to - from;
  return button(`${count} unchanged ${count === 1 ? 'block' : 'blocks'}`, unfold, { class: 'folded' });
}
