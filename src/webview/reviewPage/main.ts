/// <reference lib="dom" />
import { conversationOf, filesOf } from './conversation.ts';
import { button, make, redraw } from './dom.ts';
import { headOf } from './head.ts';
import {
  type Action,
  type FromPage,
  type Head,
  type ListedPage,
  type Mode,
  type ShownThread,
  type Step,
  toPage,
  type ToPage,
} from './messages.ts';
import { PageView } from './pageView.ts';

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
  /** The page that was read, and how far below its beginning. */
  at?: { id: string; below: number };
}

const vscode = acquireVsCodeApi();
const root = document.getElementById('page') ?? document.body;
let state: State = (vscode.getState() ?? {}) as State;
const head = make('header', { class: 'head' });
const bar = make('nav', { class: 'bar', 'aria-label': 'Changes' });
const note = make('p', { class: 'note' });
const outline = make('ul', { class: 'outline', 'aria-label': 'Changed pages' });
const list = make('section', { class: 'pages', 'aria-label': 'Changes' });
const views = new Map<string, PageView>();
const conversation = make('section', { class: 'conversation', 'aria-label': 'Conversation' });
const files = make('section', { class: 'files', 'aria-label': 'Files' });
let shownHead: Head | undefined;
/** What was said on the whole change request. */
let said: readonly ShownThread[] = [];
let isRestored = false;

root.append(head, conversation, bar, note, make('div', { class: 'columns' }, outline, list), files);

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

const modeNow = (): Mode => state.mode ?? (innerWidth < 720 ? 'one' : 'split');

function take(message: ToPage): void {
  switch (message.type) {
    case 'place':
      return keep(message.place);
    case 'head':
      shownHead = message.head;
      redraw(head, ...headOf(message.head, action => vscode.postMessage({ type: 'do', action })));
      showConversation();
      return showBar();
    case 'pages':
      redraw(files, ...filesOf(message.files, id => vscode.postMessage({ type: 'open', id, line: 0 })));
      return takePages(message.pages, message.note);
    case 'page': {
      if (message.mode === modeNow()) views.get(message.id)?.fill(message.rows, message.facts);
      return goBack();
    }
    case 'threads':
      if (message.id !== '') return views.get(message.id)?.discuss(message.threads);
      said = message.threads;
      return showConversation();
    case 'failed':
      return views.get(message.id)?.fail(message.why);
    case 'go':
      return walks[message.step]();
  }
}

function showConversation(): void {
  const run = (action: Action) => vscode.postMessage({ type: 'do', action });
  const discuss = (comment: string) => vscode.postMessage({ type: 'discuss', comment });
  redraw(conversation, ...conversationOf(shownHead, said, { run, discuss }));
}

function takePages(pages: readonly ListedPage[], why = ''): void {
  note.textContent = why || (pages.length ? '' : 'It changes no page yet.');
  const gone = new Set(views.keys());
  for (const page of pages) {
    gone.delete(page.id);
    const known = views.get(page.id);
    if (known) known.update(page);
    else add(page);
  }
  for (const id of gone) {
    views.get(id)?.element.remove();
    views.delete(id);
  }
  // Elements that stand where they belong are left alone: who reads one keeps the place.
  pages.forEach((page, index) => {
    const element = views.get(page.id)?.element;
    if (element && list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
  showOutline();
  showBar();
}

function add(page: ListedPage): void {
  const view = new PageView(page, {
    mode: modeNow,
    isWhole: () => state.isWhole ?? false,
    tell: message => vscode.postMessage(message),
    next: ({ nextElementSibling: next }) => views.get((next as HTMLElement | null)?.dataset['id'] ?? ''),
  });
  views.set(page.id, view);
  list.append(view.element);
  watcher.observe(view.element);
}

function showOutline(): void {
  const items = [...views.values()].map(view => {
    const { title, path, kind, isViewed, conversations } = view.page;
    const link = button(title, () => view.focus(), { title: path, class: `kind-${kind}` });
    const facts = [kind === 'same' ? '' : kind, isViewed ? 'viewed' : '', conversations ? `${conversations} open` : ''];
    return make('li', {}, link, make('span', { class: 'facts' }, facts.filter(fact => fact).join(' · ')));
  });
  redraw(outline, ...items);
}

function showBar(): void {
  const markable = [...views.values()].filter(({ page }) => page.isViewed !== undefined);
  const viewed = markable.filter(({ page }) => page.isViewed).length;
  const modes: readonly [Mode, string][] = [
    ['split', 'Side by Side'],
    ['one', 'One Column'],
    ['after', 'After Only'],
  ];
  redraw(
    bar,
    make('strong', { class: 'subject' }, shownHead ? `#${shownHead.number} ${shownHead.subject}` : ''),
    make(
      'span',
      { class: 'modes', role: 'group', 'aria-label': 'How pages are shown' },
      ...modes.map(([mode, label]) =>
        button(label, () => setMode(mode), { 'aria-pressed': String(mode === modeNow()) }),
      ),
      button('Whole Pages', () => setWhole(!state.isWhole), { 'aria-pressed': String(state.isWhole ?? false) }),
    ),
    make(
      'span',
      { class: 'progress', role: 'status' },
      markable.length ? `${viewed} of ${markable.length} viewed` : '',
    ),
    button('Previous Change', walks.previousChange, { title: 'Go to the previous change' }),
    button('Next Change', walks.nextChange, { title: 'Go to the next change' }),
  );
}

function setMode(mode: Mode): void {
  keep({ mode });
  again();
}

function setWhole(isWhole: boolean): void {
  keep({ isWhole });
  again();
}

/** Has what is shown made again, with the page that is read where it is. */
function again(): void {
  const at = placeNow();
  for (const view of views.values()) view.again();
  showBar();
  keep({ at });
  isRestored = false;
}

/** The page at the top of the view, and how far it is read. */
function placeNow(): NonNullable<State['at']> {
  const barHeight = bar.getBoundingClientRect().height;
  const read = [...views.values()].findLast(({ element }) => element.getBoundingClientRect().top <= barHeight + 1);
  return read
    ? { id: read.page.id, below: Math.round(-read.element.getBoundingClientRect().top) }
    : { id: '', below: 0 };
}

/** Goes to where the reader was, as soon as that page is there. */
function goBack(): void {
  const view = views.get(state.at?.id ?? '');
  if (isRestored || !view?.isFilled) return;
  isRestored = true;
  scrollTo({ top: scrollY + view.element.getBoundingClientRect().top + (state.at?.below ?? 0) });
}

const changes = '.row.change [tabindex="0"].side, .page:not(.filled) > header h2';
const conversations = '.thread summary';

const walks: Readonly<Record<Step, () => void>> = {
  nextChange: () => step(1, changes),
  previousChange: () => step(-1, changes),
  nextConversation: () => step(1, conversations),
  previousConversation: () => step(-1, conversations),
  nextUnviewed: () => {
    const all = [...views.values()];
    const here = all.findIndex(({ page }) => page.id === placeNow().id);
    const isLeft = ({ page }: PageView) => page.isViewed === false;
    (all.slice(here + 1).find(isLeft) ?? all.find(isLeft))?.focus();
  },
  toggleViewed: () => {
    const at = document.activeElement?.closest<HTMLElement>('.page')?.dataset['id'] ?? placeNow().id;
    views.get(at)?.toggleViewed();
  },
};

/** Moves the focus to the next stop in what is shown: of changes also to the next page that is not shown yet. */
function step(by: 1 | -1, selector: string): void {
  const stops = [...root.querySelectorAll<HTMLElement>(selector)].filter(stop => stop.checkVisibility());
  const now = document.activeElement;
  const middle = bar.getBoundingClientRect().bottom;
  const isFrom = now instanceof HTMLElement && (list.contains(now) || conversation.contains(now));
  const ahead = stops.filter(stop => {
    if (!isFrom) return by > 0 ? stop.getBoundingClientRect().top > middle : stop.getBoundingClientRect().top < middle;
    const order = now.compareDocumentPosition(stop);
    return by > 0 ? order & Node.DOCUMENT_POSITION_FOLLOWING : order & Node.DOCUMENT_POSITION_PRECEDING;
  });
  const stop = by > 0 ? ahead[0] : ahead.at(-1);
  stop?.focus({ preventScroll: true });
  stop?.scrollIntoView({ block: 'center' });
}

addEventListener('message', ({ data }) => {
  const message = toPage(data);
  if (message) take(message);
});
let waiting = 0;
addEventListener('scroll', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => isRestored && keep({ at: placeNow() }), 200) as unknown as number;
});
vscode.postMessage({ type: 'ready' });
