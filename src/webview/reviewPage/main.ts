/// <reference lib="dom" />
import { button, isField, make, redraw } from '../dom.ts';
import { Bar } from './bar.ts';
import { Composers } from './composers.ts';
import { checksOf, ConversationView } from './conversation.ts';
import { externalImages } from './externalImages.ts';
import { FilesView } from './files.ts';
import { headOf } from './head.ts';
import { showHelp } from './help.ts';
import { type Action, type FromPage, type Head, type ListedPage, type Mode, toPage, type ToPage } from './messages.ts';
import { Outline } from './outline.ts';
import { PageView } from './pageView.ts';
import { changes, goTo, nearest, walksOf, walkTo } from './walk.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
};

interface State {
  connection?: string;
  space?: string;
  number?: number;
  mode?: Mode;
  isWhole?: boolean;
  areViewedHidden?: boolean;
  /** The page that was read, and how far below its beginning. */
  at?: { id: string; below: number };
}

const vscode = acquireVsCodeApi();
const tell = (message: FromPage) => vscode.postMessage(message);
const run = (action: Action) => tell({ type: 'do', action });
const root = document.getElementById('page') ?? document.body;
let state: State = (vscode.getState() ?? {}) as State;
let shownHead: Head | undefined;
let pending = 0;
let isRestored = false;

const composers = new Composers(tell, ({ element }) => nearest(element)?.focus({ preventScroll: true }));
const conversation = new ConversationView({ tell, composers });
const bar = new Bar({ go: goTo, step: by => walkTo(root, by, changes), help: showHelp, finish: () => run('finish') });
const outline = new Outline({ isHidden: () => state.areViewedHidden ?? false, hide: hideViewed });
const banner = make('div', { class: 'banner', role: 'status' });
const head = make('header', { class: 'head' }, make('p', { class: 'waiting' }, 'Reading…'));
const modes = make('div', { class: 'modes' });
const note = make('p', { class: 'note' });
const list = make('div', { class: 'pages' });
const files = new FilesView(tell);
const checks = make('section', { id: 'checks', class: 'section', 'aria-label': 'Checks' });
const views = new Map<string, PageView>();
const takeImage = externalImages(root, tell);

root.append(
  ...[banner, head, bar.element, conversation.element],
  make(
    'section',
    { id: 'changes', class: 'section', 'aria-label': 'Changes' },
    make('div', { class: 'title' }, make('h2', { tabindex: -1 }, 'Changes'), modes),
    note,
    make('div', { class: 'columns' }, outline.element, list),
  ),
  ...[files.element, checks],
);

/** Pages ask for what they say when they come near the view. */
const watcher = new IntersectionObserver(
  entries => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) views.get((target as HTMLElement).dataset['id'] ?? '')?.demand();
    }
  },
  { rootMargin: '600px' },
);

function keep(change: State): void {
  state = { ...state, ...change };
  vscode.setState(state);
}

const modeNow = (): Mode => (innerWidth < 720 && (state.mode ?? 'split') === 'split' ? 'one' : (state.mode ?? 'split'));

function take(message: ToPage): void {
  switch (message.type) {
    case 'place':
      return keep(message.place);
    case 'head':
      shownHead = message.head;
      redraw(head, ...headOf(message.head, run));
      redraw(checks, ...checksOf(message.head, run));
      conversation.tell(message.head);
      return showBar();
    case 'pages':
      files.show(message.files);
      return takePages(message.pages, message.note);
    case 'page':
      if (message.mode === modeNow()) views.get(message.id)?.fill(message.rows, message.facts);
      return goBack();
    case 'threads':
      if (message.id !== '') return views.get(message.id)?.discuss(message.threads);
      conversation.discuss(message.threads);
      return showBar();
    case 'failed':
      return views.get(message.id)?.fail(message.why);
    case 'goTo':
      return views.get(message.id)?.showLine(message.line);
    case 'rights':
      pending = message.pending;
      composers.learn(message);
      root.classList.toggle('may-comment', message.mayComment);
      conversation.showRights();
      return showBar();
    case 'wrote':
      return composers.took(message);
    case 'suggested':
      return composers.insert(message.draft, message.text);
    case 'banner':
      return showBanner(message.text, message.label);
    case 'pictures':
      return files.fill(message);
    case 'image':
      return takeImage(message);
    case 'renew':
      showBanner('');
      return again();
    case 'go':
      return walks[message.step]();
  }
}

/** Says something above everything; what is being read stays where it is. */
function showBanner(text: string, label = ''): void {
  const before = banner.offsetHeight;
  const act = () => {
    showBanner('');
    run('refresh');
  };
  banner.replaceChildren(...(text ? [make('span', {}, text), button(label, act, { class: 'link' })] : []));
  if (scrollY > 0) scrollBy({ top: banner.offsetHeight - before, behavior: 'instant' });
}

function takePages(pages: readonly ListedPage[], why = ''): void {
  note.textContent =
    why || (pages.length ? '' : 'It changes no page yet. It can be discussed, reviewed and merged all the same.');
  const gone = new Set(views.keys());
  for (const page of pages) {
    gone.delete(page.id);
    const known = views.get(page.id);
    if (known) known.update(page);
    else add(page);
  }
  for (const id of gone) {
    const element = views.get(id)?.element;
    if (element) conversation.save(element);
    element?.remove();
    views.delete(id);
  }
  // Elements that stand where they belong are left alone: who reads one keeps the place.
  pages.forEach((page, index) => {
    const element = views.get(page.id)?.element;
    if (element && list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
  // Where the reader was before a reload.
  if (!isRestored) views.get(state.at?.id ?? '')?.demand();
  showOutline();
  showBar();
}

function add(page: ListedPage): void {
  const view = new PageView(page, {
    ...{ mode: modeNow, tell, composers },
    isWhole: () => state.isWhole ?? false,
    next: ({ nextElementSibling: next }) => views.get((next as HTMLElement | null)?.dataset['id'] ?? ''),
  });
  views.set(page.id, view);
  list.append(view.element);
  watcher.observe(view.element);
}

function inOrder(): PageView[] {
  return [...list.children].flatMap(child => views.get((child as HTMLElement).dataset['id'] ?? '') ?? []);
}

function showOutline(): void {
  list.classList.toggle('hides-viewed', state.areViewedHidden ?? false);
  outline.show(inOrder(), placeNow().id);
}

function showBar(): void {
  const all = [...views.values()].map(({ page }) => page);
  const markable = all.filter(({ isViewed }) => isViewed !== undefined);
  bar.show({
    subject: shownHead ? `#${shownHead.number} ${shownHead.subject}` : '',
    counts: {
      conversation: conversation.open,
      changes: all.length,
      files: files.count,
      checks: shownHead?.checks.filter(({ tone }) => tone === 'bad').length ?? 0,
    },
    viewed: markable.filter(({ isViewed }) => isViewed).length,
    all: markable.length,
    pending,
    mayFinish: shownHead !== undefined && !shownHead.isOver,
  });
}

function showModes(): void {
  const offered: readonly (readonly [Mode, string])[] = [
    ['split', 'Side by Side'],
    ['one', 'One Column'],
    ['after', 'After Only'],
  ];
  const choices = offered.map(([mode, label]) =>
    button(label, () => setMode(mode), { 'aria-pressed': String(mode === (state.mode ?? 'split')) }),
  );
  redraw(
    modes,
    make('span', { class: 'segments', role: 'group', 'aria-label': 'How pages are shown' }, ...choices),
    button('Whole Pages', setWhole, { class: 'small', 'aria-pressed': String(state.isWhole ?? false) }),
  );
}

function setMode(mode: Mode): void {
  keep({ mode });
  again();
}

function setWhole(): void {
  keep({ isWhole: !state.isWhole });
  again();
}

function hideViewed(areViewedHidden: boolean): void {
  keep({ areViewedHidden });
  showOutline();
}

/** Has what is shown made again, with the page that is read where it is. */
function again(): void {
  const at = placeNow();
  for (const view of views.values()) view.again();
  showModes();
  keep({ at });
  isRestored = false;
}

/** The page at the top of the view, and how far it is read. */
function placeNow(): NonNullable<State['at']> {
  const top = bar.element.getBoundingClientRect().bottom;
  const read = inOrder().findLast(({ element }) => element.getBoundingClientRect().top <= top + 1);
  return read
    ? { id: read.page.id, below: Math.round(-read.element.getBoundingClientRect().top) }
    : { id: '', below: 0 };
}

/** Goes to where the reader was, as soon as that page is there. */
function goBack(): void {
  const view = views.get(state.at?.id ?? '');
  if (isRestored || !view?.isFilled) return;
  isRestored = true;
  const top = scrollY + view.element.getBoundingClientRect().top + (state.at?.below ?? 0);
  scrollTo({ top, behavior: 'instant' });
}

const walks = walksOf({
  ...{ root, conversation, setMode, setWhole, views: inOrder },
  readNow: () => placeNow().id,
  toggleOutline: () => outline.toggle(),
});

addEventListener('message', ({ data }) => {
  const message = toPage(data);
  if (message) take(message);
});

/** Whether plain letters are keys: while the page has the focus, and no text is typed. */
function tellFocus(): void {
  tell({ type: 'focus', isReading: document.hasFocus() && !isField(document.activeElement) });
}
for (const event of ['focus', 'blur'] as const) addEventListener(event, tellFocus);
for (const event of ['focusin', 'focusout'] as const) document.addEventListener(event, () => setTimeout(tellFocus));

let waiting = 0;
addEventListener('scroll', () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    const at = placeNow();
    keep({ at });
    outline.mark(at.id);
    const top = bar.element.getBoundingClientRect().bottom + 8;
    const sections = [...root.querySelectorAll<HTMLElement>('.section')];
    bar.mark(sections.findLast(one => one.getBoundingClientRect().top <= top)?.id ?? '');
    bar.showSubject(head.getBoundingClientRect().bottom < 0);
  }, 100);
});
let width = innerWidth;
addEventListener('resize', () => {
  const wasNarrow = width < 720;
  width = innerWidth;
  if (wasNarrow !== innerWidth < 720) again();
  for (const view of views.values()) view.arrange();
});
addEventListener('visibilitychange', () => composers.flush());

showModes();
showBar();
tell({ type: 'ready' });
