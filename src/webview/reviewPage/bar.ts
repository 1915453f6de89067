/// <reference lib="dom" />
import { button, iconButton, make, redraw, spoken } from '../dom.ts';
import { icon } from '../icons.ts';
import type { Head, ListedFile, ListedPage } from './messages.ts';

/** What the bar tells of. */
interface BarFacts {
  head: Head | undefined;
  pages: readonly ListedPage[];
  /** How many changes of something else there are. */
  others: number;
  /** How many conversations on the change request are open. */
  open: number;
  /** The changed files, and whether they are viewed. */
  files: readonly Pick<ListedFile, 'isViewed'>[];
  /** What is held back for the review, and whether that was stopped while it was sent. */
  rights: { pending: number; isStopped: boolean };
  mayComment: boolean;
}

interface BarContext {
  go: (section: string) => void;
  step: (by: 1 | -1) => void;
  help: () => void;
  finish: () => void;
}

const sections = ['Conversation', 'Changes', 'Files', 'Checks'] as const;

/** The bar that stays on top: where one is, how much is viewed, where to go, and the way to the end. */
export class Bar {
  readonly element = make('nav', { class: 'bar', 'aria-label': 'Review' });
  readonly #context: BarContext;
  #current = '';
  /** Whether there is a review to finish, which can be sent. */
  mayFinish = false;

  constructor(context: BarContext) {
    this.#context = context;
  }

  show({ head, pages, others, open, files, rights: { pending, isStopped }, mayComment }: BarFacts): void {
    const { go, step, help, finish } = this.#context;
    const subject = head ? `#${head.number} ${head.subject}` : '';
    const against = head?.checks.filter(({ tone }) => tone === 'bad').length ?? 0;
    const counts = { conversation: open, changes: pages.length + others, files: files.length, checks: against };
    const markable = [...pages, ...files].filter(({ isViewed }) => isViewed !== undefined);
    const [viewed, all] = [markable.filter(({ isViewed }) => isViewed).length, markable.length];
    // What is held back can be sent also when its review has ended.
    this.mayFinish = head !== undefined && (mayComment || pending > 0);
    const links = sections.map(name => {
      const id = name.toLowerCase() as keyof typeof counts;
      const count = counts[id];
      const isBad = id === 'checks';
      const mark = make('span', { class: `count${isBad ? ' bad' : ''}` }, isBad && icon('bad'), String(count));
      const link = button([name, count > 0 && mark], () => go(id), { class: 'section-link' });
      link.dataset['section'] = id;
      return link;
    });
    const progressLabel = `${viewed} of ${all} viewed`;
    const meter = make('progress', { max: Math.max(all, 1), value: viewed, 'aria-label': progressLabel });
    const progress = [
      meter,
      make('span', { role: 'status' }, `${viewed} of ${all}`, make('span', { class: 'word' }, ' viewed')),
    ];
    const badge = pending > 0 && make('span', { class: 'count' }, spoken('pending: '), String(pending));
    const stopped = isStopped ? [icon('warn'), spoken('Stopped: ')] : [];
    redraw(
      this.element,
      make('strong', { class: 'subject cut', title: subject, dir: 'auto' }, subject),
      make('span', { class: 'sections' }, ...links),
      make(
        'span',
        { class: 'end' },
        make('span', { class: 'progress' }, ...(all > 0 ? progress : [])),
        iconButton('arrowUp', 'Go to the Previous Change (k)', () => step(-1)),
        iconButton('arrowDown', 'Go to the Next Change (j)', () => step(1)),
        iconButton('help', 'Keyboard Help (?)', help),
        this.mayFinish && button([...stopped, 'Finish Review', badge], finish, { class: 'primary' }),
      ),
    );
    this.mark(this.#current);
  }

  /** Marks the section that is read. */
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
