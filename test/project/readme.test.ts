import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest, root, titleOf } from './sources.ts';

const page = readFileSync(join(root, 'README.md'), 'utf8');
const { contributes, repository } = manifest();

describe('README.md', () => {
  it('says in its first sentence what it is, with a search keyword', () => {
    const [, sentence = ''] = /^# Marginalia\n\n(.*?)[.:]/.exec(page) ?? [];
    assert.match(sentence, /GitBook/);
  });

  it('has three existing images, light and dark', () => {
    const pictures = [...page.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path);
    assert.equal(pictures.length, 6);
    assert.equal(pictures.filter(path => path.endsWith('-dark.png')).length, 3);
    assert.deepEqual(
      pictures.filter(path => !existsSync(join(root, path))),
      [],
    );
    assert.equal([...page.matchAll(/<img [^>]*alt="[^"]{20,}"/g)].length, 3);
  });

  it('lists all settings with their defaults, and no others', () => {
    const rows = [...page.matchAll(/^\| `(marginalia\.[\w.]+)` +\| `([^`]+)`/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    const properties = Object.entries(contributes.configuration.properties);
    assert.deepEqual(rows.sort(), properties.map(([name, { default: value }]) => [name, String(value)]).sort());
  });

  it('names existing commands', () => {
    const titles = contributes.commands.map(titleOf);
    const named = [...page.matchAll(/_([A-Z][A-Za-z ]+\.\.\.)_/g)].map(([, title = '']) => title);
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter(title => !titles.includes(title)),
      [],
    );
  });

  it('says that there is no telemetry, like the manifest', () => {
    assert.match(page, /\*\*Telemetry: none\.\*\*/);
    const { keywords, ...others } = manifest();
    assert.equal('telemetry' in others, false);
    assert.ok(keywords.length > 0);
  });

  it('links to existing files', () => {
    const links = [...page.matchAll(/\]\((?!https:|#)([^)]+)\)/g)].map(([, path = '']) => path);
    assert.deepEqual(
      links.filter(path => !existsSync(join(root, path))),
      [],
    );
  });

  it('does not contain the address of the repository, which only the manifest contains', () => {
    assert.ok(!page.includes(repository.url));
  });
});
