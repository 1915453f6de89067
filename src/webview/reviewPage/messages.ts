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

/** How a page is shown: both forms beside each other, in one text, or what it will be alone. */
export type Mode = Checked<typeof mode>;
const mode = oneOf('split', 'one', 'after');

/** What can be done to the change request from its page. */
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

/** Where keys lead on the page, and what they do there. */
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

/** A point of time in words: short, and whole. */
export type Time = Checked<typeof time>;
const time = shaped({ short: text, full: text });

/** Something that has become of the change request; `at` in milliseconds since 1970. */
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
  /** Whether it can still be changed. */
  isOver: yesOrNo,
  /** Who and where, each a few words, and when. */
  facts: listOf(text),
  times: listOf(shaped({ what: text, at: time })),
  /** What the change request does, in a sentence or two. */
  summary: text,
  /** The description of its author, rendered; missing where it is empty. */
  description: maybe(shaped({ html: text, firstLine: text, isLong: yesOrNo })),
  /** Links to related tickets and pages. One without an address cannot be followed. */
  links: maybe(listOf(shaped({ kind: text, title: text, address: maybe(text) }))),
  reviewers: listOf(shaped({ name: text, verdict: text, tone, when: maybe(time), isYou: yesOrNo })),
  /** The verdicts that comments explain, by the IDs of the comments. */
  verdicts: maybe(listOf(shaped({ comment: text, verdict: text, tone }))),
  checks: listOf(shaped({ text, tone, action: maybe(action), label: maybe(text) })),
  /** What has become of it, from its beginning on. */
  events: listOf(event),
  /** What can be done, beside what the page always offers. */
  actions: listOf(action),
});

/** A page in the outline. What it says is read when it comes into view. */
export type ListedPage = Checked<typeof listedPage>;
const kind = oneOf('created', 'edited', 'deleted', 'moved', 'same');
const listedPage = shaped({
  id: text,
  title: text,
  path: text,
  /** The titles of what it lies in, the outermost first. */
  way: listOf(text),
  kind,
  /** Undefined where it cannot be marked. */
  isViewed: maybe(yesOrNo),
  /** Whether it has changed since it was viewed. */
  isViewedBefore: yesOrNo,
  /** How many conversations are open on it. */
  conversations: whole,
  /** What alone has changed of it, where its text is the same: those with equal ones may be folded. */
  smallChange: maybe(text),
  /** What has become of it since the page showed another revision, in words. */
  news: maybe(text),
});

/** What the pages are compared with: in the title of the changes, and above what was before. */
export type Against = Checked<typeof against>;
const against = shaped({ words: text, before: text, isSince: yesOrNo });

/** Something that has another value than before, in words. */
export type ShownFact = Checked<typeof shownFact>;
const shownFact = shaped({ name: text, before: maybe(text), after: maybe(text) });

/** A page whose address changed with that of a page above it. */
export type MovedPage = Checked<typeof movedPage>;
const movedPage = shaped({ title: text, before: text, after: text });

/** A changed file. */
export type ListedFile = Checked<typeof listedFile>;
const listedFile = shaped({
  id: text,
  name: text,
  kind,
  /** What was done, in words. */
  change: text,
  isPicture: yesOrNo,
  /** Missing for what cannot be viewed. */
  isViewed: maybe(yesOrNo),
  /** With what a comment on it begins. */
  quote: text,
  facts: maybe(listOf(shownFact)),
  /** What has become of it since the page showed another revision, in words. */
  news: maybe(text),
});

/** A change of something that is neither a page nor a file; `detail` says what it is, `change` what was done. */
export type OtherChange = Checked<typeof otherChange>;
const otherChange = shaped({
  id: text,
  name: text,
  detail: text,
  kind,
  change: text,
  facts: listOf(shownFact),
  /** Whether it has a text that has changed. */
  hasText: yesOrNo,
  /** Whether pages may show it. */
  mayBeShown: yesOrNo,
  /** What has become of it since the page showed another revision, in words. */
  news: maybe(text),
});

/** A block, before and after. */
export type ShownRow = Checked<typeof shownRow>;
const shownRow = shaped({
  /** `spelling` where nothing has changed that readers see. */
  kind: text,
  label: text,
  before: maybe(text),
  after: maybe(text),
  notes: text,
  count: whole,
  /** How many of its notes are on what readers do not see. */
  spellings: maybe(whole),
  /** Its line in the source, or where it would be there. */
  line: maybe(whole),
  /** Its line in the source as it was. */
  lineBefore: maybe(whole),
  /** What has become of it since the page showed another revision, in words. */
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
  /** What stands in the box when it is edited. */
  markdown: text,
  mayEdit: yesOrNo,
  mayDelete: yesOrNo,
  isSuggestion: yesOrNo,
  mayApply: yesOrNo,
  /** `names`: the other people who have reacted, as far as they are known. */
  reactions: listOf(shaped({ emoji: text, count: whole, isYours: yesOrNo, names: listOf(text) })),
  /** Set for what the service does not have: held back for the review, or not sent. */
  draft: maybe(oneOf('pending', 'unsent')),
  /** Of an unsent text: the comment whose words it changes. */
  edited: maybe(text),
});

/** A conversation beside the block that it hangs on. */
export type ShownThread = Checked<typeof shownThread>;
const shownThread = shaped({
  id: text,
  /** Its line in the source; undefined where it is about the whole page. */
  line: maybe(whole),
  /** Whether that is its line in the source as it was: its page is deleted. */
  isLineBefore: maybe(yesOrNo),
  state: oneOf('open', 'resolved', 'draft'),
  /** What is to be known of it beside what was said. */
  label: text,
  /** Whether the page has changed since it was begun. */
  isEarlier: yesOrNo,
  mayReply: yesOrNo,
  /** What its first comment says, without Markdown, on one line. */
  excerpt: text,
  comments: listOf(shownComment),
  /** The filters that list it. */
  fits: listOf(text),
});

/** Which conversations may be shown alone, and how many these are as far as that is known. */
export type ShownFilter = Checked<typeof shownFilter>;
const shownFilter = shaped({ id: text, name: text, count: maybe(whole) });

/** Which change request it is, and in which revisions, so that the page is found again after a reload. */
const place = shaped({ connection: text, space: text, number, drawn: maybe(text), previous: maybe(text) });

/** The place to which a comment that is typed on the page belongs. */
export type CommentTarget = Checked<typeof commentTarget>;
const commentTarget = shaped({
  /** The page, or '' for the whole change request. */
  page: text,
  line: maybe(whole),
  side: oneOf('before', 'after'),
  /** The conversation that is replied to, or that holds what is edited. */
  conversation: maybe(text),
  /** The comment that is edited. */
  edited: maybe(text),
});

/** What a review ends with. */
export type Verdict = Checked<typeof verdict>;
const verdict = oneOf('approved', 'changes-requested', 'comment');

/** What goes out when the review is finished. */
export type ToSend = Checked<typeof toSend>;
const toSend = shaped({
  /** What is held back, in the order in which it goes. */
  pending: listOf(
    shaped({
      kind: oneOf('comment', 'reply', 'edit', 'resolve', 'reopen'),
      text,
      /** The ID and the title of the page that it is on. */
      page: maybe(text),
      title: maybe(text),
    }),
  ),
  /** What can be decided, and what that means; where it cannot, why. */
  offers: listOf(shaped({ verdict, title: text, meaning: text, isRefused: yesOrNo })),
  /** What was chosen and written before. */
  verdict: maybe(verdict),
  summary: text,
  /** How far it came, where it was stopped while it was sent. */
  stopped: maybe(text),
  /** How many pending comments have been sent, while the review is being sent. */
  sent: maybe(whole),
});

/** What the page tells the extension. */
export type FromPage = Message<typeof incoming>;
const incoming = {
  ready: {},
  /** Asks whether plain letters are keys: they are once nothing is about to take the focus. */
  keys: { id: whole },
  /** Another page is read now; '' above the first. */
  reading: { id: text },
  show: { id: text, mode },
  mark: { id: text, isViewed: yesOrNo },
  open: { id: text, line: whole },
  follow: { id: text, target: text },
  do: { action },
  /** A key stands for something that the user may not do. */
  notAllowed: { why: text },
  /** Keeps what is typed. */
  type: { draft: uuid, target: commentTarget, text },
  /** Sends it, or holds it back until the review is finished. */
  send: { draft: uuid, target: commentTarget, text, isHeld: yesOrNo },
  discard: { draft: uuid },
  /** Asks for the block as a suggestion to be changed. */
  suggest: { draft: uuid, target: commentTarget },
  settle: { conversation: text, isResolved: yesOrNo, isHeld: yesOrNo },
  react: { conversation: text, comment: text, emoji: text },
  remove: { conversation: text, comment: text },
  apply: { conversation: text, comment: text },
  copy: { conversation: text, comment: text },
  /** What has changed since a conversation was begun: of its block, or all of the page in the editor. */
  since: { conversation: text },
  showSince: { conversation: text },
  /** Shows the conversation where it stands in the source. */
  discuss: { conversation: text },
  /** All that was said on a page, or on the whole change request, is to be shown. */
  more: { id: text },
  /** A page, or without an ID the whole change request, is in view: what was said there has been seen. */
  see: { id: text },
  /** Asks how many conversations each filter lists. Who they are about is asked for where the one that is set needs it. */
  count: { filter: text },
  /** Asks what goes out when the review is finished. */
  finish: {},
  /** Keeps what is typed for that. */
  summarize: { verdict, summary: text },
  /** Sends all of it. */
  submit: { verdict, summary: text },
  /** Stops the sending of it. */
  stop: {},
  /** Whether the dialog shows the progress of the sending, with a button that stops it. */
  showsSending: { isShown: yesOrNo },
  /** A changed picture has come near the view. */
  pictures: { id: text },
  /** Asks for the changed text of reusable content. */
  showText: { id: text, mode },
  /** Asks which pages show what has changed beside pages and files. */
  findPages: { id: text },
  /** An image of another server is to be fetched. */
  image: { address: text },
  /** Asks for the script that draws diagrams: there is one on a page. */
  diagramScript: {},
  /** A word has been begun with a mark in a box: what can be meant? */
  begun: { id: whole, mark: oneOf('@', ':'), typed: text },
};

/** Messages of the page upon which VS Code shows something else, or asks something: that takes the focus. */
export const leading: ReadonlySet<FromPage['type']> = new Set<FromPage['type']>([
  ...(['open', 'follow', 'do', 'discuss', 'showSince', 'apply', 'remove', 'discard'] as const),
]);

/** What the extension tells the page. */
export type ToPage = Message<typeof outgoing>;
const outgoing = {
  place: { place },
  head: { head },
  /** With how many changes more the server does not list. */
  pages: {
    pages: listOf(listedPage),
    files: listOf(listedFile),
    others: listOf(otherChange),
    against: maybe(against),
    note: maybe(text),
    more: whole,
  },
  /** `movedBelow`: the pages below that have another address because this one has. */
  page: { id: text, mode, facts: listOf(shownFact), movedBelow: maybe(listOf(movedPage)), rows: listOf(shownRow) },
  /** Of a page; without an ID, of the whole change request. */
  /** `hasMore`: earlier ones have not been read. */
  threads: { id: text, threads: listOf(shownThread), hasMore: yesOrNo },
  filters: { filters: listOf(shownFilter) },
  /** What has changed of the block of a conversation since that was begun, or why nothing is shown; all of its page may be. */
  since: { conversation: text, html: maybe(text), why: maybe(text), mayCompare: yesOrNo },
  /** Who has said something, and when. */
  talk: { events: listOf(event) },
  failed: { id: text, why: text },
  go: { step },
  /** Plain letters are keys now. */
  keys: { id: whole },
  /** Leads to the block of a page that a line of its source is in, or to a file. */
  goTo: { id: text, line: whole },
  /** Whether comments can be written, how much is held back, and whether it was stopped while it was sent. */
  rights: { mayComment: yesOrNo, pending: whole, isStopped: yesOrNo },
  /** What has become of a text. */
  wrote: { draft: uuid, state: oneOf('kept', 'sent', 'failed'), why: maybe(text) },
  suggested: { draft: uuid, text },
  /** What is to be said above everything, such as that the server cannot be reached. */
  banner: { text, label: maybe(text), action: maybe(action) },
  toSend: { toSend },
  /** How many of those that are held back have been sent. */
  sending: { sent: whole },
  /** Why nobody can say what goes out. */
  unready: { why: text },
  /** The review is sent, or why not; and whether some of it may be. */
  finished: { why: maybe(text), isBegun: yesOrNo, isCancelled: maybe(yesOrNo) },
  /** Has what is shown of the pages asked for again. */
  renew: {},
  /** Where a changed picture is found as it was and as it will be, and its sizes; or why it cannot be shown. */
  pictures: { id: text, before: maybe(text), after: maybe(text), sizes: text, why: maybe(text) },
  /** The text of reusable content, before and after; or why it cannot be shown. */
  text: { id: text, mode, rows: listOf(shownRow), why: maybe(text) },
  /** The pages that show something that has changed; or why they cannot be found. */
  pagesFound: { id: text, pages: listOf(shaped({ id: text, title: text, path: text })), why: maybe(text) },
  /** An image of another server, all of it; or why it cannot be shown. */
  image: { address: text, data: maybe(imageData), why: maybe(text) },
  /** The script that draws diagrams; or why there is none. */
  diagramScript: { script: maybe(text), why: maybe(text) },
  /** What can stand in place of the word, the first of it best. */
  offered: { id: whole, offers: listOf(shaped({ label: text, description: text, insert: text })) },
};

/** Reads what came from the page: a document that got a script to run could send anything. */
export const fromPage = reader(incoming);

/** Reads what came from the extension, and not from a frame in the page. */
export const toPage = reader(outgoing);
