import assert from 'node:assert/strict';
import { type WritingContext, writingContextAt } from '../../src/markdown/writingContext.ts';

/** Returns the context at the `|` of a text, with the text that a completion would replace. */
function at(marked: string): (WritingContext & { replaced: string }) | undefined {
  const before = marked.slice(0, marked.indexOf('|'));
  const text = marked.replace('|', '');
  const [line, offset] = [before.split('\n').length - 1, before.length - before.lastIndexOf('\n') - 1];
  const context = writingContextAt({ text, line, offset });
  return context && { ...context, replaced: (text.split('\n')[line] ?? '').slice(context.start, context.end) };
}

const kindAt = (marked: string) => {
  const { kind, replaced } = at(marked) ?? {};
  return kind && [kind, replaced];
};

describe('the completion context in a page', () => {
  it('is the target of a link or an image, which is replaced to its end', () => {
    assert.deepEqual(kindAt('See [the guide](|'), ['target', '']);
    assert.deepEqual(kindAt('See [the guide](gui|des/a.md) and more.'), ['target', 'guides/a.md']);
    assert.deepEqual(kindAt('See [a](Getting st|) and more.'), ['target', 'Getting st']);
    assert.deepEqual(kindAt('[guide]: gui|'), ['target', 'gui']);
    assert.deepEqual(kindAt('<img src="ma|p.png" alt="">'), ['target', 'map.png']);
    const isImage = (marked: string) => {
      const context = at(marked);
      return context?.kind === 'target' && context.isImage;
    };
    assert.deepEqual(['![a](|', '<img src="|', '[a](|', '<a href="|'].map(isImage), [true, true, false, false]);
  });

  it('is an anchor after the path of its page', () => {
    assert.deepEqual(at('[a](#se|t)'), { kind: 'anchor', page: '', start: 5, end: 8, replaced: 'set' });
    const context = at('[a](../guides/setup.md#|)');
    assert.equal(context?.kind === 'anchor' && context.page, '../guides/setup.md');
  });

  it('is a whole link after two brackets, including closed ones', () => {
    assert.deepEqual(kindAt('See [[set|]]'), ['link', '[[set]]']);
    assert.deepEqual(kindAt('See [[|'), ['link', '[[']);
    assert.equal(at('- [|'), undefined);
  });

  it('is a tag at the start of a line, including the closed brace', () => {
    for (const text of ['{|', '{|}', '{%|}', '{% hi|', '{% hi| %}', '- {% hi|', '> {%|}', '{% tab %}{% hi|']) {
      const context = at(text);
      assert.ok(context?.kind === 'tag' && context.isFirst && context.isWhole, text);
      assert.match(context.replaced, /^\{(?:%.*)?\}?$/, text);
    }
    const named = at('{% hi| style="info" %}');
    assert.ok(named?.kind === 'tag' && !named.isWhole);
    assert.equal(named.replaced, 'hi');
    const later = at('Words {% end|');
    assert.ok(later?.kind === 'tag' && !later.isFirst);
    assert.equal(at('Words {|'), undefined);
  });

  it('is a word at the start of a line, which may become a tag', () => {
    assert.deepEqual(kindAt('hi|'), ['tag', 'hi']);
    assert.deepEqual(kindAt('- hi|'), ['tag', 'hi']);
    assert.equal(at('Some hi|'), undefined);
    assert.equal(at('hi| there'), undefined);
  });

  it('contains the open tags, the innermost first', () => {
    const openTags = (marked: string) => {
      const context = at(marked);
      return context?.kind === 'tag' ? context.openTags : undefined;
    };
    assert.deepEqual(openTags('{% tabs %}\n{% tab title="A" %}\nText.\n{|'), ['tab', 'tabs']);
    assert.deepEqual(openTags('{% hint %}\nText.\n{% endhint %}\n\n{|'), []);
  });

  it('is an attribute of a tag, or its value', () => {
    assert.deepEqual(at('{% code ti| %}'), {
      kind: 'attribute',
      tag: 'code',
      used: [],
      start: 8,
      end: 10,
      replaced: 'ti',
    });
    const second = at('{% code title="a b" |%}');
    assert.deepEqual(second?.kind === 'attribute' && second.used, ['title']);
    const value = at('{% hint style="in|fo" %}');
    assert.deepEqual(value, { kind: 'value', tag: 'hint', attribute: 'style', start: 15, end: 19, replaced: 'info' });
    const included = at('{% include "|" %}');
    assert.ok(included?.kind === 'value' && included.attribute === 'src');
    assert.equal(at('{% hint style="info" %} |'), undefined);
  });

  it('is an expression', () => {
    assert.deepEqual(kindAt('Version <code class="expression">space.va|</code>'), ['expression', 'space.va']);
    assert.deepEqual(kindAt('Version {{ver|}}'), ['expression', '{{ver}}']);
  });

  it('is undefined in code, in front matter and in plain text', () => {
    for (const text of [
      '```md\n[a](|\n```\n',
      'Write `[a](|`',
      '---\ncover: [a](|\n---\n',
      'Plain |',
      'Plain (|',
      '# |',
      '|',
      '',
    ]) {
      assert.equal(at(text), undefined, text);
    }
  });
});
