/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { createElement } from '../dom.ts';
import { showDialog } from './dialog.ts';

/** The keys of the page. Every one stands for a command, which can be bound to others. */
const keys: readonly (readonly [title: string, ...rows: readonly (readonly [keys: string, what: string])[]])[] = [
  [
    'Move',
    [t('j or k'), t('Next, previous change')],
    [t('J or K'), t('Next, previous page')],
    [t('n or p'), t('Next, previous conversation')],
    ['u', t('Next page that is not viewed')],
    [t('g then c'), 'Conversation'],
    [t('g then h'), 'Changes'],
    [t('g then f'), 'Files'],
    [t('g then x'), 'Checks'],
  ],
  [
    'Review',
    ['c', t('Comment on this block')],
    ['r', 'Reply'],
    ['e', t('Change my last comment')],
    ['x', t('Resolve, reopen')],
    ['v', 'Viewed'],
    ['Ctrl+Enter', t('Send, or add to the review')],
    ['Ctrl+Shift+Enter', t('The other of the two')],
    ['f', t('Finish the review')],
  ],
  [
    'See',
    ['1', t('Side by side')],
    ['2', t('One column')],
    ['3', t('After only')],
    ['w', t('Whole pages, or changes only')],
    ['l', t('Changes in spelling, or without them')],
    ['o', 'Outline'],
    ['s', t('This block in the source')],
    ['Ctrl+F', t('Find on this page')],
    ['?', t('This help')],
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
      t(
        'Plain letters work while no text is typed. A setting turns them off, and their commands can be bound to other keys.',
      ),
    ),
    createElement('p', { class: 'quiet' }, t`In the source of a page, press ${prefix} and then n, p, u, v, c or f.`),
  );
  dialog.addEventListener('keydown', ({ key }) => key === '?' && dialog.close());
}

function caps(keys: string): Node[] {
  return keys.split(' ').map(word => {
    return ['or', 'then'].includes(word) ? document.createTextNode(` ${word} `) : createElement('kbd', {}, word);
  });
}
