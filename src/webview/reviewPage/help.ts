/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { createElement } from '../dom.ts';
import { showDialog } from './dialog.ts';

/** The keys of the page. Each key runs a command, to which users can bind another key. */
const keys: readonly (readonly [title: string, ...rows: readonly (readonly [keys: string, what: string])[]])[] = [
  [
    t({ message: 'Move', comment: ['keys that move through the page'] }),
    ['j or k', t('Next, previous change')],
    ['J or K', t('Next, previous page')],
    ['n or p', t('Next, previous conversation')],
    ['u', t('Next page that is not viewed')],
    ['g then c', t('Conversation')],
    ['g then h', t('Changes')],
    ['g then f', t('Files')],
    ['g then x', t('Checks')],
  ],
  [
    t({ message: 'Review', comment: ['keys for reviewing'] }),
    ['c', t('Comment on this block')],
    ['r', t('Reply')],
    ['e', t('Change my last comment')],
    ['x', t('Resolve, reopen')],
    ['v', t('Viewed')],
    ['Ctrl+Enter', t('Send, or add to the review')],
    ['Ctrl+Shift+Enter', t('The other of the two')],
    ['f', t('Finish the review')],
  ],
  [
    t({ message: 'See', comment: ['keys that change what is shown'] }),
    ['1', t('Side by side')],
    ['2', t('One column')],
    ['3', t('After only')],
    ['w', t('Whole pages, or changes only')],
    ['l', t('Changes in spelling, or without them')],
    ['o', t('Outline')],
    ['s', t('This block in the source')],
    ['Ctrl+F', t('Find on this page')],
    ['?', t('This help')],
  ],
];

/** The first stroke of the two-stroke keybindings in the manifest. */
const prefix = navigator.platform.startsWith('Mac') ? 'Ctrl+Cmd+M' : 'Alt+M';

/** Opens the dialog with all keys, or closes it. */
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
    t('Keyboard'),
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
    const joint = joints.get(word);
    return joint === undefined ? createElement('kbd', {}, word) : document.createTextNode(` ${joint} `);
  });
}

/** The words between the keys of a row. */
const joints: ReadonlyMap<string, string> = new Map([
  ['or', t({ message: 'or', comment: ['between two keys'] })],
  ['then', t({ message: 'then', comment: ['between two keys'] })],
]);
