/// <reference lib="dom" />
import type { ConversationView } from './discussion/conversation.ts';
import type { FileCard, FilesView } from './files.ts';
import { showHelp } from './help.ts';
import type { LayoutMode, Step } from './messages.ts';
import type { PageView } from './pages/pageView.ts';
import { scrollToElement } from './scroll.ts';
import type { ThreadView } from './discussion/threadView.ts';

interface StepContext {
  root: HTMLElement;
  conversation: ConversationView;
  files: FilesView;
  /** The pages in their order. */
  views: () => PageView[];
  /** Returns the ID of the focused page, or of the page at the top of the viewport. */
  readNow: () => string;
  setMode: (mode: LayoutMode) => void;
  setWhole: () => void;
  setSpelling: () => void;
  toggleOutline: () => void;
  finish: () => void;
}

/** The stops of "next change". A page that is not loaded yet is a stop as well. */
const changes =
  '.row:is(.change, .changed-since) [tabindex="0"].side, .page:not(.filled) > header h3, .page-fold > [aria-expanded="false"]';
/** With a filter set, all listed conversations are stops. */
const conversations = '.thread.open, .is-filtered .thread';

/** Returns the action of each step. Navigation starts at the focused element, or else at the page in view. */
export function stepActions(context: StepContext): Readonly<Record<Step, () => void>> {
  const { root, conversation, files, views, setMode } = context;
  const pageNow = (): PageView | undefined => {
    const id = context.readNow();
    return views().find(({ page }) => page.id === id);
  };
  const threadNow = (): ThreadView | undefined => {
    const now = document.activeElement;
    // With the focus on a block, the first conversation of the block is used.
    const near = now?.closest('.thread') ?? now?.closest('.row')?.querySelector('.thread') ?? null;
    return pageNow()?.threadWith(near) ?? conversation.threadWith(near);
  };
  const fileNow = () => files.cardAt(document.activeElement);
  const step = (by: 1 | -1) => {
    const all = views();
    const index = all.findIndex(view => view === pageNow());
    all[by > 0 ? index + 1 : Math.max(index - 1, 0)]?.scrollIntoFocus();
  };
  const stepToChange = (by: 1 | -1) => {
    for (const view of views()) view.finishDrawing();
    focusNextStop(root, by, changes);
  };
  return {
    nextChange: () => stepToChange(1),
    previousChange: () => stepToChange(-1),
    nextConversation: () => focusNextStop(root, 1, conversations),
    previousConversation: () => focusNextStop(root, -1, conversations),
    nextPage: () => step(1),
    previousPage: () => step(-1),
    nextUnviewed: () => {
      const all = [...views(), ...files.cards];
      const now = fileNow() ?? pageNow();
      const index = all.findIndex(one => one === now);
      const isLeft = ({ isViewed }: PageView | FileCard) => isViewed === false;
      (all.slice(index + 1).find(isLeft) ?? all.find(isLeft))?.focus();
    },
    toggleViewed: () => (fileNow() ?? pageNow())?.toggleViewed(),
    comment: () => {
      const file = fileNow();
      if (file) return file.comment();
      const now = document.activeElement;
      const page = now?.closest('.section') === conversation.element ? undefined : pageNow();
      if (page) page.comment(now);
      else conversation.comment();
    },
    reply: () => threadNow()?.reply(),
    edit: () => threadNow()?.edit(),
    resolve: () => threadNow()?.resolve(),
    conversation: () => focusSection('conversation'),
    changes: () => focusSection('changes'),
    files: () => focusSection('files'),
    checks: () => focusSection('checks'),
    split: () => setMode('split'),
    one: () => setMode('one'),
    after: () => setMode('after'),
    whole: context.setWhole,
    spelling: context.setSpelling,
    outline: context.toggleOutline,
    source: () => pageNow()?.source(document.activeElement),
    finish: context.finish,
    help: showHelp,
  };
}

/** Scrolls a section to the top and focuses its heading. */
export function focusSection(section: string): void {
  const target = document.getElementById(section);
  if (target) scrollToElement(target);
  target?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the next visible stop, starting at the focused element, or else at the viewport. In tables and
 * code each hunk is a stop.
 */
function focusNextStop(root: HTMLElement, by: 1 | -1, selector: string): void {
  const stops = visible(root, selector).flatMap(stop => {
    const hunks = visible(stop, '.marginalia-hunk');
    return hunks.length > 0 ? hunks : [stop];
  });
  const now = document.activeElement;
  const top = root.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
  const isFrom = now instanceof HTMLElement && now.closest('.section') !== null;
  const ahead = stops.filter(stop => {
    if (!isFrom) return by > 0 ? stop.getBoundingClientRect().top > top : stop.getBoundingClientRect().top < top;
    const order = now.compareDocumentPosition(stop);
    return by > 0 ? order & Node.DOCUMENT_POSITION_FOLLOWING : order & Node.DOCUMENT_POSITION_PRECEDING;
  });
  const stop = by > 0 ? ahead[0] : ahead.at(-1);
  if (!stop) return;
  stop.focus({ preventScroll: true });
  const part = changedPart(stop);
  scrollToElement(part, { block: part.offsetHeight < innerHeight / 2 ? 'center' : 'start', inline: 'nearest' });
}

/**
 * Returns the element to scroll to: the changed cell of a table row, or the first change of a block that is higher than
 * half the window.
 */
function changedPart(stop: HTMLElement): HTMLElement {
  const [cell] = stop.matches('tr') ? visible(stop, '.marginalia-changed') : [];
  if (cell || stop.offsetHeight < innerHeight / 2 || !stop.matches('.side')) return cell ?? stop;
  const marks = [
    'ins',
    'del',
    '.marginalia-added',
    '.marginalia-removed',
    '.marginalia-moved',
    '.marginalia-redirected',
  ];
  return visible(stop, `.prose :is(${marks.join()})`)[0] ?? stop;
}

function visible(root: Element, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)].filter(one => one.checkVisibility());
}

/** Returns the element to focus when a composer is left: its conversation, else its block, else its page. */
export function focusTargetOf(box: Element): HTMLElement | undefined {
  const thread = box.closest<HTMLElement>('.thread');
  const block = box.closest('.row')?.querySelector<HTMLElement>('.side[tabindex]');
  return thread ?? block ?? box.closest('.page')?.querySelector<HTMLElement>('h3') ?? undefined;
}
