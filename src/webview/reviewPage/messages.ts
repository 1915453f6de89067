import {
  type Checked,
  imageData,
  listOf,
  maybe,
  type Message,
  number,
  oneOf,
  reader,
  shaped,
  text,
  uuid,
  whole,
  yesOrNo,
} from '../checks.ts';

/** The layout of the comparison: side by side, inline, or only the new version. */
export type Mode = Checked<typeof mode>;
const mode = oneOf('split', 'one', 'after');

/** An action on the change request that a button of the page runs. */
export type Action = Checked<typeof action>;
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
export type Step = Checked<typeof step>;
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

export type Tone = Checked<typeof tone>;
const tone = oneOf('good', 'bad', 'warn', 'open');

/** A point in time, as a short text and a full text. */
export type Time = Checked<typeof time>;
const time = shaped({ short: text, full: text });

/** An event in the timeline of the change request; `at` in milliseconds since 1970. */
export type ShownEvent = Checked<typeof event>;
const event = shaped({
  who: text,
  did: text,
  tone: oneOf('good', 'bad', 'warn', 'open', 'talk'),
  when: time,
  at: number,
});

export type Head = Checked<typeof head>;
const head = shaped({
  number,
  subject: text,
  status: text,
  /** True if the change request is merged or archived. */
  isOver: yesOrNo,
  /** The author's name and the location of the change request. */
  facts: listOf(text),
  times: listOf(shaped({ what: text, at: time })),
  /** A summary of the changes, in one or two sentences. */
  summary: text,
  /** The rendered description of the change request; missing if it is empty. */
  description: maybe(shaped({ html: text, firstLine: text, isLong: yesOrNo })),
  /** Links to related tickets and pages. A link without an address cannot be followed. */
  links: maybe(listOf(shaped({ kind: text, title: text, address: maybe(text) }))),
  reviewers: listOf(shaped({ name: text, verdict: text, tone, when: maybe(time), isYou: yesOrNo })),
  /** Verdicts by the IDs of the comments that explain them. */
  verdicts: maybe(listOf(shaped({ comment: text, verdict: text, tone }))),
  checks: listOf(shaped({ text, tone, action: maybe(action), label: maybe(text) })),
  /** The events of the timeline, oldest first. */
  events: listOf(event),
  /** The actions available in addition to those that the page always offers. */
  actions: listOf(action),
});

/** A page in the outline. Its content is fetched when it comes into view. */
export type ListedPage = Checked<typeof listedPage>;
const kind = oneOf('created', 'edited', 'deleted', 'moved', 'same');
const listedPage = shaped({
  id: text,
  title: text,
  path: text,
  /** The titles of its ancestors, the outermost first. */
  way: listOf(text),
  kind,
  /** Undefined if the page cannot be marked as viewed. */
  isViewed: maybe(yesOrNo),
  /** True if the page has changed since it was viewed. */
  isViewedBefore: yesOrNo,
  /** The number of open conversations on the page. */
  conversations: whole,
  /**
   * Names the only properties that have changed if the text has not. Pages with equal values may be folded together.
   */
  smallChange: maybe(text),
  /** Describes how the page has changed since the revision that was shown before. */
  news: maybe(text),
});

/** The comparison base: `words` describe it in the title of the changes, `before` is the caption of the old side. */
export type Against = Checked<typeof against>;
const against = shaped({ words: text, before: text, isSince: yesOrNo });

/** A property that has changed, with its values before and after. */
export type ShownFact = Checked<typeof shownFact>;
const shownFact = shaped({ name: text, before: maybe(text), after: maybe(text) });

/** A page whose address has changed because an ancestor was moved or renamed. */
export type MovedPage = Checked<typeof movedPage>;
const movedPage = shaped({ title: text, before: text, after: text });

/** A changed file. */
export type ListedFile = Checked<typeof listedFile>;
const listedFile = shaped({
  id: text,
  name: text,
  kind,
  /** Describes the kind of change. */
  change: text,
  isPicture: yesOrNo,
  /** Missing for files that cannot be marked as viewed. */
  isViewed: maybe(yesOrNo),
  /** The quote with which a comment on the file begins. */
  quote: text,
  facts: maybe(listOf(shownFact)),
  /** Describes how the file has changed since the revision that was shown before. */
  news: maybe(text),
});

/** A change that is neither of a page nor of a file; `detail` names its kind, `change` what was done. */
export type OtherChange = Checked<typeof otherChange>;
const otherChange = shaped({
  id: text,
  name: text,
  detail: text,
  kind,
  change: text,
  facts: listOf(shownFact),
  /** True if it has text that has changed. */
  hasText: yesOrNo,
  /** True if pages may include it. */
  mayBeShown: yesOrNo,
  /** Describes how it has changed since the revision that was shown before. */
  news: maybe(text),
});

/** A row of the comparison: a block before and after. */
export type ShownRow = Checked<typeof shownRow>;
const shownRow = shaped({
  /** `spelling` if the change does not alter the rendered text. */
  kind: text,
  label: text,
  before: maybe(text),
  after: maybe(text),
  notes: text,
  count: whole,
  /** The number of notes on changes that do not alter the rendered text. */
  spellings: maybe(whole),
  /** The line of the block in the new source, or the line at which it would be. */
  line: maybe(whole),
  /** The line of the block in the old source. */
  lineBefore: maybe(whole),
  /** Describes how the block has changed since the revision that was shown before. */
  news: maybe(text),
});

export type ShownComment = Checked<typeof shownComment>;
const shownComment = shaped({
  id: text,
  author: text,
  isYou: yesOrNo,
  when: maybe(time),
  isNew: yesOrNo,
  isEdited: yesOrNo,
  html: text,
  /** The initial text of the composer when the comment is edited. */
  markdown: text,
  mayEdit: yesOrNo,
  mayDelete: yesOrNo,
  isSuggestion: yesOrNo,
  mayApply: yesOrNo,
  /** `names` are the other people who have reacted, as far as the server names them. */
  reactions: listOf(shaped({ emoji: text, count: whole, isYours: yesOrNo, names: listOf(text) })),
  /** Set for a comment that is not on the server: pending in the review, or an unsent draft. */
  draft: maybe(oneOf('pending', 'unsent')),
  /** For an unsent draft: the ID of the comment that it edits. */
  edited: maybe(text),
  /** For a pending comment: its unsaved edit, with which its composer is opened again. */
  change: maybe(shaped({ draft: uuid, text })),
});

/** A conversation shown beside its block. */
export type ShownThread = Checked<typeof shownThread>;
const shownThread = shaped({
  id: text,
  /** Its line in the source; undefined if it is about the whole page. */
  line: maybe(whole),
  /** True if `line` is a line of the old source, because the page is deleted. */
  isLineBefore: maybe(yesOrNo),
  state: oneOf('open', 'resolved', 'draft'),
  /** A note on the conversation, such as who resolved it. */
  label: text,
  /** True if the page has changed since the conversation was started. */
  isEarlier: yesOrNo,
  mayReply: yesOrNo,
  /** The text of its first comment on one line, without Markdown. */
  excerpt: text,
  comments: listOf(shownComment),
  /** The IDs of the filters that list it. */
  fits: listOf(text),
});

/** A conversation filter. `count` is the number of its conversations, if known. */
export type ShownFilter = Checked<typeof shownFilter>;
const shownFilter = shaped({ id: text, name: text, count: maybe(whole) });

/** The change request and its shown revisions, from which the page is restored after a reload. */
const place = shaped({ connection: text, space: text, number, drawn: maybe(text), previous: maybe(text) });

/** The target of a comment that is typed on the page. */
export type CommentTarget = Checked<typeof commentTarget>;
const commentTarget = shaped({
  /** The page ID; '' for the whole change request. */
  page: text,
  line: maybe(whole),
  side: oneOf('before', 'after'),
  /** The conversation that is replied to, or that contains the edited comment. */
  conversation: maybe(text),
  /** The ID of the edited comment. */
  edited: maybe(text),
  /** The ID of the edited pending comment. */
  pending: maybe(text),
});

/** The verdict with which a review is finished. */
export type Verdict = Checked<typeof verdict>;
const verdict = oneOf('approved', 'changes-requested', 'comment');

/** The pending review, as shown in the *Finish Review* dialog. */
export type ToSend = Checked<typeof toSend>;
const toSend = shaped({
  /** The pending comments, in the order of sending. */
  pending: listOf(
    shaped({
      /** `unplaced` is a comment whose conversation was deleted. */
      kind: oneOf('comment', 'reply', 'edit', 'unplaced', 'resolve', 'reopen'),
      text,
      /** The ID and the title of the page. */
      page: maybe(text),
      title: maybe(text),
      /** True if the pending comment has an unsaved edit. */
      isChanging: maybe(yesOrNo),
    }),
  ),
  /** The verdicts, each with its meaning, or with the reason why it is refused. */
  offers: listOf(shaped({ verdict, title: text, meaning: text, isRefused: yesOrNo })),
  /** The verdict and the summary that were saved as a draft. */
  verdict: maybe(verdict),
  summary: text,
  /** Describes how far sending came, if it was interrupted. */
  stopped: maybe(text),
  /** The number of pending comments already sent, while the review is being sent. */
  sent: maybe(whole),
});

/** Returns a sentence about the number of pending comments whose conversations were deleted; '' for 0. */
export function describeUnplaced(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'The conversation of 1 was deleted: you are asked where it should go'
    : `The conversations of ${count} were deleted: you are asked where they should go`;
}

/** Returns a sentence about the number of pending comments with unsaved edits; '' for 0. */
export function describeChanging(count: number): string {
  if (count === 0) return '';
  const [what, goes] = count === 1 ? ['1 pending comment is', 'it goes'] : [`${count} pending comments are`, 'they go'];
  return `${what} still being changed: ${goes} out as saved last, without the change.`;
}

/** A message from the page to the extension. */
export type FromPage = Message<typeof incoming>;
const incoming = {
  ready: {},
  /** Asks whether plain letters are keys. They are once nothing is about to take the focus. */
  keys: { id: whole },
  /** Reports the page in view; '' above the first page. */
  reading: { id: text },
  show: { id: text, mode },
  mark: { id: text, isViewed: yesOrNo },
  open: { id: text, line: whole },
  follow: { id: text, target: text },
  do: { action },
  /** Reports that the user is not allowed to do what a key stands for. */
  notAllowed: { why: text },
  /** Saves the draft of a comment. */
  type: { draft: uuid, target: commentTarget, text },
  /** Sends a comment, or adds it to the review if `isHeld`. */
  send: { draft: uuid, target: commentTarget, text, isHeld: yesOrNo },
  discard: { draft: uuid },
  /** Requests the text of the block as a suggestion to edit. */
  suggest: { draft: uuid, target: commentTarget },
  settle: { conversation: text, isResolved: yesOrNo, isHeld: yesOrNo },
  react: { conversation: text, comment: text, emoji: text },
  remove: { conversation: text, comment: text },
  apply: { conversation: text, comment: text },
  /** Puts a changed block back, which is at a line of the source as it is, or was where it is not there any more. */
  revertBlock: { id: text, line: maybe(whole), lineBefore: maybe(whole) },
  /** Lets people choose among the suggestions for a page. */
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
  see: { id: text },
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
  showsSending: { isShown: yesOrNo },
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
  begun: { id: whole, mark: oneOf('@', ':'), typed: text },
};

/** Message types upon which VS Code opens an editor or a prompt, which takes the focus. */
export const leading: ReadonlySet<FromPage['type']> = new Set<FromPage['type']>([
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
    against: maybe(against),
    note: maybe(text),
    more: whole,
  },
  /** The content of a page. `movedBelow` lists the descendants whose addresses changed with its own. */
  page: { id: text, mode, facts: listOf(shownFact), movedBelow: maybe(listOf(movedPage)), rows: listOf(shownRow) },
  /**
   * The conversations of a page, or of the whole change request without an ID. With `hasMore`, earlier ones are not
   * loaded.
   */
  threads: { id: text, threads: listOf(shownThread), hasMore: yesOrNo },
  filters: { filters: listOf(shownFilter) },
  /**
   * The changes of a conversation's block since it was started, or why they cannot be shown; `mayCompare` offers all of
   * its page.
   */
  since: { conversation: text, html: maybe(text), why: maybe(text), mayCompare: yesOrNo },
  /** The comments of the timeline. */
  talk: { events: listOf(event) },
  failed: { id: text, why: text },
  go: { step },
  /** Confirms that plain letters are keys now. */
  keys: { id: whole },
  /** Scrolls to the block at a line of a page's source, or to a file. */
  goTo: { id: text, line: whole },
  /** The user's rights, the number of pending comments, and whether sending them was interrupted. */
  rights: { mayComment: yesOrNo, mayEdit: yesOrNo, pending: whole, isStopped: yesOrNo },
  /** The state of a draft. */
  wrote: { draft: uuid, state: oneOf('kept', 'sent', 'failed'), why: maybe(text) },
  suggested: { draft: uuid, text },
  /** A message above the page, such as that the server cannot be reached. */
  banner: { text, label: maybe(text), action: maybe(action) },
  toSend: { toSend },
  /** The number of pending comments already sent. */
  sending: { sent: whole },
  /** Reports why the pending review cannot be determined. */
  unready: { why: text },
  /** The result of sending the review; `isBegun` if parts of it may have been sent. */
  finished: { why: maybe(text), isBegun: yesOrNo, isCancelled: maybe(yesOrNo) },
  /** Requests that the page fetch its content again. */
  renew: {},
  /** The images of a changed file before and after, and their sizes; or why they cannot be shown. */
  pictures: { id: text, before: maybe(text), after: maybe(text), sizes: text, why: maybe(text) },
  /** The changed text of reusable content; or why it cannot be shown. */
  text: { id: text, mode, rows: listOf(shownRow), why: maybe(text) },
  /** The pages that include a changed object; or why they cannot be found. */
  pagesFound: { id: text, pages: listOf(shaped({ id: text, title: text, path: text })), why: maybe(text) },
  /** An image from another server as a data URL; or why it cannot be shown. */
  image: { address: text, data: maybe(imageData), why: maybe(text) },
  /** The script that draws diagrams; or why it is not available. */
  diagramScript: { script: maybe(text), why: maybe(text) },
  /** Completion items for the word being typed, the best match first. */
  offered: { id: whole, offers: listOf(shaped({ label: text, description: text, insert: text })) },
};

/**
 * Parses a message of the page. Returns undefined if it is malformed, since a script in a document could send anything.
 */
export const fromPage = reader(incoming);

/** Parses a message of the extension. Returns undefined if it is malformed. */
export const toPage = reader(outgoing);
