import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTagProblems, type TextFix } from '../../src/markdown/tagProblems.ts';

const problemsIn = (text: string) =>
  findTagProblems(text).map(({ start, end, message }) => [text.slice(start, end), message]);

/** Returns the text after all fixes were applied from the last to the first. */
function fixed(text: string): string {
  const fixes = findTagProblems(text).flatMap(({ fix }): TextFix[] => (fix ? [fix] : []));
  return fixes.toReversed().reduce((done, fix) => done.slice(0, fix.start) + fix.text + done.slice(fix.end), text);
}

describe('problems with tags', () => {
  it('are none in valid pages, in code, in sentences and in tags of integrations', () => {
    for (const text of [
      'Text.\n',
      '{% hint style="info" %}\nText.\n{% endhint %}\n',
      '{% hint %}Text.{% endhint %}\n',
      '{% tabs %}\n{% tab title="A" %}\nA.\n{% endtab %}\n{% endtabs %}\n',
      '```md\n{% hint style="blue" %}\n{% endtab %}\n```\n',
      'Write `{% hint %}` or {% hint style="x" %} in a sentence.\n',
      '{% @vendor/block a="1" %}\n\n{% unknown %}\n\n{% embed url="https://a.example" %}\n',
      '{% include "../a.md" %}\n\n{% code title="a" lineNumbers="true" overflow="wrap" %}\n```\na\n```\n{% endcode %}\n',
    ]) {
      assert.deepEqual(problemsIn(text), [], text);
    }
  });

  it('are none in the sample', () => {
    const folder = join(import.meta.dirname, '../../src/sandbox/load/sample/spaces');
    const files = globSync('**/*.md', { cwd: folder });
    assert.ok(files.length > 100);
    for (const file of files) assert.deepEqual(problemsIn(readFileSync(join(folder, file), 'utf8')), [], file);
  });

  it('are tags without an end tag, with a fix that inserts it after their content', () => {
    const text = '---\nicon: a\n---\n\n{% hint style="info" %}\nText.\n\n## More\n';
    const message = '"{% hint style="info" %}" is not closed. Add "{% endhint %}" after its content.';
    assert.deepEqual(problemsIn(text), [['{% hint style="info" %}', message]]);
    assert.equal(fixed(text), `${text}{% endhint %}`);
    const tabs = '{% tabs %}\n{% tab title="A" %}\nA.\n\n{% tab title="B" %}\nB.\n{% endtab %}\n{% endtabs %}\n';
    assert.equal(fixed(tabs), tabs.replace('A.\n', 'A.\n{% endtab %}\n'));
    const last = '{% tabs %}\n{% tab title="A" %}\nA.\n{% endtabs %}\n\nText.\n';
    assert.equal(fixed(last), last.replace('A.\n', 'A.\n{% endtab %}\n'));
    for (const repaired of [fixed(text), fixed(tabs), fixed(last)]) assert.deepEqual(problemsIn(repaired), []);
  });

  it('are end tags without a start tag, with a fix that removes them', () => {
    const text = 'One.\n{% endhint %}\nTwo.\n';
    assert.deepEqual(problemsIn(text), [['{% endhint %}', '"{% endhint %}" has no matching "{% hint %}".']]);
    assert.equal(fixed(text), 'One.\nTwo.\n');
  });

  it('are invalid attribute values', () => {
    const text =
      '{% hint style="warn" %}\nText.\n{% endhint %}\n\n{% code lineNumbers=\'yes\' %}\n```\na\n```\n{% endcode %}\n';
    assert.deepEqual(problemsIn(text), [
      ['warn', '"warn" is not a valid style for "{% hint %}". Use info, success, warning, or danger.'],
      ['yes', '"yes" is not a valid lineNumbers for "{% code %}". Use true or false.'],
    ]);
    assert.equal(fixed(text), text.replace('"warn"', '"warning"').replace('yes', 'true'));
  });

  it('are missing attributes, and tags outside of their parent block', () => {
    assert.deepEqual(problemsIn('{% embed %}\n\n{% step %}\nA.\n{% endstep %}\n'), [
      ['{% embed %}', '"{% embed %}" needs url="...".'],
      ['{% step %}', '"{% step %}" must be between "{% stepper %}" and "{% endstepper %}".'],
    ]);
  });

  it('have the right position with any line ends', () => {
    const text = '---\r\nicon: a\r\n---\r\n\r\nText.\r\n\r\n{% endhint %}\r\n';
    assert.deepEqual(
      problemsIn(text).map(([source]) => source),
      ['{% endhint %}'],
    );
  });
});
