import assert from 'node:assert/strict';
import { rowContextValues } from './contextValues.ts';
import { manifest, type MenuItem } from './sources.ts';
import { type ContextKeys, isWhenMet } from './when.ts';

const { commands, menus } = manifest().contributes;

/** The limit of menu entries, so that users see all at a glance. */
const maxEntries = 14;

/** Commands that work without an account. Users report and look up problems when a sign-in fails. */
const signedOutCommands = [
  'help.getStarted',
  'help.reportIssue',
  'link.open',
  'session.showLog',
  'session.signIn',
  'session.trySandbox',
];

const signedOut: ContextKeys = { 'marginalia.restored': true, 'marginalia.signedIn': false };
const signedIn: ContextKeys = { 'marginalia.restored': true, 'marginalia.signedIn': true };

describe('menus', () => {
  const rows = ['marginalia.spaces', 'marginalia.reviews'].flatMap(view =>
    rowContextValues().map(viewItem => ({ view, viewItem })),
  );

  it(`show at most ${maxEntries} entries on each row, counting a submenu as one`, () => {
    const crowded = rows.map(row => [row, entriesOn(row).length] as const).filter(([, count]) => count > maxEntries);
    assert.deepEqual(
      crowded.map(([{ view, viewItem }, count]) => `${view} ${viewItem}: ${count}`),
      [],
    );
  });

  it('contain each command once on a row, including submenus', () => {
    for (const row of rows) {
      const names = entriesOn(row).flatMap(item => commandsOf(item, row));
      assert.deepEqual(
        names.filter((name, index) => names.indexOf(name) !== index),
        [],
        row.viewItem,
      );
    }
  });

  it('have a submenu only when it is not empty', () => {
    for (const row of rows) {
      for (const item of entriesOn(row)) assert.notDeepEqual(commandsOf(item, row), [], row.viewItem);
    }
  });

  it('use one name for changing the subject of a change request', () => {
    const row = { view: 'marginalia.spaces', viewItem: 'changeRequest.open' };
    const names = entriesOn(row).flatMap(item => commandsOf(item, row));
    assert.deepEqual(
      names.filter(name => /rename|setSubject/.test(name)),
      ['marginalia.changeRequest.setSubject'],
    );
  });

  it('offer to open a change request as a folder except in the sandbox, which other windows cannot read', () => {
    const command = 'marginalia.changeRequest.openAsFolder';
    const isOffered = (connection: string) => {
      const row = { view: 'marginalia.spaces', viewItem: 'changeRequest.open', 'marginalia.connection': connection };
      const isInPalette = palette({ ...signedIn, 'marginalia.connection': connection }).includes(command);
      const isOnRow = entriesOn(row)
        .flatMap(item => commandsOf(item, row))
        .includes(command);
      return [isInPalette, isOnRow];
    };
    assert.deepEqual(isOffered('example'), [true, true]);
    assert.deepEqual(isOffered('sandbox'), [false, false]);
  });

  for (const state of ['created', 'edited', 'moved']) {
    it(`offer the same on a page that is ${state} as on other pages, and no page commands on a file`, () => {
      const namesOn = (viewItem: string) => {
        const row = { view: 'marginalia.spaces', viewItem };
        return entriesOn(row).flatMap(item => commandsOf(item, row));
      };
      const opening = ['marginalia.document.open', 'marginalia.document.preview'];
      const ofPages = namesOn('page').filter(name => !opening.includes(name));
      assert.deepEqual(
        ofPages.filter(name => !namesOn(`change.${state}`).includes(name)),
        [],
      );
      assert.deepEqual(
        namesOn(`change.${state}.file`).filter(name => name === 'marginalia.change.openPage' || ofPages.includes(name)),
        [],
      );
    });
  }
});

describe('the command palette', () => {
  const editors: ContextKeys[] = [
    {},
    {
      resourceScheme: 'marginalia',
      resourcePath: '/spaces/s/change-requests/8/a.md',
      activeWebviewPanelId: 'marginalia.reviewPage',
    },
  ];

  it('offers exactly the commands that work while nobody is signed in', () => {
    for (const editor of editors) {
      const offered = palette({ ...editor, ...signedOut });
      assert.deepEqual(offered, signedOutCommands.map(name => `marginalia.${name}`).sort());
    }
  });

  it('offers everything else when the user is signed in, and in a window whose sign-in state is unknown', () => {
    const all = palette(signedIn);
    assert.ok(all.length > signedOutCommands.length + 50, `${all.length}`);
    assert.deepEqual(
      all.filter(name => !palette({}).includes(name)),
      ['marginalia.review.hideViewed'],
    );
  });

  it('hides commands that need a document in a window without one, even before activation', () => {
    const needsDocument = (menus['commandPalette'] ?? []).filter(({ when = '' }) =>
      /^(resource|activeWebview)/.test(when),
    );
    assert.ok(needsDocument.length > 50, `${needsDocument.length}`);
    assert.deepEqual(
      needsDocument.filter(({ command = '' }) => palette({}).includes(command)),
      [],
    );
  });
});

function palette(keys: ContextKeys): string[] {
  const clauses = new Map(menus['commandPalette']?.map(({ command = '', when }) => [command, when]));
  return commands
    .map(({ command }) => command)
    .filter(command => isWhenMet(clauses.get(command), keys))
    .sort();
}

function entriesOn(row: ContextKeys): MenuItem[] {
  const items = menus['view/item/context'] ?? [];
  return items.filter(({ group = '', when }) => !group.startsWith('inline') && isWhenMet(when, row));
}

function commandsOf({ command, submenu }: MenuItem, keys: ContextKeys): string[] {
  if (submenu === undefined) return command === undefined ? [] : [command];
  return (menus[submenu] ?? []).filter(({ when }) => isWhenMet(when, keys)).flatMap(item => commandsOf(item, keys));
}
