import type { Block } from '../../../src/markdown/block.ts';
import { definitionsOf } from '../../../src/markdown/inlines.ts';
import { readWords } from '../../../src/markdown/review/words.ts';
import { runSync } from '../../../src/markdown/resumable.ts';

/** A change of one block in the Markdown of a page, and how the comparison must show it. */
export interface Mutation {
  kind: string;
  markdown: string;
  /** The text shown as removed and the text shown as added, in marked words or lines, or in notes. */
  gone?: string;
  come?: string;
}

/** The inserted text, which does not occur in the documentation. */
const news = 'Xylophon';

/** Returns every kind of change to a block's content, each once. */
export function mutationsOf(markdown: string, block: Block): Mutation[] {
  const lines = markdown.split('\n');
  const written = lines.slice(block.start, block.end + 1).join('\n');
  const withBlock = (text: string) => [...lines.slice(0, block.start), text, ...lines.slice(block.end + 1)].join('\n');
  const made: Mutation[] = [];
  const make = (kind: string, text: string, gone?: string, come?: string) => {
    if (text === written) return;
    made.push({ kind, markdown: withBlock(text), ...(gone && { gone }), ...(come && { come }) });
  };
  const { type, source, attributes } = block;

  if (type === 'code' || type === 'math') {
    const line = source.split('\n').findLast(line => line.trim());
    if (line)
      make(
        `${type === 'code' ? 'code line' : 'formula'}`,
        replacedLast(written, line, `${line}${news}`),
        line.trim(),
        `${line}${news}`.trim(),
      );
  }
  if (type === 'code' && /^\s*```\s*\w*\s*$/.test(lines[block.start] ?? '')) {
    make('code language', written.replace(/^(\s*```).*/, `$1${news}`), block.language, news);
  }
  if (type === 'heading' && /^#{1,5} /.test(written))
    make('heading level', `#${written}`, String(block.depth), String((block.depth ?? 0) + 1));
  for (const [index, cell] of (block.cells ?? []).entries()) {
    const word = plainWord(cell);
    if (word) make('table cell', withCell(written, cell, replaced(cell, word, news)), word, news);
    if (index === 0 && word)
      make('mark in a cell', withCell(written, cell, replaced(cell, word, `**${word}**`)), word, word);
  }
  if (textual.has(type)) textMutations(source, written, make);
  if (type === 'image') {
    const { src = '', alt = '' } = attributes;
    if (written.includes(src)) make('image', written.replace(src, `${news}.png`), src, `${news}.png`);
    if (alt && written.includes(alt)) make('alternative text', written.replace(alt, news), alt, news);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (type === 'image' || !value || value === 'true') continue;
    make(`attribute ${type} ${name}`, replaced(written, value, news), value, news);
  }
  if (block.checked !== undefined) {
    const [was, is] = block.checked ? ['done', 'not done'] : ['not done', 'done'];
    make('task', written.replace(/\[[ xX]\]/, block.checked ? '[ ]' : '[x]'), was, is);
  }
  const [, second] = block.children;
  if (
    type.startsWith('list-') &&
    type !== 'list-item' &&
    second?.start === block.start + 1 &&
    block.children.every(isOneLine)
  ) {
    // An ordered list that does not start with 1 would continue the paragraph above.
    const deeper = written.split('\n').map((line, index) => {
      return index === 1
        ? line.replace(/^(\s*)([-*+]|\d+\.)( +)/, (_, before, mark, space) => indented(before, mark, space))
        : line;
    });
    make('list level', deeper.join('\n'));
  }
  if (type === 'table' && /^\|[ ]*-+[ ]*\|/.test(lines[block.start + 1] ?? '')) {
    make('alignment', written.replace(/(?<=\n\|[ ]*)-[-: ]*(?=\|)/, ':-:'), 'left', 'center');
  }
  if (type === 'list-unordered' && block.children.every(isOneLine)) {
    make('numbered', written.replace(/^( *)[-*+] +/gm, '$11. '), 'list', 'numbered list');
  }
  return made;
}

function indented(before: string, mark: string, space: string): string {
  return `${before}${' '.repeat(mark.length + space.length)}${mark.replace(/\d+/, '1')}${space}`;
}

function isOneLine({ start, end }: Block): boolean {
  return start === end;
}

const textual: ReadonlySet<string> = new Set(['paragraph', 'heading', 'expandable-title', 'footnote']);

function textMutations(
  source: string,
  written: string,
  make: (kind: string, text: string, gone?: string, come?: string) => void,
): void {
  const word = plainWord(source);
  if (word) {
    make('word', replaced(written, word, news), word, news);
    make('mark', replaced(written, word, `**${word}**`), word, word);
    make('link', replaced(written, word, `[${word}](https://${news}.example)`), word, `https://${news}.example`);
  }
  const links = source.matchAll(/\]\(([^()\s]+)\)/g);
  for (const [, target = ''] of links) {
    make('link target', written.replace(`](${target})`, `](${news}/${target})`), target, `${news}/${target}`);
  }
  const [, strong] = /(?<!\S)\*\*([\p{L}\p{N}]+)\*\*(?!\S)/u.exec(source) ?? [];
  if (strong) make('mark removed', written.replace(`**${strong}**`, strong), strong, strong);
  const [code] = /(?<!`)`[A-Za-z][\w.-]*`(?!`)/.exec(source) ?? [];
  if (code)
    make('mark of code removed', written.replace(code, code.slice(1, -1)), code.slice(1, -1), code.slice(1, -1));
  if (/\w\.$/.test(written)) make('last character', `${written.slice(0, -1)}!`, '.', '!');
}

/** Returns the first unmarked word that occurs exactly once. */
function plainWord(source: string): string | undefined {
  const words = runSync(readWords(noDefinitions, source));
  const plain = words.filter(
    ({ text, marks, inlineObject }) => !inlineObject && !marks.length && /^\p{L}{3,}$/u.test(text),
  );
  return plain.find(({ text }) => source.split(text).length === 2 && apart(source, text) >= 0)?.text;
}

const noDefinitions = definitionsOf([]);

/** Returns the position of a word that is not part of another word, a link, code or a mark; -1 if there is none. */
function apart(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isFree = !/[\p{L}\p{N}_*`[(/.#-]$/u.test(text.slice(Math.max(at - 2, 0), at));
    if (isFree && !/^[\p{L}\p{N}_*`\])/.-]/u.test(text.slice(at + word.length, at + word.length + 2))) return at;
  }
  return -1;
}

function replaced(text: string, part: string, by: string): string {
  const free = /^\p{L}+$/u.test(part) ? apart(text, part) : -1;
  const at = free < 0 ? text.indexOf(part) : free;
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + part.length);
}

/** Replaces the content of a table cell. */
function withCell(row: string, cell: string, by: string): string {
  const parts = row.split('|');
  const at = parts.findIndex(part => part.trim() === cell);
  return parts.map((part, index) => (index === at ? ` ${by} ` : part)).join('|');
}

function replacedLast(text: string, part: string, by: string): string {
  const at = text.lastIndexOf(part);
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + part.length);
}

/** Returns every kind of move of a block. The kinds of its rows must show the move. */
export function moves(texts: readonly string[], index: number): { kind: string; texts: string[] }[] {
  const [text, others] = [texts[index] ?? '', texts.filter((_, at) => at !== index)];
  return [
    { kind: 'removed', texts: others },
    { kind: 'added', texts: texts.toSpliced(index, 0, `${news} is a sound that no page here makes.`) },
    { kind: 'moved', texts: others.toSpliced(index + 2, 0, text) },
  ];
}
