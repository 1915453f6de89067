import assert from 'node:assert/strict';
import { type DocumentNode, textOfNodes } from '../../../src/markdown/document.ts';
import { toDocument } from '../../../src/markdown/reading/toDocument.ts';
import { escapeLinkText } from '../../../src/model/content/pageLinks.ts';

describe('a title in the Markdown of a page', () => {
  for (const title of [
    'Price $(net)',
    'a](b) *c*_',
    'The entity &copy;',
    '~~Old~~',
    'From $$5 to $$6',
    '{% hint %}',
    '{{ space.vars.name }}',
    '`code`',
    'C:\\new\\',
    '<b>Bold</b>',
    'https://a.example',
    'snake_case __init__',
    'a|b',
    'x'.repeat(250),
  ]) {
    it(`is the text of a link as it is: ${JSON.stringify(title)}`, () => {
      const { nodes } = toDocument(`[${escapeLinkText(title)}](a.md)`, []);
      const inlines = nodes.flatMap(({ nodes = [] }) => nodes).filter(node => textOfNodes([node]) !== '');
      assert.deepEqual(
        inlines.map(node => [node.type, textOfNodes([node])]),
        [['link', title]],
      );
    });

    it(`is the caption of an image and of a file as it is: ${JSON.stringify(title)}`, () => {
      const image = toDocument(`See ![${escapeLinkText(title)}](/files/f).`, []).nodes.flatMap(
        ({ nodes = [] }) => nodes,
      );
      assert.equal(image.find(({ type }) => type === 'inline-image')?.data?.['caption'], title);
      const file = toDocument(`{% file src="/files/f" %}\n${escapeLinkText(title)}\n{% endfile %}`, []).nodes;
      assert.deepEqual(file.map(contentOf), [['file', title]]);
    });
  }

  it('is one line without invisible characters', () => {
    assert.equal(escapeLinkText(' A\n \u202Etitle\u202C '), 'A title');
  });
});

function contentOf(node: DocumentNode): [string | undefined, string] {
  return [node.type, textOfNodes([node])];
}
