/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, iconButton, createElement, redraw, screenReaderText } from '../dom.ts';
import { icon } from '../icons.ts';
import type { ReviewHead, ListedFile, ListedPage } from './messages.ts';

interface BarFacts {
  head: ReviewHead | undefined;
  pages: readonly ListedPage[];
  /** The number of changes that are neither pages nor files. */
  others: number;
  /** The number of open conversations on the change request. */
  open: number;
  /** The changed files, and whether they are viewed. */
  files: readonly Pick<ListedFile, 'isViewed'>[];
  /** The number of pending comments, and whether sending them was interrupted. */
  rights: { pending: number; isStopped: boolean };
  canComment: boolean;
}

interface BarContext {
  go: (section: string) => void;
  step: (by: 1 | -1) => void;
  help: () => void;
  finish: () => void;
}

const sections = [
  ['conversation', t('Conversation')],
  ['changes', t('Changes')],
  ['files', t('Files')],
  ['checks', t('Checks')],
] as const;

/** The navigation bar at the top: subject, sections, viewed progress, previous and next change, and "Finish Review". */
export class Bar {
  readonly element = createElement('nav', { class: 'bar', 'aria-label': t('Review') });
  readonly #context: BarContext;
  // They stay in the page, because screen readers read only changes of a status that they know.
  readonly #meter = createElement('progress');
  readonly #long = createElement('span', { class: 'long' });
  readonly #short = createElement('span', { class: 'short' });
  readonly #progress = createElement('span', { class: 'progress' });
  #subject = createElement('strong');
  readonly #sections = createElement('span', { class: 'sections' });
  readonly #actions = createElement('span', { class: 'actions' });
  #current = '';
  /** True if *Finish Review* is offered. */
  canFinish = false;

  constructor(context: BarContext) {
    this.#context = context;
    this.#progress.append(this.#meter, createElement('span', { role: 'status' }, this.#long, this.#short));
    const end = createElement('span', { class: 'end' }, this.#progress, this.#actions);
    this.element.append(this.#subject, this.#sections, end);
  }

  show({ head, pages, others, open, files, rights: { pending, isStopped }, canComment }: BarFacts): void {
    const { go, step, help, finish } = this.#context;
    const subject = head ? `#${head.number} ${head.subject}` : '';
    const against = head?.checks.filter(({ tone }) => tone === 'bad').length ?? 0;
    const counts = { conversation: open, changes: pages.length + others, files: files.length, checks: against };
    const markable = [...pages, ...files].filter(({ isViewed }) => isViewed !== undefined);
    const [viewed, all] = [markable.filter(({ isViewed }) => isViewed).length, markable.length];
    // Pending comments can still be sent after the change request was merged or archived.
    this.canFinish = head !== undefined && (canComment || pending > 0);
    const links = sections.map(([id, name]) => {
      const count = counts[id];
      const isBad = id === 'checks';
      const mark = createElement('span', { class: `count${isBad ? ' bad' : ''}` }, isBad && icon('bad'), String(count));
      const link = button([name, count > 0 && mark], () => go(id), { class: 'section-link' });
      link.dataset['section'] = id;
      return link;
    });
    const progressLabel = t`${viewed} of ${all} viewed`;
    Object.assign(this.#meter, { max: Math.max(all, 1), value: viewed, ariaLabel: progressLabel });
    setText(this.#long, progressLabel);
    setText(this.#short, t`${viewed} of ${all}`);
    this.#progress.hidden = all === 0;
    const badge =
      pending > 0 && createElement('span', { class: 'count' }, screenReaderText(`${t('pending')}: `), String(pending));
    const stopped = isStopped ? [icon('warn'), screenReaderText(`${t('Stopped')}: `)] : [];
    const name = createElement('strong', { class: 'subject cut', title: subject, dir: 'auto' }, subject);
    this.#subject.replaceWith(name);
    this.#subject = name;
    redraw(this.#sections, ...links);
    redraw(
      this.#actions,
      iconButton('arrowUp', t('Go to the Previous Change (k)'), () => step(-1)),
      iconButton('arrowDown', t('Go to the Next Change (j)'), () => step(1)),
      iconButton('help', t('Keyboard Help (?)'), help),
      ...(this.canFinish ? [button([...stopped, t('Finish Review'), badge], finish, { class: 'primary' })] : []),
    );
    this.mark(this.#current);
  }

  /** Marks the link of the section in view as current. */
  mark(section: string): void {
    this.#current = section;
    for (const link of this.element.querySelectorAll<HTMLElement>('.section-link')) {
      if (link.dataset['section'] === section) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  /** Shows the subject once the head is out of view. */
  showSubject(isShown: boolean): void {
    this.element.classList.toggle('scrolled', isShown);
  }
}

/** Sets a text unless it is the same, which would be read again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
