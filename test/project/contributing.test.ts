import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest, root } from './sources.ts';

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** The examples of the page that name their file. */
const examples = [...page.matchAll(/^( *)```\w+ (\S+)\n([\s\S]*?)^ *```$/gm)].map(([, , file = '', text = '']) => ({
  file,
  lines: linesOf(text),
}));

describe('CONTRIBUTING.md', () => {
  for (const { file, lines } of examples) {
    it(`quotes ${file} correctly: ${lines[0]} …`, () => {
      const fileLines = linesOf(readFileSync(join(root, file), 'utf8'));
      const starts = fileLines.flatMap((line, index) => (line === lines[0] ? [index] : []));
      const isThere = starts.some(start => lines.every((line, offset) => fileLines[start + offset] === line));
      assert.ok(isThere, `not in ${file}:\n${lines.join('\n')}`);
    });
  }

  it('has an example of every place', () => {
    assert.deepEqual(
      examples.map(({ file }) => file.split('/')[0]),
      ['package.json', 'src', 'src', 'test'],
    );
  });

  it('names existing files, folders and commands', () => {
    const paths = [...page.matchAll(/`((?:src|test|features|model)\/[\w./]+)`/g)].map(([, path = '']) => path);
    const missing = paths.filter(path => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path)));
    assert.deepEqual(missing, []);
    const { scripts } = manifest();
    const named = [...page.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, script = '']) => script);
    assert.deepEqual(
      named.filter(script => !(script in scripts)),
      [],
    );
  });

  it('describes the users of the sample correctly', () => {
    const text = readFileSync(join(root, 'src/sandbox/load/sample/sample.json'), 'utf8');
    const { organizations } = JSON.parse(text) as {
      organizations: { title: string; members: { user: string; role: string | null }[] }[];
    };
    const words: Record<string, string> = { admin: 'administrator', guest: 'guest' };
    for (const { title, members } of organizations) {
      const [, people = ''] = new RegExp(`In _${title}_: (.*?)\\. `).exec(page) ?? [];
      for (const { user, role } of members) {
        const named = words[role ?? 'guest'] ?? role ?? '';
        assert.match(people, new RegExp(`\`${user}\` \\([^)]*\\b${named}\\b`), `${user} in ${title}`);
      }
    }
  });
});

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}
