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

  it(`show at most ${maxEntries} entries on each row, where a submenu is one`, () => {
    const crowded = rows.map(row => [row, entriesOn(row).length] as const).filter(([, count]) => count > maxEntries);
    assert.deepEqual(
      crowded.map(([{ view, viewItem }, count]) => `${view} ${viewItem}: ${count}`),
      [],
    );
  });

  it('name each command once on a row, submenus included', () => {
    for (const row of rows) {
      const names = entriesOn(row).flatMap(item => commandsOf(item, row));
      assert.deepEqual(
        names.filter((name, index) => names.indexOf(name) !== index),
        [],
        row.viewItem,
      );
    }
  });

  it('have a submenu only where something is in it', () => {
    for (const row of rows) {
      for (const item of entriesOn(row)) assert.notDeepEqual(commandsOf(item, row), [], row.viewItem);
    }
  });

  it('call the change of a subject by one name on a change request', () => {
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
    it(`offer on a page that is ${state} what they offer on pages, and no page on a file`, () => {
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

describe('the palette', () => {
  const editors: ContextKeys[] = [
    {},
    {
      resourceScheme: 'marginalia',
      resourcePath: '/spaces/s/change-requests/8/a.md',
      activeWebviewPanelId: 'marginalia.reviewPage',
    },
  ];

  it('offers what can work while nobody is signed in, and nothing else', () => {
    for (const editor of editors) {
      const offered = palette({ ...editor, ...signedOut });
      assert.deepEqual(offered, signedOutCommands.map(name => `marginalia.${name}`).sort());
    }
  });

  it('offers everything else to who is signed in, and in a window that does not know yet', () => {
    const all = palette(signedIn);
    assert.ok(all.length > signedOutCommands.length + 50, `${all.length}`);
    assert.deepEqual(
      all.filter(name => !palette({}).includes(name)),
      ['marginalia.review.hideViewed'],
    );
  });

  it('offers in a window without our documents no command that needs one, also before the extension has started', () => {
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
