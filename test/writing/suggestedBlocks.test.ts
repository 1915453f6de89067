import assert from 'node:assert/strict';
import { suggestedBlocks } from '../../src/model/discussions/suggestedBlocks.ts';
import { assertLinear } from '../growth.ts';

const page = '# Moorings\n\nDrop the anchor.\nThen wait.\n\n- one\n- two\n\n\nGo home.\n';

describe('suggestions made from an edited copy of a page', () => {
  const suggestions = (after: string, before = page) =>
    suggestedBlocks(before, after).map(({ lines, proposed }) => [lines?.start, lines?.end, proposed]);

  it('are one for each changed block, on its lines', () => {
    const after = page.replace('anchor', 'anchors').replace('- two', '- three').replace('home', 'away');
    assert.deepEqual(suggestions(after), [
      [2, 3, 'Drop the anchors.\nThen wait.'],
      [5, 6, '- one\n- three'],
      [9, 9, 'Go away.'],
    ]);
  });

  it('are none when only blank lines have changed', () => {
    assert.deepEqual(suggestions(page), []);
    assert.deepEqual(suggestions(`\n${page.replace('\n\n\n', '\n\n')}\n\n`), []);
    assert.deepEqual(suggestions('', ''), []);
  });

  it('contain new blocks with the one above, or with the first', () => {
    const after = `Before all.\n\n${page.replace('# Moorings\n', '# Moorings\n\nNew.\n\nNewer.\n')}\nLast.\n`;
    assert.deepEqual(suggestions(after), [
      [0, 0, 'Before all.\n\n# Moorings\n\nNew.\n\nNewer.'],
      [9, 9, 'Go home.\n\nLast.'],
    ]);
  });

  it('are empty for a deleted block, and contain several for a split one', () => {
    assert.deepEqual(suggestions(page.replace('- one\n- two\n\n\n', '')), [[5, 6, '']]);
    assert.deepEqual(suggestions(page.replace('.\nThen', '.\n\nThen now')), [
      [2, 3, 'Drop the anchor.\n\nThen now wait.'],
    ]);
  });

  it('delete the surplus blocks when several are replaced by fewer', () => {
    const after = '# Moorings\n\nStay.\n';
    assert.deepEqual(suggestions(after), [
      [2, 3, 'Stay.'],
      [5, 6, ''],
      [9, 9, ''],
    ]);
  });

  it('are on the page when it is empty', () => {
    assert.deepEqual(suggestions('First.\n', ''), [[undefined, undefined, 'First.']]);
  });

  it('take time in proportion to the length of the page', () => {
    const blocks = (count: number, text: string) =>
      Array.from({ length: count }, (_, index) => `${text} ${index}`).join('\n\n');
    assertLinear(count => suggestions(blocks(count, 'Now'), blocks(count, 'Before')), 300, 'suggestions');
    assertLinear(count => suggestions('***\n\n'.repeat(count), '***\n\n'.repeat(count + 1)), 300, 'equal blocks');
  });

  it('produce the new text when all are applied from the bottom', () => {
    const after = `Before all.\n\n${page.replace('anchor', 'anchors').replace('- one\n- two\n\n\n', '')}\nLast.\n`;
    const lines = page.split('\n');
    for (const { lines: place, proposed } of suggestedBlocks(page, after).toReversed()) {
      assert.ok(place);
      lines.splice(place.start, place.end - place.start + 1, ...(proposed === '' ? [] : proposed.split('\n')));
    }
    const plain = (text: string) => text.trim().replace(/\n{3,}/g, '\n\n');
    assert.equal(plain(lines.join('\n')), plain(after));
  });
});
