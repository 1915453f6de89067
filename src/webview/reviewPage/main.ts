/// <reference lib="dom" />
import { button, isField, make, redraw, spoken } from '../dom.ts';
import { Banner } from './banner.ts';
import { Bar } from './bar.ts';
import { Composers } from './composers.ts';
import { checksOf, ConversationView } from './conversation.ts';
import { externalImages } from './externalImages.ts';
import { FilesView } from './files.ts';
import { Filter } from './filter.ts';
import { FinishDialog } from './finish.ts';
import { headOf } from './head.ts';
import { showHelp } from './help.ts';
import { keep, kept, type Kept, tell } from './host.ts';
import { type Action, type Head, type ListedPage, type Mode, toPage, type ToPage } from './messages.ts';
import { Modes } from './modes.ts';
import { OfferList } from './offerList.ts';
import { Outline } from './outline.ts';
import { PageList } from './pageList.ts';
import type { PageView } from './pageView.ts';
import { Reading } from './reading.ts';
import { changes, goTo, nearest, walksOf, walkTo } from './walk.ts';

const run = (action: Action) => tell({ type: 'do', action });
const root = document.getElementById('page') ?? document.body;
let shownHead: Head | undefined;
let rights = { mayComment: false, pending: 0, isStopped: false };

const composers = new Composers(tell, ({ element }) => nearest(element)?.focus({ preventScroll: true }));
const filter = new Filter(kept.filter, { choose: showFiltered, count });
const conversation = new ConversationView({ tell, composers, filter });
const finishing = new FinishDialog({
  ...{ tell, head: () => shownHead, typed: () => composers.typed() },
  pages: () => pages.views.map(({ page }) => page),
  opened: isFinishing => keep({ isFinishing }),
});
const finish = () => finishing.open();
const bar = new Bar({ go: goTo, step: by => walkTo(root, by, changes), help: showHelp, finish });
const outline = new Outline({ isHidden: () => kept.areViewedHidden ?? false, hide: hideViewed });
const banner = new Banner(() => run('refresh'));
const head = make(
  'header',
  { class: 'head' },
  make('h1', {}, document.title),
  make('p', { class: 'waiting' }, 'Reading…'),
);
const modes = new Modes(setWay);
const note = make('p', { class: 'waiting' }, spoken('Reading…'));
const pages = new PageList({
  ...{ mode: modeNow, tell, composers, filter },
  isWhole: () => kept.isWhole ?? false,
  save: element => conversation.save(element),
});
const rest = button('', () => run('readAll'), { class: 'secondary', hidden: true });
const files = new FilesView(tell);
const checks = make('section', { id: 'checks', class: 'section', 'aria-label': 'Checks' });
const takeImage = externalImages(root, tell);
const reading = new Reading(
  {
    root,
    conversation: conversation.element,
    views: () => pages.views,
    edge: () => bar.element.getBoundingClientRect().bottom,
  },
  kept.at,
);

root.append(
  ...[banner.element, head, bar.element, conversation.element],
  make(
    'section',
    { id: 'changes', class: 'section', 'aria-label': 'Changes' },
    make('div', { class: 'title' }, make('h2', { tabindex: -1 }, 'Changes'), modes.element),
    note,
    make('div', { class: 'columns' }, outline.element, make('div', {}, pages.element, rest)),
  ),
  ...[files.element, checks],
);
const offers = new OfferList(root, tell);

pages.watch(conversation.element);

function modeNow(): Mode {
  const { mode = 'split' } = kept;
  return innerWidth < 720 && mode === 'split' ? 'one' : mode;
}

function take(message: ToPage): void {
  switch (message.type) {
    case 'place':
      return keep(message.place);
    case 'head':
      shownHead = message.head;
      redraw(head, ...headOf(message.head, run));
      redraw(checks, ...checksOf(message.head, run));
      conversation.tell('change', message.head.events);
      // It was open when the page was left.
      if (kept.isFinishing) finishing.open();
      return showRights();
    case 'pages':
      files.show(message.files);
      rest.hidden = message.more === 0;
      rest.textContent = `Load ${message.more} More ${message.more === 1 ? 'Change' : 'Changes'}`;
      return takePages(message.pages, message.note);
    case 'page':
      return message.mode === modeNow() ? show(message.id, view => view.fill(message.rows, message.facts)) : undefined;
    case 'threads':
      return takeThreads(message);
    case 'filters':
      filter.learn(message.filters);
      return showHidden();
    case 'talk':
      return conversation.tell('talk', message.events);
    case 'failed':
      return show(message.id, view => view.fail(message.why));
    case 'goTo':
      reading.release();
      return pages.get(message.id)?.showLine(message.line);
    case 'rights':
      rights = message;
      return showRights();
    case 'wrote':
      return composers.took(message);
    case 'suggested':
      return composers.insert(message.draft, message.text);
    case 'banner':
      return banner.show(message.text, message.label);
    case 'pictures':
      return files.fill(message);
    case 'image':
      return takeImage(message);
    case 'toSend':
      return finishing.show(message.toSend);
    case 'unready':
      return finishing.refuse(message.why);
    case 'sending':
      return finishing.tick(message.sent);
    case 'finished':
      return finishing.end(message.why, message.isBegun);
    case 'offered':
      return offers.show(message);
    case 'renew':
      banner.show('');
      return again();
    case 'go':
      reading.release();
      // Behind a dialog nothing is done.
      return document.querySelector('dialog') && message.step !== 'help' ? undefined : walks[message.step]();
  }
}

function takeThreads({ id, threads, hasMore }: Extract<ToPage, { type: 'threads' }>): void {
  if (id === '') {
    conversation.discuss(threads, hasMore);
    reading.reached('');
    showBar();
  } else pages.get(id)?.discuss(threads);
  showHidden();
}

/** Shows what a page says, where it is read. */
function show(id: string, act: (view: PageView) => void): void {
  const view = pages.get(id);
  if (!view) return;
  act(view);
  reading.reached(id);
}

function takePages(listed: readonly ListedPage[], why = ''): void {
  note.className = 'note';
  note.textContent =
    why || (listed.length ? '' : 'It changes no page yet. It can be discussed, reviewed and merged all the same.');
  modes.element.hidden = outline.element.hidden = listed.length === 0;
  pages.show(listed);
  reading.begin();
  showOutline();
  showBar();
}

function showOutline(): void {
  pages.element.classList.toggle('hides-viewed', kept.areViewedHidden ?? false);
  outline.show(pages.views, reading.now.id);
}

function showBar(): void {
  const all = pages.views.map(({ page }) => page);
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
    pending: rights.pending,
    isStopped: rights.isStopped,
    // What is held back can be sent also when its review has ended.
    mayFinish: shownHead !== undefined && (composers.mayComment || rights.pending > 0),
  });
  finishing.renew();
}

/** Offers to write where that can be done, and says in a line why it cannot. */
function showRights(): void {
  const { pending, mayComment } = rights;
  const isOver = shownHead?.isOver ?? false;
  const why = isOver
    ? `Nothing more is said here: it is ${shownHead?.status}.`
    : mayComment
      ? ''
      : 'You may read here, and not comment.';
  const isAnother = composers.mayComment !== (why === '');
  composers.learn({ pending, mayComment: why === '' });
  root.classList.toggle('may-comment', why === '');
  conversation.showRights(shownHead ? why : '');
  if (isAnother) for (const view of [conversation, ...pages.views]) view.threads.showRights();
  showBar();
}

function showModes(): void {
  modes.show({ mode: kept.mode ?? 'split', isWhole: kept.isWhole ?? false });
}

function setMode(mode: Mode): void {
  setWay({ mode });
}

function setWay(way: Pick<Kept, 'mode' | 'isWhole'>): void {
  keep(way);
  again();
}

function hideViewed(areViewedHidden: boolean): void {
  keep({ areViewedHidden });
  showOutline();
}

/** Shows the conversations that the filter takes. */
function showFiltered(): void {
  keep({ filter: filter.chosen });
  if (filter.isSet) count();
  root.classList.toggle('is-filtered', filter.isSet);
  reading.during(() => {
    for (const view of [conversation, ...pages.views]) view.filter();
  });
  showHidden();
}

function count(): void {
  tell({ type: 'count', filter: filter.chosen });
}

function showHidden(): void {
  filter.say([conversation, ...pages.views].reduce((sum, { threads }) => sum + threads.hidden, 0));
}

/** Has what is shown made again, with the block that is read where it is. */
function again(): void {
  reading.hold();
  for (const view of pages.views) view.again();
  showModes();
}

const walks = walksOf({
  ...{ root, conversation, setMode, finish, views: () => pages.views },
  setWhole: () => setWay({ isWhole: !kept.isWhole }),
  readNow: () => reading.now.id,
  toggleOutline: () => outline.toggle(),
});

addEventListener('message', ({ data }) => {
  const message = toPage(data);
  if (!message) return;
  take(message);
  reading.goBack();
});

/** Whether plain letters are keys: while the page has the focus, and no text is typed. */
function tellFocus(): void {
  tell({ type: 'focus', isReading: document.hasFocus() && !isField(document.activeElement) });
}
for (const event of ['focus', 'blur'] as const) addEventListener(event, tellFocus);
for (const event of ['focusin', 'focusout'] as const) document.addEventListener(event, () => setTimeout(tellFocus));

document.addEventListener('keydown', event => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  // VS Code would run the command of a plain letter as well: it may not know yet that a field has the focus.
  if (key.length === 1 && !ctrlKey && !metaKey && !altKey && isField(target)) event.stopPropagation();
});

let waiting = 0;
addEventListener('scroll', () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    const at = reading.now;
    // At its beginning it begins.
    keep({ at: scrollY > 0 ? at : undefined });
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
  for (const view of pages.views) view.arrange();
});
addEventListener('visibilitychange', () => {
  composers.flush();
  finishing.flush();
});

showModes();
showBar();
showFiltered();
tell({ type: 'ready' });
