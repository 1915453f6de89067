/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, iconButton, createElement, secondaryText, createFromHtml, screenReaderText } from '../dom.ts';
import { icon } from '../icons.ts';
import { menu } from './menu.ts';
import type { Action, ReviewHead, DisplayTime, Tone } from './messages.ts';

const inWords: Readonly<Record<Tone, string>> = {
  good: t({ message: 'fine', comment: ['state of a check before a merge'] }),
  bad: t('not yet'),
  warn: t('outdated'),
  open: t({ message: 'open', comment: ['state of a check before a merge'] }),
};

type Run = (action: Action) => void;

interface HeadContext {
  run: Run;
  /** The number of the user's pending comments. */
  pending: number;
}

/** Renders the head of the page: subject, status, description, links, reviewers with verdicts, and merge readiness. */
export function renderHead(head: ReviewHead, { run, pending }: HeadContext): Node[] {
  const { number, subject, status, summary, facts, times } = head;
  const offers = new Set<Action>(head.actions);
  // A button inside a heading would be read as part of it.
  const title = createElement(
    'div',
    { class: 'subject' },
    createElement(
      'h1',
      {},
      createElement('span', { class: 'quiet' }, `#${number}`),
      ' ',
      createElement('bdi', {}, subject),
    ),
    ' ',
    offers.has('setSubject') && iconButton('edit', t('Change Subject…'), () => run('setSubject')),
  );
  const statusLine = [
    createElement('span', { class: `status ${head.isOver ? '' : 'good'}` }, status),
    ...facts.map(fact => secondaryText(fact)),
    ...times.map(({ what, at }) => secondaryText(`${what} ${at.short}`, at.full)),
  ];
  return [
    createElement(
      'div',
      { class: 'top' },
      title,
      createElement(
        'span',
        { class: 'actions' },
        offers.has('update') && button([icon('update'), t('Update')], () => run('update'), { class: 'secondary' }),
        offers.has('reopen') && button([icon('history'), t('Reopen')], () => run('reopen'), { class: 'secondary' }),
        offers.has('merge') && button([icon('merge'), t('Merge…')], () => run('merge'), { class: 'secondary' }),
        moreOf(offers, run),
      ),
    ),
    createElement('p', { class: 'about' }, ...statusLine),
    createElement('p', { class: 'summary' }, summary),
    ...[descriptionOf(head, offers, run), linksOf(head, offers, run), additionsOf(head, offers, run)].filter(
      part => part !== undefined,
    ),
    createElement('div', { class: 'lists' }, reviewersOf(head, offers, { run, pending }), readinessOf(head, run) ?? ''),
  ];
}

/** Renders the description. A long one is collapsed to its first line. */
function descriptionOf({ description }: ReviewHead, offers: ReadonlySet<Action>, run: Run): HTMLElement | undefined {
  if (!description) return undefined;
  const { html, firstLine, isLong } = description;
  const text = createFromHtml(html, { class: 'prose description' });
  const fold = createElement(
    'details',
    { class: 'long' },
    createElement('summary', {}, createElement('bdi', {}, firstLine)),
    text,
  );
  fold.open = isDescriptionExpanded;
  fold.addEventListener('toggle', () => (isDescriptionExpanded = fold.open));
  return createElement(
    'section',
    { 'aria-label': t('Description') },
    createElement(
      'div',
      { class: 'caption' },
      createElement('h2', {}, t('Description')),
      offers.has('editDescription') && iconButton('edit', t('Edit Description'), () => run('editDescription')),
    ),
    isLong ? fold : text,
  );
}

/** Whether a long description is expanded. It outlives updates, which render the head again. */
let isDescriptionExpanded = false;

/** Renders links to related tickets and pages; those beyond `maxVisibleLinks` are collapsed. */
function linksOf({ links = [] }: ReviewHead, offers: ReadonlySet<Action>, run: Run): HTMLElement | undefined {
  if (links.length === 0) return undefined;
  const items = links.map(({ kind, title, address }) =>
    createElement(
      'li',
      {},
      secondaryText(kind),
      ' ',
      address
        ? createElement('a', { href: address, title: address }, createElement('bdi', {}, title))
        : createElement('span', { title: t('No web address') }, createElement('bdi', {}, title)),
    ),
  );
  const more = items.slice(maxVisibleLinks);
  const fold = createElement(
    'details',
    {},
    createElement('summary', {}, more.length === 1 ? t('1 more link') : t`${more.length} more links`),
    createElement('ul', { class: 'links' }, ...more),
  );
  return createElement(
    'section',
    { class: 'about-links', 'aria-label': t('Links') },
    createElement(
      'ul',
      { class: 'links' },
      ...items.slice(0, maxVisibleLinks),
      more.length > 0 && createElement('li', {}, fold),
      offers.has('editLinks') &&
        createElement(
          'li',
          {},
          iconButton('edit', t('Edit Links…'), () => run('editLinks')),
        ),
    ),
  );
}

/** Buttons that add what the change request does not have yet. */
function additionsOf(
  { description, links = [] }: ReviewHead,
  offers: ReadonlySet<Action>,
  run: Run,
): HTMLElement | undefined {
  const canDescribe = !description && offers.has('editDescription');
  const canLink = links.length === 0 && offers.has('editLinks');
  if (!canDescribe && !canLink) return undefined;
  return createElement(
    'p',
    { class: 'additions' },
    canDescribe && button(t('Add Description'), () => run('editDescription'), { class: 'link' }),
    canLink && button(t('Add Link…'), () => run('editLinks'), { class: 'link' }),
  );
}

const maxVisibleLinks = 4;

/** Returns why the user cannot comment, or '' if they can. */
export function readOnlyReason(head: ReviewHead | undefined, canComment: boolean): string {
  if (head?.isOver) return t`Nothing more is said here: it is ${head.status}.`;
  return canComment ? '' : t('You can read here, but not comment. You need the role Commenter.');
}

function moreOf(offers: ReadonlySet<Action>, run: Run): HTMLElement {
  const items: [Action, string][] = [
    ...(offers.has('setStatus') ? [['setStatus', t('Change Status…')] as [Action, string]] : []),
    ['openChanges', t('Show Changes in the Editor')],
    ['openOverview', t('Open Overview')],
    ['copyLink', t('Copy Link')],
    ['copyRecord', t('Copy Review Record')],
    ['refresh', t('Refresh')],
  ];
  return menu(
    t({ message: 'More', comment: ['title of a menu'] }),
    items.map(([action, label]) => [label, () => run(action)]),
  );
}

function reviewersOf(
  { reviewers }: ReviewHead,
  offers: ReadonlySet<Action>,
  { run, pending }: HeadContext,
): HTMLElement {
  const rows = reviewers.map(({ name, verdict, tone, when, isYou }) =>
    createElement(
      'li',
      { class: 'person' },
      avatar(name),
      createElement(
        'span',
        { class: 'name', title: name },
        createElement('bdi', {}, name),
        isYou && secondaryText(` ${t('(you)')}`),
      ),
      ...(isYou && pending > 0 && tone === 'open'
        ? [
            createElement('span', { class: 'verdict' }, icon('edit'), t('Reviewing')),
            createElement('span', { class: 'quiet when' }, t`${pending} pending`),
          ]
        : [createElement('span', { class: 'verdict' }, icon(tone, tone), verdict), timeElement(when)]),
    ),
  );
  const ask = button([icon('addPerson'), t('Request…')], () => run('requestReviewers'), {
    class: 'small',
    'aria-label': t('Request Reviewers…'),
  });
  return createElement(
    'section',
    { 'aria-label': t('Reviewers') },
    createElement(
      'div',
      { class: 'caption' },
      createElement('h2', {}, t('Reviewers')),
      offers.has('requestReviewers') && ask,
    ),
    rows.length > 0
      ? createElement('ul', { class: 'people' }, ...rows)
      : createElement('p', {}, t('Nobody has been asked.')),
  );
}

/** Renders the merge checks: open ones with their actions, passed ones collapsed. Undefined if there are none. */
function readinessOf({ checks }: ReviewHead, run: Run): HTMLElement | undefined {
  if (checks.length === 0) return undefined;
  const openChecks = checks.filter(({ tone }) => tone !== 'good');
  const fine = checks.filter(({ tone }) => tone === 'good');
  const isBlocked = openChecks.some(({ tone }) => tone === 'bad');
  const answer = isBlocked ? t('Not yet') : openChecks.length > 0 ? t('Yes, as far as is known') : t('Yes');
  const points = openChecks.map(check => renderCheck(check, run));
  const folded = createElement(
    'details',
    { class: 'fine' },
    createElement(
      'summary',
      {},
      icon('good', 'good'),
      fine.length === 1 ? t('1 point is fine') : t`${fine.length} points are fine`,
      icon('chevronRight', 'fold'),
    ),
    createElement('ul', {}, ...fine.map(({ text }) => createElement('li', {}, text))),
  );
  return createElement(
    'section',
    { 'aria-label': t('Ready to merge?') },
    createElement(
      'h2',
      { class: 'caption' },
      t('Ready to merge?'),
      createElement('span', { class: isBlocked ? 'bad' : 'good' }, answer),
    ),
    createElement('ul', { class: 'checks' }, ...points, ...(fine.length > 0 ? [createElement('li', {}, folded)] : [])),
  );
}

/** Renders a line of the checklist, with the action that solves it. */
export function renderCheck({ text, tone, action, label }: ReviewHead['checks'][number], run: Run): HTMLElement {
  const remedy = action && tone !== 'good' && checkButton(label ?? t('Show'), text, () => run(action));
  return createElement(
    'li',
    { class: 'check' },
    icon(tone, tone),
    screenReaderText(`${inWords[tone]}: `),
    createElement('span', {}, text, ' ', remedy),
  );
}

/** Creates a button whose name is clear without the check beside it. */
function checkButton(label: string, check: string, run: () => void): HTMLElement {
  return button(label, run, { class: 'link', 'aria-label': `${label}: ${check}` });
}

/** Renders the initials of a name in a circle. */
export function avatar(name: string): HTMLElement {
  const parts = name.split(/\s+/).filter(Boolean);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map(part => [...(part ?? '')][0] ?? '');
  return createElement('span', { class: 'avatar', 'aria-hidden': 'true' }, letters.join('').toLocaleUpperCase());
}

/** Renders the avatar of the current user when the server does not report a name. */
export function unnamedAvatar(): HTMLElement {
  return createElement('span', { class: 'avatar', 'aria-hidden': 'true' }, icon('person'));
}

/** Renders a point in time in its short form, with the full form as its tooltip. */
export function timeElement(when: DisplayTime | undefined): HTMLElement {
  return createElement('span', { class: 'quiet when', title: when?.full }, when?.short ?? '');
}
