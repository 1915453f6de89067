/// <reference lib="dom" />
import { button, make } from './dom.ts';
import type { Action, Head, ListedFile, ShownThread } from './messages.ts';
import { threadView } from './threadView.ts';

interface Around {
  run: (action: Action) => void;
  discuss: (comment: string) => void;
}

/** What was said on the whole change request, and beside it what has become of it. */
export function conversationOf(head: Head | undefined, threads: readonly ShownThread[], around: Around): Node[] {
  const events = head?.events ?? [];
  return [
    make('h2', {}, 'Conversation'),
    make(
      'div',
      { class: 'lists' },
      make(
        'section',
        { 'aria-label': 'On the whole change request' },
        ...threads.map(thread => threadView(thread, () => around.discuss(thread.id))),
        button('Comment on the Change Request', () => around.run('comment'), { class: 'secondary' }),
      ),
      events.length > 0 &&
        make(
          'section',
          { 'aria-label': 'Timeline' },
          make('ol', { class: 'timeline' }, ...events.map(({ text, when }) => make('li', {}, `${text} `, quiet(when)))),
        ),
    ),
  ];
}

/** The changed files, each with the way to its two versions. */
export function filesOf(files: readonly ListedFile[], open: (id: string) => void): Node[] {
  if (files.length === 0) return [];
  const rows = files.map(({ id, name, kind }) =>
    make(
      'li',
      {},
      button(name, () => open(id), { class: 'link', title: 'Show what has changed' }),
      ' ',
      quiet(kind),
    ),
  );
  return [make('h2', {}, 'Files'), make('ul', {}, ...rows)];
}

function quiet(words: string): HTMLElement {
  return make('span', { class: 'facts' }, words);
}
