import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lexer } from 'marked';
import { placePage } from '../../src/markdown/index.ts';
import { toDocument } from '../../src/markdown/reading/toDocument.ts';
import { blockKeys } from '../../src/markdown/reading/blockKeys.ts';
import { compare, threadClock } from './measure.ts';

// Compares locating all nodes of a page with lexing its blocks with marked. The page consists of real pages, joined and
// repeated.
const folder = join(import.meta.dirname, '../../src/sandbox/load/sample/spaces/heron-manual/space');
const pages = globSync('**/*.md', { cwd: folder }).map(path => readFileSync(join(folder, path), 'utf8'));
/** Maximum ratio. The goal was 2.5, see README.md. */
const limit = 5;
const [joined, size] = [pages.join('\n\n'), 200_000];

for (const [times, rounds] of [
  [1, 121],
  [10, 15],
] as const) {
  const markdown = joined.repeat(2 * times).slice(0, size * times);
  const document = toDocument(markdown, blockKeys(markdown));
  await compare(
    `Places of all nodes on a page of ${Math.round(markdown.length / 1000)} kB`,
    { name: "marked's block tokens", run: () => new Lexer().blockTokens(markdown) },
    [{ name: 'placePage', run: () => placePage(document, markdown) }],
    { placePage: limit },
    rounds,
    threadClock,
  );
}
