/** How a page is shown: both forms beside each other, in one text, or what it will be alone. */
export type Mode = 'split' | 'one' | 'after';

/** What can be done to the change request from its page. */
export type Action = (typeof actions)[number];

export const actions = [
  'finish',
  'merge',
  'update',
  'setSubject',
  'setStatus',
  'requestReviewers',
  'openChanges',
  'nextConversation',
  'findBrokenLinks',
  'lookThrough',
  'comment',
  'openOverview',
] as const;

/** Where keys lead on the page. */
export type Step = (typeof steps)[number];

export const steps = [
  'nextChange',
  'previousChange',
  'nextUnviewed',
  'toggleViewed',
  'nextConversation',
  'previousConversation',
] as const;

export interface Head {
  number: number;
  subject: string;
  status: string;
  /** Who, where and when, each a few words. */
  facts: readonly string[];
  /** What the change request does, in one sentence. */
  summary: string;
  reviewers: readonly { name: string; verdict: string; tone: Tone; when: string }[];
  checks: readonly { text: string; tone: Tone; action?: Action; label?: string }[];
  actions: readonly { action: Action; label: string }[];
  /** What has become of it, from its beginning on. */
  events: readonly { text: string; when: string }[];
}

export type Tone = 'good' | 'bad' | 'open';

/** A page in the outline. What it says is read when it comes into view. */
export interface ListedPage {
  id: string;
  title: string;
  path: string;
  kind: 'created' | 'edited' | 'deleted' | 'moved' | 'same';
  /** Undefined where it cannot be marked. */
  isViewed?: boolean;
  /** How many conversations are open on it. */
  conversations: number;
}

export interface ShownRow {
  kind: string;
  said: string;
  before?: string;
  after?: string;
  notes: string;
  count: number;
  /** Its line in the source, or where it would be there. */
  line?: number;
}

/** A changed file. */
export interface ListedFile {
  id: string;
  name: string;
  kind: ListedPage['kind'];
}

/** What is another about a page beside its text, in words. */
export interface ShownFact {
  name: string;
  before?: string;
  after?: string;
}

/** A conversation beside the block that it hangs on. */
export interface ShownThread {
  id: string;
  /** Its line in the source; undefined where it is about the whole page. */
  line?: number;
  isResolved: boolean;
  /** Whether the page has changed since it was begun. */
  isEarlier: boolean;
  comments: readonly ShownComment[];
}

export interface ShownComment {
  author: string;
  when: string;
  html: string;
}

/** Which change request it is, so that the page is found again after a reload. */
export interface Place {
  connection: string;
  space: string;
  number: number;
}

/** What the extension tells the page. */
export type ToPage =
  | { type: 'place'; place: Place }
  | { type: 'head'; head: Head }
  | { type: 'pages'; pages: readonly ListedPage[]; files: readonly ListedFile[]; note?: string }
  | { type: 'page'; id: string; mode: Mode; facts: readonly ShownFact[]; rows: readonly ShownRow[] }
  /** Of a page; without an ID, of the whole change request. */
  | { type: 'threads'; id: string; threads: readonly ShownThread[] }
  | { type: 'failed'; id: string; why: string }
  | { type: 'go'; step: Step };

/** What the page tells the extension. */
export type FromPage =
  | { type: 'ready' }
  | { type: 'show'; id: string; mode: Mode }
  | { type: 'mark'; id: string; isViewed: boolean }
  | { type: 'open'; id: string; line: number }
  | { type: 'follow'; id: string; target: string }
  | { type: 'discuss'; comment: string }
  | { type: 'do'; action: Action };

/** Reads what came from the page: a document that got a script to run could send anything. */
export function fromPage(message: unknown): FromPage | undefined {
  return read<FromPage>(message, incoming) ? message : undefined;
}

/** Reads what came from the extension, and not from a frame in the page. */
export function toPage(message: unknown): ToPage | undefined {
  return read<ToPage>(message, outgoing) ? message : undefined;
}

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

/** Whether a message has the shape of its type, and nothing else in it. */
function read<T extends { type: string }>(message: unknown, shapes: ReadonlyMap<T['type'], Shape>): message is T {
  const type = isRecord(message) ? message['type'] : undefined;
  const shape = shapes.get(type as T['type']);
  return shape !== undefined && shaped({ type: text, ...shape })(message);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text: Check = value => typeof value === 'string';
const number: Check = value => typeof value === 'number' && Number.isFinite(value);
const whole: Check = value => Number.isInteger(value) && (value as number) >= 0;
const yesOrNo: Check = value => typeof value === 'boolean';
const oneOf =
  (...words: readonly string[]): Check =>
  value =>
    words.includes(value as string);
const maybe =
  (check: Check): Check =>
  value =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  value =>
    Array.isArray(value) && value.every(check);
const shaped =
  (shape: Shape): Check =>
  value =>
    isRecord(value) &&
    Object.keys(value).every(name => Object.hasOwn(shape, name)) &&
    Object.entries(shape).every(([name, check]) => check(value[name]));

const mode = oneOf('split', 'one', 'after');
const action = oneOf(...actions);
const tone = oneOf('good', 'bad', 'open');

const incoming: ReadonlyMap<FromPage['type'], Shape> = new Map<FromPage['type'], Shape>([
  ['ready', {}],
  ['show', { id: text, mode }],
  ['mark', { id: text, isViewed: yesOrNo }],
  ['open', { id: text, line: whole }],
  ['follow', { id: text, target: text }],
  ['discuss', { comment: text }],
  ['do', { action }],
]);

const head = shaped({
  number,
  subject: text,
  status: text,
  facts: listOf(text),
  summary: text,
  reviewers: listOf(shaped({ name: text, verdict: text, tone, when: text })),
  checks: listOf(shaped({ text, tone, action: maybe(action), label: maybe(text) })),
  actions: listOf(shaped({ action, label: text })),
  events: listOf(shaped({ text, when: text })),
});

const kind = oneOf('created', 'edited', 'deleted', 'moved', 'same');
const listedFile = shaped({ id: text, name: text, kind });
const listedPage = shaped({
  id: text,
  title: text,
  path: text,
  kind,
  isViewed: maybe(yesOrNo),
  conversations: whole,
});

const shownFact = shaped({ name: text, before: maybe(text), after: maybe(text) });

const shownRow = shaped({
  kind: text,
  said: text,
  before: maybe(text),
  after: maybe(text),
  notes: text,
  count: whole,
  line: maybe(whole),
});

const shownThread = shaped({
  id: text,
  line: maybe(whole),
  isResolved: yesOrNo,
  isEarlier: yesOrNo,
  comments: listOf(shaped({ author: text, when: text, html: text })),
});

const outgoing: ReadonlyMap<ToPage['type'], Shape> = new Map<ToPage['type'], Shape>([
  ['place', { place: shaped({ connection: text, space: text, number }) }],
  ['head', { head }],
  ['pages', { pages: listOf(listedPage), files: listOf(listedFile), note: maybe(text) }],
  ['page', { id: text, mode, facts: listOf(shownFact), rows: listOf(shownRow) }],
  ['threads', { id: text, threads: listOf(shownThread) }],
  ['failed', { id: text, why: text }],
  ['go', { step: oneOf(...steps) }],
]);
