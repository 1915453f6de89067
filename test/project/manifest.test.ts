import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowContextValues } from './contextValues.ts';
import { manifest, modules, root, titleOf } from './sources.ts';

const { capabilities, contributes, engines, extensionKind, ...others } = manifest();
const { devDependencies, dependencies, enabledApiProposals } = others;
const sources = modules('src').filter(({ path }) => !path.startsWith('src/sandbox/'));
const text = sources.map(module => module.text).join('\n');

describe('manifest', () => {
  const declared = contributes.commands.map(({ command }) => command);
  const registered = new Set([...text.matchAll(/^ {2,4}'(marginalia\.[\w.]+)':/gm)].map(([, id = '']) => id));

  it('declares exactly the commands of the code', () => {
    assert.deepEqual([...registered].sort(), [...declared].sort());
  });

  it('gives every command a title, and the category of its noun', () => {
    for (const { command, title, category } of contributes.commands) {
      assert.match(titleOf({ title }), /^[A-Z]/, command);
      assert.match(command, /^marginalia\.[a-zA-Z]+\.[a-zA-Z]+$/);
      const [, noun = '', verb = ''] = command.split('.');
      const [name] = Object.entries(categories).find(([, nouns]) => nouns.includes(noun)) ?? [];
      const other = otherCategories.get(`${noun}.${verb}`);
      const expected = other ?? (name === undefined ? 'Marginalia' : `Marginalia: ${name}`);
      assert.equal(category, expected, command);
    }
  });

  it('has keywords that find commands in the palette, and shows only the titles', () => {
    const searched = contributes.commands.filter(({ title }) => typeof title !== 'string');
    assert.ok(searched.length > 30);
    for (const { command, title } of searched) {
      if (typeof title === 'string') continue;
      assert.ok(title.original.startsWith(`${title.value} (`) && title.original.endsWith(')'), command);
    }
  });

  it('has placeholders for the publisher only in these fields', () => {
    const placeholders = {
      publisher: others.publisher,
      'repository.url': others.repository.url,
      'bugs.url': others.bugs.url,
      homepage: others.homepage,
      qna: others.qna,
    };
    const repository = 'https://github.com/marginalia/marginalia';
    assert.deepEqual(placeholders, {
      publisher: 'marginalia',
      'repository.url': repository,
      'bugs.url': `${repository}/issues`,
      homepage: `${repository}#readme`,
      qna: `${repository}/discussions`,
    });
    const shipped = [
      ...sources.map(({ path }) => path),
      'README.md',
      'CHANGELOG.md',
      'SECURITY.md',
      'src/sandbox/README.md',
    ];
    assert.deepEqual(
      shipped.filter(path => readFileSync(join(root, path), 'utf8').includes('github.com/marginalia')),
      [],
    );
  });

  it('has search keywords, and no category of another kind of extension', () => {
    assert.match(others.displayName, /GitBook/);
    assert.ok(others.description.length <= 200, `${others.description.length}`);
    for (const word of ['gitbook', 'documentation', 'review', 'change request'])
      assert.ok(others.keywords.includes(word));
    assert.deepEqual(others.categories, ['Other']);
    assert.equal(others.pricing, 'Free');
    assert.match(others.galleryBanner.color, /^#[0-9a-f]{6}$/);
  });

  it('has a walkthrough whose steps have an image and a completion event', () => {
    const [walkthrough] = contributes.walkthroughs;
    assert.equal(walkthrough?.steps.length, 5);
    for (const { id, description, media, completionEvents } of walkthrough?.steps ?? []) {
      const picture = readFileSync(join(root, media.svg), 'utf8');
      // Pictures use colors of the theme, and contain no text because it could not be translated.
      assert.doesNotMatch(picture, /#[0-9a-f]{3}|<text/i, id);
      assert.ok(media.altText.length > 20, id);
      assert.ok(completionEvents.length > 0, id);
      for (const [, command = ''] of description.matchAll(/\(command:([\w.]+)\)/g)) {
        assert.ok(declared.includes(command), `${id}: ${command}`);
      }
      const keys = completionEvents.flatMap(event =>
        [...event.matchAll(/marginalia\.(\w+)/g)].map(([, key = '']) => key),
      );
      const isSet = (key: string) => key === 'reviewPage' || new RegExp(`['.]${key}'`).test(text);
      assert.deepEqual(
        keys.filter(key => !isSet(key)),
        [],
        id,
      );
    }
    assert.ok(contributes.viewsWelcome.some(({ contents }) => contents.includes('command:marginalia.help.getStarted')));
  });

  it('refers only to existing commands in menus', () => {
    for (const [menu, items] of Object.entries(contributes.menus)) {
      for (const { command, submenu } of items) {
        if (submenu === undefined) assert.ok(declared.includes(command ?? ''), `${menu}: ${command}`);
        else assert.ok(contributes.submenus.some(({ id }) => id === submenu) && contributes.menus[submenu], submenu);
      }
    }
  });

  it('has no command in the view title that takes a row, because VS Code passes the focused row to it', () => {
    const { 'view/title': title = [], 'view/item/context': rows = [] } = contributes.menus;
    const onRows = new Set(rows.map(({ command }) => command));
    assert.deepEqual(
      title.map(({ command }) => command).filter(command => onRows.has(command)),
      [],
    );
  });

  it('hides editor menu items without permission: each command names the permission that it needs', () => {
    const rights = new Map([
      ['changeRequest.merge', 'merge'],
      ['review.finish', 'comment'],
      ['page.proposeChange', 'edit'],
      ...['update', 'requestReviewers', 'setStatus', 'setSubject', 'importContent', 'archive', 'reopen'].map(
        verb => [`changeRequest.${verb}`, 'edit'] as const,
      ),
      ...['commentOnPage', 'commentOnChangeRequest'].map(verb => [`comment.${verb}`, 'comment'] as const),
    ]);
    const named = (contributes.menus['editor/title'] ?? []).flatMap(({ command = '', when = '' }) => {
      const [, right] = / && resource not in marginalia\.refused\.(\w+)$/.exec(when) ?? [];
      return right ? [[command.replace('marginalia.', ''), right] as const] : [];
    });
    assert.deepEqual(new Map(named), rights);
  });

  it('hides no command in a new window, where the sign-in state is still unknown', () => {
    const conditional = contributes.commands.filter(({ enablement = '' }) => enablement.includes('marginalia.'));
    assert.deepEqual(
      conditional.map(({ command }) => command),
      [],
    );
  });

  it('gives every inline and navigation item an icon', () => {
    const icons = new Set(contributes.commands.filter(({ icon }) => icon).map(({ command }) => command));
    for (const [menu, items] of Object.entries(contributes.menus)) {
      for (const { command = '', group = '' } of items) {
        const isButton =
          /^(inline|navigation)/.test(group) && !menu.endsWith('/context') && menu !== 'view/item/context';
        if (isButton || (menu === 'view/item/context' && group.startsWith('inline'))) {
          assert.ok(icons.has(command), `${menu}: ${command}`);
        }
      }
    }
  });

  for (const [key, values] of Object.entries({
    viewItem: rowContextValues(),
    comment: comments(),
    commentThread: threads(),
  })) {
    it(`compares ${key} with actual context values in every menu`, () => {
      const equals = new RegExp(`\\b${key} [!=]= ([\\w.]+)`, 'g');
      const matches = new RegExp(`\\b${key} =~ /((?:[^/\\\\]|\\\\.)+)/`, 'g');
      let compared = 0;
      for (const [menu, items] of Object.entries(contributes.menus)) {
        for (const { when = '' } of items) {
          for (const [, value = ''] of when.matchAll(equals)) {
            assert.ok(values.includes(value), `${menu}: there is no "${value}"`);
            compared++;
          }
          for (const [, pattern = ''] of when.matchAll(matches)) {
            assert.ok(
              values.some(value => new RegExp(pattern).test(value)),
              `${menu}: nothing matches /${pattern}/`,
            );
            compared++;
          }
        }
      }
      assert.ok(compared > 0);
    });
  }

  it('prevents a workspace from changing where a token is sent', () => {
    for (const [name, { scope }] of Object.entries(contributes.configuration.properties)) {
      if (/address|server|proxy/.test(name)) assert.equal(scope, 'application', name);
    }
  });

  it('supports untrusted and virtual workspaces', () => {
    assert.equal(capabilities.untrustedWorkspaces.supported, 'limited');
    assert.equal(capabilities.virtualWorkspaces, true);
  });

  it('runs in the extension host of the Markdown preview, which loads plug-ins only from there', () => {
    assert.deepEqual(extensionKind, ['workspace', 'ui']);
    assert.equal(contributes['markdown.markdownItPlugins'], true);
  });

  it('binds shortcuts of pages by file name, whatever the language mode', () => {
    const bindings = contributes.keybindings as { command: string; when?: string }[];
    assert.ok(bindings.some(({ when }) => when?.includes('resourceExtname == .md')));
    for (const { command, when = '' } of bindings) assert.doesNotMatch(when, /LangId/, command);
  });

  it('binds no shortcut on macOS with the modifiers of VoiceOver, Control and Option', () => {
    const bindings = contributes.keybindings as { command: string; key: string; mac?: string }[];
    for (const { command, key, mac = key } of bindings) {
      assert.ok(!(mac.includes('ctrl') && mac.includes('alt')), `${command}: ${mac}`);
    }
  });

  it('has the first keys of its chords in the README and in the help of the review page, including those of macOS', () => {
    const bindings = contributes.keybindings as { key: string; mac?: string }[];
    const prefixes = bindings.flatMap(({ key, mac = key }) => (key.includes(' ') ? [key, mac] : []));
    const names = [...new Set(prefixes.map(chord => chord.split(' ')[0] ?? ''))].map(prefix =>
      prefix.split('+').map(name => name.charAt(0).toUpperCase() + name.slice(1)),
    );
    assert.equal(names.length, 2);
    const [readme, help] = ['README.md', 'src/webview/reviewPage/help.ts'].map(file =>
      readFileSync(join(root, file), 'utf8'),
    );
    for (const keys of names) {
      assert.ok(readme?.includes(keys.map(name => `<kbd>${name}</kbd>`).join('+')), keys.join('+'));
      assert.ok(help?.includes(`'${keys.join('+')}'`), keys.join('+'));
    }
  });

  it('uses only stable API', () => {
    assert.equal(enabledApiProposals, undefined);
    assert.equal(devDependencies['@types/vscode'], engines.vscode.replace('^', ''));
    const proposed = /declare module 'vscode'|vscode\.proposed/;
    assert.deepEqual(
      sources.filter(module => proposed.test(module.text)).map(({ path }) => path),
      [],
    );
    const known = [...stableMenus, ...contributes.submenus.map(({ id }) => id)];
    const unstable = Object.keys(contributes.menus).filter(menu => !known.includes(menu));
    assert.deepEqual(unstable, []);
  });

  it('has no runtime dependencies', () => assert.equal(dependencies, undefined));
});

/** The nouns of each category in the command palette. All others are in `Marginalia`. */
const categories: Record<string, readonly string[]> = {
  Review: ['review', 'reviewPage', 'reviewList', 'reviewer', 'change', 'comment', 'thread'],
  'Change Request': ['changeRequest'],
  Page: ['page', 'pageDraft'],
  Space: ['space', 'collection'],
  Site: ['site', 'siteSection', 'siteSectionGroup', 'shareLink', 'translation'],
  OpenAPI: ['openapi'],
  Organization: ['organization', 'member', 'team', 'teamMember', 'samlProvider', 'integration'],
};

const otherCategories = new Map([
  ['organization.search', 'Marginalia'],
  ['tree.publishSite', 'Marginalia: Site'],
  ['tree.pushOpenApi', 'Marginalia: OpenAPI'],
]);

const stableMenus = [
  'commandPalette',
  'comments/comment/context',
  'comments/comment/title',
  'comments/commentThread/context',
  'comments/commentThread/title',
  'editor/context',
  'editor/lineNumber/context',
  'editor/title',
  'editor/title/context',
  'explorer/context',
  'view/item/context',
  'view/title',
];

/** Returns all context values that comments can have, by permissions and delivery state. */
function comments(): string[] {
  const values = ['comment', 'comment.edit', 'comment.delete', 'comment.edit.delete'];
  return [...values, ...values.flatMap(value => [`${value}.suggestion`, `${value}.suggestion.apply`]), 'comment.draft'];
}

/** Returns all context values that threads can have. Without `.reply`, the thread is read-only. */
function threads(): string[] {
  const states = ['open', 'open.reply', 'resolved', 'resolved.reply'].flatMap(state => [state, `${state}.earlier`]);
  return [...states, 'gone', 'draft'].map(state => `thread.${state}`);
}
