import assert from 'node:assert/strict';
import { createPageEdit } from '../../src/model/writing/pageEdit.ts';
import { FrontMatterError } from '../../src/model/writing/frontMatter.ts';

const page = { id: 'p1', title: 'Pair a buoy' };
const head = '---\ndescription: How to pair\nicon: link\n# Ours\nowner: mira\n---\n';
const text = `${head}\n# Pair a buoy\n\nHold the button.\n`;
const sent = (after: string, before = text) => {
  const { operation, page: id, ...fields } = createPageEdit(before, after, page) ?? assert.fail('nothing is sent');
  assert.deepEqual([operation, id], ['update_page', 'p1']);
  return fields;
};

describe('the edit of a page', () => {
  it('is undefined when only line ends and trailing blank lines changed', () => {
    assert.equal(createPageEdit(text, text, page), undefined);
    assert.equal(createPageEdit(text, text.replaceAll('\n', '\r\n'), page), undefined);
    assert.equal(createPageEdit(text, `\uFEFF${text}\n\n`, page), undefined);
    assert.equal(
      createPageEdit(text, text.replace('icon: link\n', '').replace('# Ours', 'icon: "link"\n#Theirs'), page),
      undefined,
    );
  });

  it('contains only the body when only that changed', () => {
    const markdown = '# Pair a buoy\n\nPress the button.\n';
    assert.deepEqual(sent(text.replace('Hold', 'Press')), { document: { markdown } });
  });

  it('contains no document when only settings changed', () => {
    assert.deepEqual(sent(text.replace('How to pair', 'Pairing')), { description: 'Pairing' });
    assert.deepEqual(sent(text.replace('icon: link', 'emoji: 🔗\nhidden: true\nif: visitor.claims.beta')), {
      icon: '',
      emoji: '🔗',
      condition: 'visitor.claims.beta',
      hidden: true,
    });
  });

  it('clears removed settings', () => {
    const before = '---\ndescription: A\nhidden: true\nnoIndex: true\nif: a\n---\n\nText.\n';
    assert.deepEqual(sent('Text.\n', before), { description: '', condition: '', hidden: false, noIndex: false });
  });

  it('takes the title from the first heading when that was the title', () => {
    const markdown = '# Pair **two** buoys\n\nHold the button.\n';
    const changed = text.replace('Pair a buoy', 'Pair **two** buoys');
    assert.deepEqual(sent(changed), { title: 'Pair two buoys', document: { markdown } });
    const another = { id: 'p1', title: 'Something else' };
    assert.equal(createPageEdit(text, changed, another)?.title, undefined);
  });

  it('takes the title from front matter rather than from the first heading', () => {
    const before = '---\ntitle: Pair a buoy\n---\n\n# Steps\n\nText.\n';
    assert.deepEqual(sent(before.replace('Pair a', 'Pair your'), before), { title: 'Pair your buoy' });
    assert.deepEqual(sent(before.replace('Steps', 'All steps'), before), {
      document: { markdown: '---\ntitle: Pair a buoy\n---\n\n# All steps\n\nText.\n' },
    });
    assert.deepEqual(sent('# Steps\n\nText.\n', before), { title: 'Steps' });
  });

  it('takes the title from a first heading when there was none', () => {
    const after = '# Pair two buoys\n\nText.\n';
    assert.deepEqual(sent(after, 'Text.\n'), { title: 'Pair two buoys', document: { markdown: after } });
    const same = '# Pair a buoy\n\nText.\n';
    assert.deepEqual(sent(same, 'Text.\n'), { document: { markdown: same } });
  });

  it('keeps the title when its heading is removed', () => {
    assert.deepEqual(sent(`${head}\nHold the button.\n`), { document: { markdown: 'Hold the button.\n' } });
  });

  it('sends keys without a field as front matter, with unknown keys and comments', () => {
    const changed = text.replace('owner: mira', 'owner: jun # since May\nlayout:\n  width: wide');
    const markdown =
      '---\n# Ours\nowner: jun # since May\nlayout:\n  width: wide\n---\n\n# Pair a buoy\n\nHold the button.\n';
    assert.deepEqual(sent(changed), { document: { markdown } });
  });

  it('sends an empty value for a removed key without a field', () => {
    const before = '---\ncover: /files/f1\nlayout:\n  width: wide\nours:\n  owner: mira\n---\n\nText.\n';
    assert.deepEqual(sent('Text.\n', before), {
      document: { markdown: '---\ncover: null\nlayout: {}\nours: null\n---\n\nText.\n' },
    });
  });

  it('sends front matter that is recognized as such, whatever remains of it', () => {
    const documentOf = (front: string) => ({ document: { markdown: `---\n${front}---\n\nText.\n` } });
    assert.deepEqual(sent('Text.\n', '---\nowner: mira\n---\n\nText.\n'), documentOf('owner: null\n'));
    const after = '---\nicon: link\n"my owner": mira\n---\n\nText.\n';
    assert.deepEqual(sent(after, after.replace('mira', 'jun')), documentOf('# Page settings\n"my owner": mira\n'));
  });

  it('sends a typed slug', () => {
    assert.deepEqual(sent(`---\nslug: pairing\n---\n\nText.\n`, 'Text.\n'), { slug: 'pairing' });
  });

  it('separates a body that would be parsed as front matter', () => {
    const body = '---\nname: value\n---\n\nText.\n';
    const before = `---\ndescription: A\n---\n\n${body}`;
    assert.deepEqual(sent(`${before}More.\n`, before), { document: { markdown: `---\n---\n\n${body}More.\n` } });
  });

  const broken: Record<string, [text: string, line: number, reason: RegExp]> = {
    'is not YAML': ['---\nicon: link\ndescription: "open\n---\n\nText.\n', 2, /quote/i],
    'has a duplicate key': ['---\nicon: link\nowner: a\nicon: flag\n---\n\nText.\n', 3, /unique/],
    'has a string where a boolean is expected': ['---\nicon: a\n\nhidden: maybe\n---\n', 3, /true or false/],
    'has a list where a string is expected': ['---\ndescription: [a]\n---\n', 1, /text/],
    'has an empty title': ['---\nicon: a\ntitle: ""\n---\n', 2, /needs a title/],
    'sets a read-only setting': ['---\nicon: a\npath: a/b\n---\n', 2, /Rename or move the page/],
    'has an icon that is too long': [`---\nicon: ${'a'.repeat(51)}\n---\n`, 1, /at most 50 characters. It has 51/],
    'has an invalid emoji': ['---\nemoji: flag\n---\n', 1, /must be an emoji/],
    'has a slug that is a path': ['---\nslug: a/b\n---\n', 1, /"slug" cannot have/],
    'has a layout that is text': ['---\nicon: a\nlayout: wide\n---\n', 2, /"layout" must be a mapping/],
    'has a member that is not a string': ['---\nlayout:\n  width: [a]\n---\n', 1, /"width" in "layout" must be text/],
    'is not a mapping': ['---\n# nothing but a word\nword\n---\n', 1, /key: value/],
  };
  for (const [what, [after, line, reason]] of Object.entries(broken)) {
    it(`is rejected with the line when front matter ${what}`, () => {
      assert.throws(
        () => createPageEdit(text, after, page),
        (error: unknown) => {
          assert.ok(error instanceof FrontMatterError);
          assert.equal(error.line, line);
          assert.match(error.message, reason);
          assert.match(error.message, new RegExp(`^Front matter, line ${line + 1}: `));
          return true;
        },
      );
    });
  }

  it('keeps invalid values that the service itself sent', () => {
    const before = '---\ndescription: [a]\nhidden: maybe\nid: 5\n---\n\nText.\n';
    assert.equal(createPageEdit(before, before.replace('[a]', '["a"]'), page), undefined);
    assert.deepEqual(sent(`${before}More.\n`, before), { document: { markdown: 'Text.\nMore.\n' } });
    assert.deepEqual(sent(before.replace('[a]', 'A'), before), {
      description: 'A',
      document: { markdown: '---\nhidden: maybe\nid: 5\n---\n\nText.\n' },
    });
  });

  it('sends nothing twice, whether a server prefers fields or front matter', () => {
    const before = '---\ntitle: Pair a buoy\ndescription: A\nowner: mira\n---\n\n# Steps\n';
    const after = before.replace('Pair a', 'Pair your').replace('description: A', 'icon: link').replace('mira', 'jun');
    assert.deepEqual(sent(after, before), {
      title: 'Pair your buoy',
      description: '',
      icon: 'link',
      document: { markdown: '---\ntitle: Pair your buoy\nowner: jun\n---\n\n# Steps\n' },
    });
  });

  it('treats front matter that the service shows as text as text', () => {
    const before = '---\nicon: "open\n---\n\nText.\n';
    const after = before.replace('Text', 'Words');
    assert.deepEqual(sent(after, before), { document: { markdown: `---\n---\n\n${after}` } });
  });
});
