import { t } from '@vscode/l10n';
import {
  type Guarded,
  imageData,
  listOf,
  optional,
  type Message,
  number,
  oneOf,
  messageParser,
  objectWith,
  text,
  uuid,
  wholeNumber,
  boolean,
} from '../typeGuards.ts';

/** The layout of the comparison: side by side, inline, or only the new version. */
export type LayoutMode = Guarded<typeof mode>;
const mode = oneOf('split', 'one', 'after');

/** An action on the change request that a button of the page runs. */
export type Action = Guarded<typeof action>;
const action = oneOf(
  'merge',
  'update',
  'setSubject',
  'editDescription',
  'editLinks',
  'setStatus',
  'reopen',
  'requestReviewers',
  'finishReview',
  'openChanges',
  'compareSince',
  'showAllChanges',
  'nextConversation',
  'findBrokenLinks',
  'lookThrough',
  'openOverview',
  'copyLink',
  'openInBrowser',
  'copyRecord',
  'refresh',
  'readAll',
  'hideMarks',
);

/** A step of navigation, or an action, that a key of the page runs. */
export type Step = Guarded<typeof step>;
const step = oneOf(
  'nextChange',
  'previousChange',
  'nextPage',
  'previousPage',
  'nextUnviewed',
  'toggleViewed',
  'nextConversation',
  'previousConversation',
  'comment',
  'reply',
  'edit',
  'resolve',
  'conversation',
  'changes',
  'files',
  'checks',
  'split',
  'one',
  'after',
  'whole',
  'spelling',
  'outline',
  'source',
  'finish',
  'help',
);

export type Tone = Guarded<typeof tone>;
const tone = oneOf('good', 'bad', 'warn', 'open');

/** A point in time, as a short text and a full text. */
export type DisplayTime = Guarded<typeof time>;
const time = objectWith({ short: text, full: text });

/** An event in the timeline of the change request; `at` in milliseconds since 1970. */
export type TimelineEvent = Guarded<typeof event>;
const event = objectWith({
  who: text,
  did: text,
  tone: oneOf('good', 'bad', 'warn', 'open', 'talk'),
  when: time,
  at: number,
});

export type ReviewHead = Guarded<typeof head>;
const head = objectWith({
  number,
  subject: text,
  status: text,
  /** True if the change request is merged or archived. */
  isOver: boolean,
  /** The author's name and the location of the change request. */
  facts: listOf(text),
  times: listOf(objectWith({ what: text, at: time })),
  /** A summary of the changes, in one or two sentences. */
  summary: text,
  /** The rendered description of the change request; missing if it is empty. */
  description: optional(objectWith({ html: text, firstLine: text, isLong: boolean })),
  /** Links to related tickets and pages. A link without an address cannot be followed. */
  links: optional(listOf(objectWith({ kind: text, title: text, address: optional(text) }))),
  reviewers: listOf(objectWith({ name: text, verdict: text, tone, when: optional(time), isYou: boolean })),
  /** Verdicts by the IDs of the comments that explain them. */
  verdicts: optional(listOf(objectWith({ comment: text, verdict: text, tone }))),
  checks: listOf(objectWith({ text, tone, action: optional(action), label: optional(text) })),
  /** The events of the timeline, oldest first. */
  events: listOf(event),
  /** The actions available in addition to those that the page always offers. */
  actions: listOf(action),
});

/** A page in the outline. Its content is fetched when it comes into view. */
export type ListedPage = Guarded<typeof listedPage>;
const kind = oneOf('created', 'edited', 'deleted', 'moved', 'same');
const listedPage = objectWith({
  id: text,
  title: text,
  path: text,
  /** The titles of the ancestors of the page, the outermost first. */
  ancestors: listOf(text),
  kind,
  /** Undefined if the page cannot be marked as viewed. */
  isViewed: optional(boolean),
  /** True if the page has changed since it was viewed. */
  isViewedBefore: boolean,
  /** The number of open conversations on the page. */
  conversations: wholeNumber,
  /**
   * Names the only properties that have changed if the text has not. Pages with equal values may be folded together.
   */
  smallChange: optional(text),
  /** Describes how the page has changed since the revision that was shown before. */
  recentChange: optional(text),
});

/** The comparison base: `words` describe it in the title of the changes, `before` is the caption of the old side. */
export type ComparedVersion = Guarded<typeof comparedVersion>;
const comparedVersion = objectWith({ words: text, before: text, isSince: boolean });

/** A property that has changed, with its values before and after. */
export type ChangedProperty = Guarded<typeof changedProperty>;
const changedProperty = objectWith({ name: text, before: optional(text), after: optional(text) });

/** A page whose address has changed because an ancestor was moved or renamed. */
export type MovedPage = Guarded<typeof movedPage>;
const movedPage = objectWith({ title: text, before: text, after: text });

/** A changed file. */
export type ListedFile = Guarded<typeof listedFile>;
const listedFile = objectWith({
  id: text,
  name: text,
  kind,
  /** Describes the kind of change. */
  change: text,
  isPicture: boolean,
  /** Missing for files that cannot be marked as viewed. */
  isViewed: optional(boolean),
  /** The quote with which a comment on the file begins. */
  quote: text,
  facts: optional(listOf(changedProperty)),
  /** Describes how the file has changed since the revision that was shown before. */
  recentChange: optional(text),
});

/** A change that is neither of a page nor of a file; `detail` names its kind, `change` what was done. */
export type OtherChange = Guarded<typeof otherChange>;
const otherChange = objectWith({
  id: text,
  name: text,
  detail: text,
  kind,
  change: text,
  facts: listOf(changedProperty),
  /** True if the object has text that has changed. */
  hasText: boolean,
  /** True if pages may include the object. */
  canAppearOnPages: boolean,
  /** Describes how the object has changed since the revision that was shown before. */
  recentChange: optional(text),
});

/** A row of the comparison: a block before and after. */
export type ComparisonRow = Guarded<typeof comparisonRow>;
const comparisonRow = objectWith({
  /** `spelling` if the change does not alter the rendered text. */
  kind: text,
  label: text,
  before: optional(text),
  after: optional(text),
  notes: text,
  count: wholeNumber,
  /** The number of notes on changes that do not alter the rendered text. */
  spellings: optional(wholeNumber),
  /** The line of the block in the new source, or the line at which it would be. */
  line: optional(wholeNumber),
  /** The line of the block in the old source. */
  lineBefore: optional(wholeNumber),
  /** Describes how the block has changed since the revision that was shown before. */
  recentChange: optional(text),
});

export type PageComment = Guarded<typeof pageComment>;
const pageComment = objectWith({
  id: text,
  author: text,
  isYou: boolean,
  when: optional(time),
  isNew: boolean,
  isEdited: boolean,
  html: text,
  /** The initial text of the composer when the comment is edited. */
  markdown: text,
  canEdit: boolean,
  canDelete: boolean,
  isSuggestion: boolean,
  canApply: boolean,
  /** `names` are the other people who have reacted, as far as the server names them. */
  reactions: listOf(objectWith({ emoji: text, count: wholeNumber, isYours: boolean, names: listOf(text) })),
  /** Set for a comment that is not on the server: pending in the review, or an unsent draft. */
  draft: optional(oneOf('pending', 'unsent')),
  /** For an unsent draft: the ID of the comment that it edits. */
  edited: optional(text),
  /** For a pending comment: its unsaved edit, with which its composer is opened again. */
  change: optional(objectWith({ draft: uuid, text })),
});

/** A conversation shown beside its block. */
export type PageThread = Guarded<typeof pageThread>;
const pageThread = objectWith({
  id: text,
  /** Line of the conversation in the source; undefined if it is about the whole page. */
  line: optional(wholeNumber),
  /** True if `line` is a line of the old source, because the page is deleted. */
  isLineBefore: optional(boolean),
  state: oneOf('open', 'resolved', 'draft'),
  /** A note on the conversation, such as who resolved it. */
  label: text,
  /** True if the page has changed since the conversation was started. */
  isEarlier: boolean,
  canReply: boolean,
  /** The text of the first comment on one line, without Markdown. */
  excerpt: text,
  comments: listOf(pageComment),
  /** The IDs of the filters that list the conversation. */
  fits: listOf(text),
});

/** A conversation filter. `count` is the number of its conversations, if known. */
export type FilterItem = Guarded<typeof filterItem>;
const filterItem = objectWith({ id: text, name: text, count: optional(wholeNumber) });

/** The change request and its shown revisions, from which the page is restored after a reload. */
const place = objectWith({ connection: text, space: text, number, drawn: optional(text), previous: optional(text) });

/** The target of a comment that is typed on the page. */
export type ComposerTarget = Guarded<typeof commentTarget>;
const commentTarget = objectWith({
  /** The page ID; '' for the whole change request. */
  page: text,
  line: optional(wholeNumber),
  side: oneOf('before', 'after'),
  /** The conversation that is replied to, or that contains the edited comment. */
  conversation: optional(text),
  /** The ID of the edited comment. */
  edited: optional(text),
  /** The ID of the edited pending comment. */
  pending: optional(text),
});

/** The verdict with which a review is finished. */
export type ReviewVerdict = Guarded<typeof verdict>;
const verdict = oneOf('approved', 'changes-requested', 'comment');

/** The pending review, as shown in the *Finish Review* dialog. */
export type PendingReview = Guarded<typeof toSend>;
const toSend = objectWith({
  /** The pending comments, in the order of sending. */
  pending: listOf(
    objectWith({
      /** `unplaced` is a comment whose conversation was deleted. */
      kind: oneOf('comment', 'reply', 'edit', 'unplaced', 'resolve', 'reopen'),
      text,
      /** The ID and the title of the page. */
      page: optional(text),
      title: optional(text),
      /** True if the pending comment has an unsaved edit. */
      isChanging: optional(boolean),
    }),
  ),
  /** The verdicts, each with its meaning, or with the reason why it is refused. */
  offers: listOf(objectWith({ verdict, title: text, meaning: text, isRefused: boolean })),
  /** The verdict and the summary that were saved as a draft. */
  verdict: optional(verdict),
  summary: text,
  /** Describes how far sending came, if it was interrupted. */
  stopped: optional(text),
  /** The number of pending comments already sent, while the review is being sent. */
  sent: optional(wholeNumber),
});

/** Returns a sentence about the number of pending comments whose conversations were deleted; '' for 0. */
export function describeUnplaced(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? t('The conversation of 1 was deleted: you are asked where it should go')
    : t`The conversations of ${count} were deleted: you are asked where they should go`;
}

/** Returns a sentence about the number of pending comments with unsaved edits; '' for 0. */
export function describeChanging(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? t('1 pending comment is still being changed: it goes out as saved last, without the change.')
    : t`${count} pending comments are still being changed: they go out as saved last, without the change.`;
}

/** A message from the page to the extension. */
export type FromPage = Message<typeof incoming>;
const incoming = {
  /** With a mode, the extension sends the first unviewed page without being asked. */
  ready: { mode: optional(mode) },
  /** Asks whether plain letters are keys. They are keys only while nothing is about to take the focus. */
  keys: { id: wholeNumber },
  /** Reports the page in view; '' above the first page. */
  reading: { id: text },
  show: { id: text, mode },
  mark: { id: text, isViewed: boolean },
  open: { id: text, line: wholeNumber },
  follow: { id: text, target: text },
  do: { action },
  /** Reports that the user may not perform the action of a key. */
  notAllowed: { why: text },
  /** Saves the draft of a comment. */
  type: { draft: uuid, target: commentTarget, text },
  /** Sends a comment, or adds it to the review if `isPending`. */
  send: { draft: uuid, target: commentTarget, text, isPending: boolean },
  discard: { draft: uuid },
  /** Requests the text of the block as a suggestion to edit. */
  suggest: { draft: uuid, target: commentTarget },
  setResolved: { conversation: text, isResolved: boolean, isPending: boolean },
  react: { conversation: text, comment: text, emoji: text },
  remove: { conversation: text, comment: text },
  apply: { conversation: text, comment: text },
  /** Reverts a changed block, identified by its line in the new source or, if it was removed, in the old source. */
  revertBlock: { id: text, line: optional(wholeNumber), lineBefore: optional(wholeNumber) },
  /** Lets the user choose among the suggestions for a page. */
  applySuggestions: { id: text },
  copy: { conversation: text, comment: text },
  /** Requests the changes of a conversation's block since the conversation was started. */
  since: { conversation: text },
  showSince: { conversation: text },
  /** Opens the conversation in the editor of its page. */
  discuss: { conversation: text },
  /** Requests all conversations of a page, or of the whole change request without an ID. */
  more: { id: text },
  /** Marks the conversations of a page as seen; of the whole change request without an ID. */
  markSeen: { id: text },
  /** Requests the number of conversations of each filter, and fetches the details that the chosen filter needs. */
  count: { filter: text },
  /** Requests the pending review for the *Finish Review* dialog. */
  finish: {},
  /** Saves the draft of the verdict and summary. */
  summarize: { verdict, summary: text },
  /** Sends the review. */
  submit: { verdict, summary: text },
  /** Cancels sending the review. */
  stop: {},
  /** Reports whether the dialog shows the progress of sending, with a button that stops it. */
  showsSending: { isShown: boolean },
  /** Requests the images of a changed file that is near the viewport. */
  pictures: { id: text },
  /** Requests the changed text of reusable content. */
  showText: { id: text, mode },
  /** Requests the pages that include a changed object that is neither a page nor a file. */
  findPages: { id: text },
  /** Requests an image from another server. */
  image: { address: text },
  /** Requests the script that draws diagrams. */
  diagramScript: {},
  /** Requests completion items for a word that begins with `@` or `:`. */
  completionsRequest: { id: wholeNumber, mark: oneOf('@', ':'), typed: text },
};

/** Message types upon which VS Code opens an editor or a prompt, which takes the focus. */
export const focusTakingTypes: ReadonlySet<FromPage['type']> = new Set<FromPage['type']>([
  ...([
    'open',
    'follow',
    'do',
    'discuss',
    'showSince',
    'apply',
    'applySuggestions',
    'revertBlock',
    'remove',
    'discard',
  ] as const),
]);

/** Message types that the page sends by itself. Their failures are shown without a notification. */
export const passiveTypes: ReadonlySet<FromPage['type']> = new Set<FromPage['type']>([
  'ready',
  'keys',
  'reading',
  'show',
  'markSeen',
  'count',
  'pictures',
  'showsSending',
  'diagramScript',
  'completionsRequest',
]);

/** A message from the extension to the page. */
export type ToPage = Message<typeof outgoing>;
const outgoing = {
  place: { place },
  head: { head },
  /** The changed pages, files and other objects; `more` counts the changes that the server has not listed yet. */
  pages: {
    pages: listOf(listedPage),
    files: listOf(listedFile),
    others: listOf(otherChange),
    against: optional(comparedVersion),
    note: optional(text),
    more: wholeNumber,
    /** The ID of the page whose content follows without being requested. */
    first: optional(text),
  },
  /** The content of a page. `movedBelow` lists the descendants whose addresses changed with its own. */
  page: {
    id: text,
    mode,
    facts: listOf(changedProperty),
    movedBelow: optional(listOf(movedPage)),
    rows: listOf(comparisonRow),
  },
  /**
   * The conversations of a page, or of the whole change request without an ID. With `hasMore`, earlier ones are not
   * loaded. With `ids`, `threads` has only those that were added or changed, and `ids` names all of them in order.
   */
  threads: { id: text, threads: listOf(pageThread), ids: optional(listOf(text)), hasMore: boolean },
  filters: { filters: listOf(filterItem) },
  /**
   * The changes of a conversation's block since it was started, or why they cannot be shown; `canCompare` offers all of
   * its page.
   */
  since: { conversation: text, html: optional(text), why: optional(text), canCompare: boolean },
  /** The comments of the timeline. */
  talk: { events: listOf(event) },
  failed: { id: text, why: text },
  go: { step },
  /** Confirms that plain letters are keys now. */
  keys: { id: wholeNumber },
  /** Scrolls to the block at a line of a page's source, or to a file. */
  goTo: { id: text, line: wholeNumber },
  /** The user's rights, the number of pending comments, and whether sending them was interrupted. */
  rights: { canComment: boolean, canEdit: boolean, pending: wholeNumber, isStopped: boolean },
  /** The state of a draft. */
  draftState: { draft: uuid, state: oneOf('stored', 'sent', 'failed'), why: optional(text) },
  suggested: { draft: uuid, text },
  /** A message above the page, such as that the server cannot be reached. */
  banner: { text, label: optional(text), action: optional(action) },
  toSend: { toSend },
  /** The number of pending comments already sent. */
  sending: { sent: wholeNumber },
  /** Reports why the pending review cannot be determined. */
  reviewUnavailable: { why: text },
  /** The result of sending the review; `isBegun` if parts of it may have been sent. */
  finished: { why: optional(text), isBegun: boolean, isCancelled: optional(boolean) },
  /** Requests that the page fetch its content again. */
  reload: {},
  /** The images of a changed file before and after, and their sizes; or why they cannot be shown. */
  pictures: { id: text, before: optional(text), after: optional(text), sizes: text, why: optional(text) },
  /** The changed text of reusable content; or why it cannot be shown. */
  text: { id: text, mode, rows: listOf(comparisonRow), why: optional(text) },
  /** The pages that include a changed object; or why they cannot be found. */
  pagesFound: { id: text, pages: listOf(objectWith({ id: text, title: text, path: text })), why: optional(text) },
  /** An image from another server as a data URL; or why it cannot be shown. */
  image: { address: text, data: optional(imageData), why: optional(text) },
  /** The script that draws diagrams; or why it is not available. */
  diagramScript: { script: optional(text), why: optional(text) },
  /** Completion items for the word being typed, the best match first. */
  completions: { id: wholeNumber, offers: listOf(objectWith({ label: text, description: text, insert: text })) },
};

/**
 * Parses a message of the page. Returns undefined if it is malformed, since a script in a document could send anything.
 */
export const fromPage = messageParser(incoming);

/** Parses a message of the extension. Returns undefined if it is malformed. */
export const toPage = messageParser(outgoing);
