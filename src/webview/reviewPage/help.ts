/// <reference lib="dom" />
import { createElement } from '../dom.ts';
import { showDialog } from './dialog.ts';

/** The keys of the page. Every one stands for a command, which can be bound to others. */
const keys: readonly (readonly [title: string, ...rows: readonly (readonly [keys: string, what: string])[]])[] = [
  [
    'Move',
    ['j or k', 'Next, previous change'],
    ['J or K', 'Next, previous page'],
    ['n or p', 'Next, previous conversation'],
    ['u', 'Next page that is not viewed'],
    ['g then c', 'Conversation'],
    ['g then h', 'Changes'],
    ['g then f', 'Files'],
    ['g then x', 'Checks'],
  ],
  [
    'Review',
    ['c', 'Comment on this block'],
    ['r', 'Reply'],
    ['e', 'Change my last comment'],
    ['x', 'Resolve, reopen'],
    ['v', 'Viewed'],
    ['Ctrl+Enter', 'Send, or add to the review'],
    ['Ctrl+Shift+Enter', 'The other of the two'],
    ['f', 'Finish the review'],
  ],
  [
    'See',
    ['1', 'Side by side'],
    ['2', 'One column'],
    ['3', 'After only'],
    ['w', 'Whole pages, or changes only'],
    ['l', 'Changes in spelling, or without them'],
    ['o', 'Outline'],
    ['s', 'This block in the source'],
    ['Ctrl+F', 'Find on this page'],
    ['?', 'This help'],
  ],
];

/** The first of the keys that the manifest binds in two steps. */
const prefix = navigator.platform.startsWith('Mac') ? 'Ctrl+Cmd+M' : 'Alt+M';

/** Shows which keys there are. */
export function showHelp(): void {
  const open = document.querySelector<HTMLDialogElement>('dialog.help[open]');
  if (open) return open.close();
  const lists = keys.map(([title, ...rows]) =>
    createElement(
      'section',
      {},
      createElement('h3', { class: 'caption' }, title),
      createElement(
        'dl',
        {},
        ...rows.flatMap(([key, what]) => [createElement('dt', {}, ...caps(key)), createElement('dd', {}, what)]),
      ),
    ),
  );
  const dialog = showDialog(
    'help',
    'Keyboard',
    createElement('div', { class: 'keys' }, ...lists),
    createElement(
      'p',
      { class: 'quiet' },
      'Plain letters work while no text is typed. A setting turns them off, and their commands can be bound to other keys.',
    ),
    createElement('p', { class: 'quiet' }, `In the source of a page, press ${prefix} and then n, p, u, v, c or f.`),
  );
  dialog.addEventListener('keydown', ({ key }) => key === '?' && dialog.close());
}

function caps(keys: string): Node[] {
  return keys.split(' ').map(word => {
    return ['or', 'then'].includes(word) ? document.createTextNode(` ${word} `) : createElement('kbd', {}, word);
  });
}
