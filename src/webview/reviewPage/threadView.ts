/// <reference lib="dom" />
import { button, make, rendered } from './dom.ts';
import type { ShownComment, ShownThread } from './messages.ts';

/** A conversation: what was said, and the way to where it is answered. One that is resolved is folded. */
export function threadView({ isResolved, isEarlier, comments }: ShownThread, answer: () => void): HTMLElement {
  const count = `${comments.length} ${comments.length === 1 ? 'comment' : 'comments'}`;
  const state = isResolved ? 'resolved' : 'open';
  const about = isEarlier ? `${state}, written on an earlier version` : state;
  const shown = make('details', { open: !isResolved }, make('summary', {}, `${count} · ${about}`));
  shown.append(
    ...comments.map(commentView),
    button(isResolved ? 'Show in the Source' : 'Answer in the Source', answer, { class: 'secondary' }),
  );
  return make('section', { class: `thread ${state}`, 'aria-label': `Conversation, ${count}, ${about}` }, shown);
}

function commentView({ author, when, html }: ShownComment): HTMLElement {
  const head = make('header', {}, make('strong', {}, author), ' ', make('span', { class: 'facts' }, when));
  return make('div', { class: 'comment' }, head, rendered(html, { class: 'prose' }));
}
