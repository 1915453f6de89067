/// <reference lib="dom" />
import '../localization.ts';
import { t } from '@vscode/l10n';
import { button, isField, createElement, redraw, screenReaderText } from '../dom.ts';
import { Banner } from './banner.ts';
import { Bar } from './bar.ts';
import { ComparedCaption, describeNoChanges } from './pages/comparedCaption.ts';
import { Composers } from './discussion/composers.ts';
import { checksOf, ConversationView } from './discussion/conversation.ts';
import { diagrams } from './pages/diagrams.ts';
import { externalImages } from './pages/externalImages.ts';
import { FilesView } from './files.ts';
import { FilterView } from './discussion/filter.ts';
import { FinishDialog } from './discussion/finish.ts';
import { readOnlyReason, renderHead } from './head.ts';
import { showHelp } from './help.ts';
import { saveState, savedState, type SavedState, postMessage } from './host.ts';
import { Keys } from './keys.ts';
import {
  type Action,
  type FromPage,
  type LayoutMode,
  type PageThread,
  type ReviewHead,
  type Step,
  toPage,
  type ToPage,
} from './messages.ts';
import { Modes } from './pages/modes.ts';
import { Announcer } from './announcer.ts';
import type { Composer } from './discussion/composer.ts';
import { CompletionList } from './discussion/completionList.ts';
import { OtherChangesView } from './otherChanges.ts';
import { Outline } from './pages/outline.ts';
import { PageList } from './pages/pageList.ts';
import type { PageView } from './pages/pageView.ts';
import { ScrollRestoration } from './scrollRestoration.ts';
import { focusSection, focusTargetOf, stepActions } from './stepActions.ts';

const post = (message: FromPage) => {
  postMessage(message);
  keys.sent(message);
};
const run = (action: Action) => (action === 'finishReview' ? finish() : post({ type: 'do', action }));
const root = document.getElementById('page') ?? document.body;
let shownHead: ReviewHead | undefined;
let arePagesListed = false;
let isFirstHead = true;
/** The key pressed before the pages were listed. */
let stepToPages: Step | undefined;
let rights = { canComment: false, canEdit: false, pending: 0, isStopped: false };
let haveRightsArrived = false;

// The extension answers while the page is being built. After a reload, another page may be in view.
postMessage({ type: 'ready', ...(!savedState.at && { mode: modeNow() }) });

const announcer = new Announcer();
const announce = (sentence: string) => announcer.announce(sentence);
const leave = ({ element }: Composer) => focusTargetOf(element)?.focus({ preventScroll: true });
const composers = new Composers(post, { leave, announce });
const filter = new FilterView(savedState.filter, { choose: showFiltered, count });
const conversation = new ConversationView({ post, composers, filter });
const finishing = new FinishDialog({
  ...{ post, head: () => shownHead, typed: () => composers.typed(), changing: () => composers.changing() },
  pages: () => pages.views.map(({ page }) => page),
  files: () => files.cards.map(({ file }) => file),
  opened: isFinishing => saveState({ isFinishing }),
});
const finish = () => (bar.canFinish ? finishing.open() : composers.refuse());
const bar = new Bar({
  go: focusSection,
  step: by => (by > 0 ? actions.nextChange() : actions.previousChange()),
  help: showHelp,
  finish,
});
const outline = new Outline({ isHidden: () => savedState.areViewedHidden ?? false, hide: hideViewed });
const banner = new Banner(run);
const head = createElement(
  'header',
  { class: 'head' },
  createElement('h1', {}, document.title),
  createElement('p', { class: 'waiting' }, t('Reading…')),
);
const modes = new Modes(setDisplayOptions);
const compared = new ComparedCaption(run);
const note = createElement('p', { class: 'waiting' }, screenReaderText(t('Reading…')));
const pages = new PageList({
  ...{ mode: modeNow, post, composers, filter },
  isWhole: () => savedState.isWhole ?? false,
  isSpellingShown: () => savedState.isSpellingShown ?? false,
  against: () => compared.current,
  save: element => conversation.save(element),
});
const rest = button('', () => run('readAll'), { class: 'secondary', hidden: true });
const files = new FilesView({ post, comment: quote => conversation.comment(quote) });
const isSpellingShown = () => savedState.isSpellingShown ?? false;
const others = new OtherChangesView({
  post,
  mode: modeNow,
  linkTo,
  isSpellingShown,
  pages: () => pages.views.map(({ page }) => page),
});
const checks = createElement('section', { id: 'checks', class: 'section', 'aria-label': t('Checks') });
const takeImage = externalImages(root, post);
const takeDiagramScript = diagrams(root, post);
const reading = new ScrollRestoration(
  {
    root,
    conversation: conversation.element,
    views: () => pages.views,
    edge: () => bar.element.getBoundingClientRect().bottom,
  },
  savedState.at,
);

root.append(
  ...[banner.element, head, bar.element, conversation.element],
  createElement(
    'section',
    { id: 'changes', class: 'section', 'aria-label': t('Changes') },
    createElement(
      'div',
      { class: 'title' },
      createElement('h2', { tabindex: -1 }, t('Changes')),
      compared.element,
      modes.element,
    ),
    note,
    createElement('div', { class: 'columns' }, outline.element, createElement('div', {}, pages.element, rest)),
    others.element,
  ),
  ...[files.element, checks, announcer.element],
);
const completionList = new CompletionList(root, post);

pages.watch(conversation.element);

function modeNow(): LayoutMode {
  const { mode = 'split' } = savedState;
  return innerWidth < 720 && mode === 'split' ? 'one' : mode;
}

function take(message: ToPage): void {
  switch (message.type) {
    case 'place':
      return saveState({ drawn: undefined, previous: undefined, ...message.place });
    case 'head':
      shownHead = message.head;
      showHead();
      redraw(checks, ...checksOf(message.head, run));
      conversation.showEvents('change', message.head.events);
      conversation.showVerdicts(message.head.verdicts ?? []);
      // The dialog was open before the page was reloaded.
      if (isFirstHead && savedState.isFinishing) finishing.open();
      isFirstHead = false;
      return showRights();
    case 'pages':
      compared.show(message.against);
      files.show(message.files);
      others.show(message.others);
      rest.hidden = message.more === 0;
      rest.textContent = message.more === 1 ? t('Load 1 More Change') : t`Load ${message.more} More Changes`;
      return takePages(message);
    case 'page':
      if (message.mode !== modeNow()) return;
      others.showPage(message.id, message.rows);
      show(message.id, view => view.fill(message));
      return showModes();
    case 'threads':
      return takeThreads(message);
    case 'filters':
      filter.setFilters(message.filters);
      conversation.showCount(filter.countOf('all'));
      return showHidden();
    case 'talk':
      return conversation.showEvents('talk', message.events);
    case 'since':
      return [conversation, ...pages.views]
        .find(({ threads }) => threads.views.has(message.conversation))
        ?.threads.views.get(message.conversation)
        ?.showSince(message);
    case 'failed':
      others.failPage(message.id, message.why);
      return show(message.id, view => view.fail(message.why));
    case 'goTo':
      reading.release();
      pages.get(message.id)?.showLine(message.line);
      others.focus(message.id);
      return files.get(message.id)?.focus();
    case 'rights': {
      const isAnother = message.pending !== rights.pending;
      rights = message;
      haveRightsArrived = true;
      if (isAnother) showHead();
      return showRights();
    }
    case 'draftState':
      return composers.handleState(message);
    case 'suggested':
      return composers.insert(message.draft, message.text);
    case 'banner':
      return banner.show(message.text, message.label, message.action);
    case 'pictures':
      return files.fill(message);
    case 'text':
      others.showText(message);
      return showModes();
    case 'pagesFound':
      return others.showPages(message);
    case 'image':
      return takeImage(message);
    case 'diagramScript':
      return takeDiagramScript(message);
    case 'toSend':
      return finishing.show(message.toSend);
    case 'reviewUnavailable':
      return finishing.refuse(message.why);
    case 'sending':
      return finishing.showSentCount(message.sent);
    case 'finished':
      return finishing.end(message);
    case 'completions':
      return completionList.show(message);
    case 'keys':
      return keys.answered(message.id);
    case 'reload':
      banner.show('');
      return refreshShown();
    case 'go':
      reading.release();
      return runStep(message.step);
  }
}

/** Runs the step of a key. "Next change" waits until the pages are listed. */
function runStep(step: Step): void {
  // An open dialog blocks all keys except help.
  if (document.querySelector('dialog[open]') && step !== 'help') return;
  if (commenting.has(step) && !composers.canComment) return composers.refuse();
  const isWaiting = step === 'nextChange' && !arePagesListed;
  stepToPages = isWaiting ? step : undefined;
  if (!isWaiting) actions[step]();
}

/** The conversations on each page, by its ID, and those on the whole change request, by an empty string. */
const threadsOf = new Map<string, readonly PageThread[]>();

/** Steps that need the right to comment. A user who has lost it may still edit and send pending comments. */
const commenting: ReadonlySet<Step> = new Set(['comment', 'reply', 'resolve']);

/** Returns a function that scrolls to a changed page, or undefined if the page is not a changed one. */
function linkTo(page: string): (() => void) | undefined {
  return pages.get(page) && (() => pages.get(page)?.showLine(0));
}

function takeThreads({ id, threads: changed, ids, hasMore }: Extract<ToPage, { type: 'threads' }>): void {
  const known = new Map([...(ids ? (threadsOf.get(id) ?? []) : []), ...changed].map(thread => [thread.id, thread]));
  const threads = ids ? ids.flatMap(thread => known.get(thread) ?? []) : changed;
  threadsOf.set(id, threads);
  if (id === '') {
    conversation.discuss(threads, hasMore);
    reading.reached('');
    showBar();
  } else pages.get(id)?.discuss(threads);
  showHidden();
}

/** Updates the view of a page, and restores the scroll position if it is the page that was read. */
function show(id: string, act: (view: PageView) => void): void {
  const view = pages.get(id);
  if (!view) return;
  act(view);
  reading.reached(id);
}

function showHead(): void {
  if (shownHead) redraw(head, ...renderHead(shownHead, { run, pending: rights.pending }));
}

function takePages({ pages: listed, note: why, first }: Extract<ToPage, { type: 'pages' }>): void {
  note.className = 'note';
  note.textContent = why || (listed.length ? '' : describeNoChanges(compared.current));
  modes.element.hidden = outline.element.hidden = listed.length === 0;
  compared.element.hidden = listed.length === 0 && !compared.current?.isSince;
  pages.show(listed);
  if (first !== undefined) pages.get(first)?.expectContent();
  // Requests the first unviewed page before all pages are laid out.
  if (!savedState.at) pages.views.find(({ page, element }) => !page.isViewed && !element.hidden)?.requestContent();
  reading.begin();
  showOutline();
  showBar();
  arePagesListed = true;
  if (stepToPages && !isField(document.activeElement)) runStep(stepToPages);
}

function showOutline(): void {
  pages.element.classList.toggle('hides-viewed', savedState.areViewedHidden ?? false);
  outline.show(pages.views, reading.now.id);
}

function showBar(): void {
  const listed = pages.views.map(({ page }) => page);
  const { canComment } = composers;
  bar.show({
    head: shownHead,
    pages: listed,
    others: others.count,
    open: conversation.open,
    files: files.cards,
    rights,
    canComment,
  });
  finishing.refresh();
  markSection();
}

let isMarkingSection = false;

/** Marks the section in view in the bar, once per frame: finding it makes the browser lay out the page. */
function markSection(): void {
  if (isMarkingSection) return;
  isMarkingSection = true;
  requestAnimationFrame(() => {
    isMarkingSection = false;
    bar.mark(sectionNow());
  });
}

/**
 * Returns the ID of the section in view. At the end of the page, where short sections cannot reach the top, it is the
 * focused section or the last one.
 */
function sectionNow(): string {
  const sections = [...root.querySelectorAll<HTMLElement>('.section')].filter(one => one.checkVisibility());
  const edge = bar.element.getBoundingClientRect().bottom + 8;
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  const focused = isAtEnd ? document.activeElement?.closest<HTMLElement>('.section') : undefined;
  if (focused && focused.getBoundingClientRect().bottom > edge) return focused.id;
  if (isAtEnd && scrollY > 0) return sections.at(-1)?.id ?? '';
  const read = sections.findLast(section => section.getBoundingClientRect().top <= edge);
  return (read ?? sections[0])?.id ?? '';
}

/** Shows or hides the ways to comment, and explains why commenting is not possible. */
function showRights(): void {
  const { pending, canComment } = rights;
  const why = readOnlyReason(shownHead, canComment);
  const isAnother = composers.canComment !== (why === '');
  // The reason is unknown until both the head and the rights have arrived.
  const reason = shownHead && haveRightsArrived ? why : '';
  composers.setRights({ pending, canComment: why === '', why: reason });
  root.classList.toggle('may-comment', why === '');
  root.classList.toggle('may-edit', rights.canEdit);
  conversation.showRights(reason);
  if (isAnother) for (const view of [conversation, ...pages.views]) view.threads.showRights();
  showBar();
}

function showModes(): void {
  const { isWhole = false, isSpellingShown = false } = savedState;
  root.classList.toggle('shows-spelling', isSpellingShown);
  const spellings = [others, ...pages.views].reduce((sum, view) => sum + view.spellings, 0);
  modes.show({ mode: modeNow(), isWhole, isSpellingShown }, spellings);
}

function setMode(mode: LayoutMode): void {
  setDisplayOptions({ mode });
}

function setDisplayOptions(options: Pick<SavedState, 'mode' | 'isWhole' | 'isSpellingShown'>): void {
  saveState(options);
  refreshShown();
}

function hideViewed(areViewedHidden: boolean): void {
  saveState({ areViewedHidden });
  showOutline();
}

/** Applies the chosen conversation filter. */
function showFiltered(): void {
  saveState({ filter: filter.chosen });
  if (filter.isSet) count();
  root.classList.toggle('is-filtered', filter.isSet);
  reading.during(() => {
    for (const view of [conversation, ...pages.views]) view.filter();
  });
  showHidden();
}

function count(): void {
  post({ type: 'count', filter: filter.chosen });
}

function showHidden(): void {
  filter.say([conversation, ...pages.views].reduce((sum, { threads }) => sum + threads.hidden, 0));
}

/** Requests everything shown again, and keeps the scroll position. */
function refreshShown(): void {
  reading.rememberPosition();
  for (const view of pages.views) view.refresh();
  others.refresh();
  showModes();
}

const actions = stepActions({
  ...{ root, conversation, files, setMode, finish, views: () => pages.views },
  setWhole: () => setDisplayOptions({ isWhole: !savedState.isWhole }),
  setSpelling: () => setDisplayOptions({ isSpellingShown: !savedState.isSpellingShown }),
  readNow: pageNow,
  toggleOutline: () => outline.toggle(),
});

/** Returns the ID of the focused page, or of the page at the top of the viewport; '' above the first page. */
function pageNow(): string {
  return document.activeElement?.closest<HTMLElement>('.page')?.dataset['id'] ?? reading.now.id;
}

let reportedPage = '';
/** Tells the extension which page its commands apply to. */
function reportPageInView(): void {
  const id = pageNow();
  if (id === reportedPage) return;
  reportedPage = id;
  post({ type: 'reading', id });
}

const keys = new Keys({ post: postMessage, runStep });
addEventListener('message', ({ data, origin }) => {
  // The sandboxed frame that draws diagrams has the origin 'null', and must not send messages to the page.
  const message = origin === 'null' ? undefined : toPage(data);
  if (!message) return;
  const focused = document.activeElement;
  take(message);
  // Restores the focus to the field in which the user types, if an update has removed it.
  const isLost = document.activeElement === document.body && isField(focused);
  if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  reading.restorePosition();
});

let waiting = 0;
addEventListener('scroll', () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    saveState({ at: reading.place });
    outline.mark(reading.now.id);
    reportPageInView();
    markSection();
    bar.showSubject(head.getBoundingClientRect().bottom < 0);
  }, 100);
});
addEventListener('focusin', () => {
  reportPageInView();
  // Focusing a section that is already in view does not scroll, so no scroll event marks it.
  markSection();
});
let width = innerWidth;
addEventListener('resize', () => {
  const wasNarrow = width < 720;
  width = innerWidth;
  if (wasNarrow !== innerWidth < 720) refreshShown();
  for (const view of pages.views) view.arrange();
});
addEventListener('visibilitychange', () => {
  composers.flush();
  finishing.flush();
});

showModes();
showBar();
showFiltered();
