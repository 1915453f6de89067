import assert from 'node:assert/strict';
import { isOwnPrefix } from '../../src/webview/reviewPage/keys.ts';
import { manifest } from '../project/sources.ts';

describe('first key of the chords that the manifest binds on the review page', () => {
  const all = manifest().contributes.keybindings as { command: string; key: string; mac?: string; when?: string }[];
  const bindings = all.filter(({ key, when }) => key.includes(' ') && when?.includes('marginalia.reviewPage'));

  for (const [isMac, platform] of [
    [false, 'key'],
    [true, 'mac'],
  ] as const) {
    it(`is known to the page by "${platform}"`, () => {
      assert.ok(bindings.length > 0);
      for (const binding of bindings) {
        const held = (binding[platform] ?? binding.key).split(' ')[0]?.split('+') ?? [];
        assert.ok(isOwnPrefix(press(held), isMac), binding.command);
        assert.ok(!isOwnPrefix(press([...held, 'shift']), isMac), 'with Shift');
        assert.ok(!isOwnPrefix(press(['m']), isMac), 'alone');
        assert.ok(!isOwnPrefix(press(held), !isMac), 'on the other platform');
      }
    });
  }

  function press(keys: readonly string[]): KeyboardEvent {
    return {
      code: keys.includes('m') ? 'KeyM' : '',
      ctrlKey: keys.includes('ctrl'),
      metaKey: keys.includes('cmd'),
      altKey: keys.includes('alt'),
      shiftKey: keys.includes('shift'),
    } as KeyboardEvent;
  }
});
