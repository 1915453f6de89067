/// <reference lib="dom" />
import { button, iconButton, make, quiet, rendered, spoken } from '../dom.ts';
import { icon } from '../icons.ts';
import { menu } from './menu.ts';
import type { Action, Head, Time, Tone } from './messages.ts';

const inWords: Readonly<Record<Tone, string>> = { good: 'fine', bad: 'not yet', warn: 'outdated', open: 'open' };

type Run = (action: Action) => void;

interface HeadContext {
  run: Run;
  /** How much of the user's is held back for the review. */
  pending: number;
}

/** What is above the sections: what it is, who has decided what, and whether it is ready. */
export function headOf(head: Head, { run, pending }: HeadContext): Node[] {
  const { number, subject, status, summary, facts, times } = head;
  const offers = new Set<Action>(head.actions);
  const title = make('h1', {}, make('span', { class: 'quiet' }, `#${number}`), ' ', make('bdi', {}, subject), ' ');
  if (offers.has('setSubject')) title.append(iconButton('edit', 'Change Subject…', () => run('setSubject')));
  const statusLine = [
    make('span', { class: `status ${head.isOver ? '' : 'good'}` }, status),
    ...facts.map(fact => quiet(fact)),
    ...times.map(({ what, at }) => quiet(`${what} ${at.short}`, at.full)),
  ];
  return [
    make(
      'div',
      { class: 'top' },
      title,
      make(
        'span',
        { class: 'actions' },
        offers.has('update') && button([icon('update'), 'Update'], () => run('update'), { class: 'secondary' }),
        offers.has('reopen') && button([icon('history'), 'Reopen'], () => run('reopen'), { class: 'secondary' }),
        offers.has('merge') && button([icon('merge'), 'Merge…'], () => run('merge'), { class: 'secondary' }),
        moreOf(offers, run),
      ),
    ),
    make('p', { class: 'about' }, ...statusLine),
    make('p', { class: 'summary' }, summary),
    ...[descriptionOf(head, offers, run), linksOf(head, offers, run), additionsOf(head, offers, run)].filter(
      part => part !== undefined,
    ),
    make('div', { class: 'lists' }, reviewersOf(head, offers, { run, pending }), readinessOf(head, run) ?? ''),
  ];
}

/** The description; a long one shows its first line until it is unfolded. */
function descriptionOf({ description }: Head, offers: ReadonlySet<Action>, run: Run): HTMLElement | undefined {
  if (!description) return undefined;
  const { html, firstLine, isLong } = description;
  const text = rendered(html, { class: 'prose description' });
  const fold = make('details', { class: 'long' }, make('summary', {}, make('bdi', {}, firstLine)), text);
  fold.open = isDescriptionExpanded;
  fold.addEventListener('toggle', () => (isDescriptionExpanded = fold.open));
  return make(
    'section',
    { 'aria-label': 'Description' },
    make(
      'h2',
      { class: 'caption' },
      'Description',
      offers.has('editDescription') && iconButton('edit', 'Edit Description', () => run('editDescription')),
    ),
    isLong ? fold : text,
  );
}

/** Whether a long description is expanded. It outlives updates, which render the head again. */
let isDescriptionExpanded = false;

/** Links to related tickets and pages; those that do not fit are in a fold. */
function linksOf({ links = [] }: Head, offers: ReadonlySet<Action>, run: Run): HTMLElement | undefined {
  if (links.length === 0) return undefined;
  const items = links.map(({ kind, title, address }) =>
    make(
      'li',
      {},
      quiet(kind),
      ' ',
      address
        ? make('a', { href: address, title: address }, make('bdi', {}, title))
        : make('span', { title: 'No web address' }, make('bdi', {}, title)),
    ),
  );
  const more = items.slice(maxVisibleLinks);
  const fold = make(
    'details',
    {},
    make('summary', {}, `${more.length} more ${more.length === 1 ? 'link' : 'links'}`),
    make('ul', { class: 'links' }, ...more),
  );
  return make(
    'section',
    { class: 'about-links', 'aria-label': 'Links' },
    make(
      'ul',
      { class: 'links' },
      ...items.slice(0, maxVisibleLinks),
      more.length > 0 && make('li', {}, fold),
      offers.has('editLinks') &&
        make(
          'li',
          {},
          iconButton('edit', 'Edit Links…', () => run('editLinks')),
        ),
    ),
  );
}

/** Buttons that add what the change request does not have yet. */
function additionsOf(
  { description, links = [] }: Head,
  offers: ReadonlySet<Action>,
  run: Run,
): HTMLElement | undefined {
  const mayDescribe = !description && offers.has('editDescription');
  const mayLink = links.length === 0 && offers.has('editLinks');
  if (!mayDescribe && !mayLink) return undefined;
  return make(
    'p',
    { class: 'additions' },
    mayDescribe && button('Add Description', () => run('editDescription'), { class: 'link' }),
    mayLink && button('Add Link…', () => run('editLinks'), { class: 'link' }),
  );
}

const maxVisibleLinks = 4;

/** Why nothing can be written; '' where it can. */
export function whyReadOnly(head: Head | undefined, mayComment: boolean): string {
  if (head?.isOver) return `Nothing more is said here: it is ${head.status}.`;
  return mayComment ? '' : 'You can read here, but not comment. You need the role Commenter.';
}

function moreOf(offers: ReadonlySet<Action>, run: Run): HTMLElement {
  const items: [Action, string][] = [
    ...(offers.has('setStatus') ? [['setStatus', 'Change Status…'] as [Action, string]] : []),
    ['openChanges', 'Show Changes in the Editor'],
    ['openOverview', 'Open Overview'],
    ['copyLink', 'Copy Link'],
    ['copyRecord', 'Copy Review Record'],
    ['refresh', 'Refresh'],
  ];
  return menu(
    'More',
    items.map(([action, label]) => [label, () => run(action)]),
  );
}

function reviewersOf({ reviewers }: Head, offers: ReadonlySet<Action>, { run, pending }: HeadContext): HTMLElement {
  const rows = reviewers.map(({ name, verdict, tone, when, isYou }) =>
    make(
      'li',
      { class: 'person' },
      avatar(name),
      make('span', { class: 'name', title: name }, make('bdi', {}, name), isYou && quiet(' (you)')),
      ...(isYou && pending > 0 && tone === 'open'
        ? [
            make('span', { class: 'verdict' }, icon('edit'), 'Reviewing'),
            make('span', { class: 'quiet when' }, `${pending} pending`),
          ]
        : [make('span', { class: 'verdict' }, icon(tone, tone), verdict), timeOf(when)]),
    ),
  );
  const ask = button([icon('addPerson'), 'Request…'], () => run('requestReviewers'), { class: 'small' });
  return make(
    'section',
    { 'aria-label': 'Reviewers' },
    make('h2', { class: 'caption' }, 'Reviewers', offers.has('requestReviewers') && ask),
    rows.length > 0 ? make('ul', { class: 'people' }, ...rows) : make('p', {}, 'Nobody has been asked.'),
  );
}

/** Whether it can be merged: what is left, each with its action; what is fine is folded. */
function readinessOf({ checks }: Head, run: Run): HTMLElement | undefined {
  if (checks.length === 0) return undefined;
  const openChecks = checks.filter(({ tone }) => tone !== 'good');
  const fine = checks.filter(({ tone }) => tone === 'good');
  const isBlocked = openChecks.some(({ tone }) => tone === 'bad');
  const answer = isBlocked ? 'Not yet' : openChecks.length > 0 ? 'Yes, as far as is known' : 'Yes';
  const points = openChecks.map(check => checkOf(check, run));
  const folded = make(
    'details',
    { class: 'fine' },
    make(
      'summary',
      {},
      icon('good', 'good'),
      `${fine.length} ${fine.length === 1 ? 'point is' : 'points are'} fine`,
      icon('chevronRight', 'fold'),
    ),
    make('ul', {}, ...fine.map(({ text }) => make('li', {}, text))),
  );
  return make(
    'section',
    { 'aria-label': 'Ready to merge?' },
    make('h2', { class: 'caption' }, 'Ready to merge?', make('span', { class: isBlocked ? 'bad' : 'good' }, answer)),
    make('ul', { class: 'checks' }, ...points, ...(fine.length > 0 ? [make('li', {}, folded)] : [])),
  );
}

/** A line of the checklist, with what can be done about it. */
export function checkOf({ text, tone, action, label }: Head['checks'][number], run: Run): HTMLElement {
  const remedy = action && tone !== 'good' && button(label ?? 'Show', () => run(action), { class: 'link' });
  return make(
    'li',
    { class: 'check' },
    icon(tone, tone),
    spoken(`${inWords[tone]}: `),
    make('span', {}, text, ' ', remedy),
  );
}

/** The first letters of a name in a circle. */
export function avatar(name: string): HTMLElement {
  const parts = name.split(/\s+/).filter(Boolean);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map(part => [...(part ?? '')][0] ?? '');
  return make('span', { class: 'avatar', 'aria-hidden': 'true' }, letters.join('').toLocaleUpperCase());
}

/** Stands for the user where the server does not tell the name. */
export function unnamedAvatar(): HTMLElement {
  return make('span', { class: 'avatar', 'aria-hidden': 'true' }, icon('person'));
}

/** A point of time, short; in full when it is pointed at. */
export function timeOf(when: Time | undefined): HTMLElement {
  return make('span', { class: 'quiet when', title: when?.full }, when?.short ?? '');
}
