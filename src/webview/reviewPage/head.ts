/// <reference lib="dom" />
import { button, make } from './dom.ts';
import type { Action, Head, Tone } from './messages.ts';

const signs: Readonly<Record<Tone, string>> = { good: '✓', bad: '✗', open: '○' };
const spoken: Readonly<Record<Tone, string>> = { good: 'fine', bad: 'not yet', open: 'open' };

/** What is above the pages: what it is, who has decided what, and whether it is ready. */
export function headOf(head: Head, run: (action: Action) => void): Node[] {
  const { number, subject, status, facts, summary, reviewers, checks, actions } = head;
  const title = make('h1', {}, make('span', { class: 'number' }, `#${number}`), ` ${subject}`);
  const buttons = actions.map(({ action, label }) => {
    return button(label, () => run(action), { class: action === 'finish' ? 'primary' : 'secondary' });
  });
  const about = make('p', { class: 'about' }, make('span', { class: 'status' }, status), ` ${facts.join(' · ')}`);
  const people = reviewers.map(({ name, verdict, tone, when }) =>
    make(
      'li',
      {},
      sign(tone),
      make('span', { class: 'name' }, name),
      ` ${verdict} `,
      make('span', { class: 'facts' }, when),
    ),
  );
  const left = checks.filter(({ tone }) => tone !== 'good');
  const points = [...left, ...checks.filter(({ tone }) => tone === 'good')].map(({ text, tone, action, label }) => {
    const remedy = action && tone !== 'good' && button(label ?? text, () => run(action), { class: 'link' });
    return make('li', {}, sign(tone), `${text} `, remedy);
  });
  const ready = checks.some(({ tone }) => tone === 'bad') ? 'Not yet' : 'Yes, as far as is known';
  return [
    make('div', { class: 'top' }, title, make('span', { class: 'actions' }, ...buttons)),
    about,
    make('p', { class: 'summary' }, summary),
    make(
      'div',
      { class: 'lists' },
      make(
        'section',
        {},
        make('h2', {}, 'Reviewers'),
        people.length ? make('ul', {}, ...people) : 'Nobody has reviewed it.',
      ),
      checks.length > 0 && make('section', {}, make('h2', {}, `Ready to merge? ${ready}`), make('ul', {}, ...points)),
    ),
  ];
}

function sign(tone: Tone): HTMLElement {
  return make('span', { class: `sign ${tone}`, role: 'img', 'aria-label': spoken[tone] }, signs[tone]);
}
