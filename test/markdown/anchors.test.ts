import assert from 'node:assert/strict';
import { lineOfAnchor } from '../../src/markdown/anchors.ts';

const page = [
  '---',
  'title: Moorings',
  '---',
  '',
  '# Moorings',
  '',
  '```md',
  '## Loads',
  '```',
  '',
  '## Which one?',
  '',
  '## Chain & *anchors*',
  '',
  '## Kit <a href="#tools" id="tools"></a>',
  '',
  '{% hint style="info" %}',
  '### Größe',
  '{% endhint %}',
  '',
  '## Loads',
  '',
  '## Loads',
  '',
  '## 🌊',
  '',
].join('\n');

describe('the line of an anchor', () => {
  for (const [anchor, line] of [
    ['moorings', 4],
    ['which-one', 10],
    // The service omits characters that are not part of a word, and merges the surrounding hyphens. VS Code keeps a
    // hyphen for each space.
    ['chain-anchors', 12],
    ['chain--anchors', 12],
    ['tools', 14],
    ['kit', 14],
    ['größe', 17],
    ['gr%C3%B6%C3%9Fe', 17],
    ['loads', 20],
    ['loads-1', 22],
    ['Loads', 20],
  ] as const) {
    it(`is that of its heading: #${anchor}`, () => assert.equal(lineOfAnchor(page, anchor), line));
  }

  for (const anchor of ['', 'weights', 'loads-2', '%zz', 'constructor', 'L5']) {
    it(`is undefined when no heading has it: #${anchor}`, () => assert.equal(lineOfAnchor(page, anchor), undefined));
  }
});
