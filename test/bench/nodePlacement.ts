import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lexer } from 'marked';
import { placePage } from '../../src/markdown/index.ts';
import { toDocument } from '../../src/sandbox/content/markdown/toDocument.ts';
import { blockKeys } from '../../src/sandbox/content/markdown/blockKeys.ts';
import { compare } from './measure.ts';

// The pages of the sample as one long page: finding the lines of all its nodes, against reading it with marked alone.
const folder = join(import.meta.dirname, '../../src/sandbox/load/sample/spaces/heron-manual/space');
const pages = globSync('**/*.md', { cwd: folder }).map(path => readFileSync(join(folder, path), 'utf8'));
const markdown = pages.join('\n\n').slice(0, 200_000);
const document = toDocument(markdown, blockKeys(markdown));

await compare(
  `Places of all nodes on a page of ${Math.round(markdown.length / 1000)} kB`,
  { name: "marked's lexer", run: () => Lexer.lex(markdown) },
  [{ name: 'placePage', run: () => placePage(document, markdown) }],
  { placePage: 2.8 },
  15,
);
