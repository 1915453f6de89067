import type { Content } from '../content/content.ts';
import type { Placement } from './placement.ts';

/** The first block that proposes other lines for those that a comment hangs on. */
const block = /^(`{3,}|~{3,})suggestion[^\S\n]*\n((?:[^\n]*\n)*?)\1[^\S\n]*$/m;

/** What a text proposes in place of the lines that it hangs on; undefined where it proposes nothing. */
export function suggestionIn(markdown: string): string | undefined {
  return block.exec(markdown.replaceAll('\r\n', '\n'))?.[2]?.replace(/\n$/, '');
}

/** Lines as a block that proposes them. Where nobody knows it, it is read as code. */
export function asSuggestion(lines: string): string {
  return fenced('suggestion', lines);
}

/** The same text with the difference to the lines that are there in place of what it proposes. */
export function withDifference(markdown: string, original: string): string {
  const proposed = suggestionIn(markdown);
  if (proposed === undefined) return markdown;
  const difference = fenced('diff', differenceOf(original.split('\n'), proposed === '' ? [] : proposed.split('\n')));
  return markdown.replaceAll('\r\n', '\n').replace(block, () => difference);
}

/** Lines that are gone and that are new, between those that both have at their beginning and end. */
function differenceOf(before: readonly string[], after: readonly string[]): string {
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first++;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  const marked = (mark: string, lines: readonly string[]) => lines.map(line => mark + line);
  return [
    ...marked(' ', before.slice(0, first)),
    ...marked('-', before.slice(first, before.length - last)),
    ...marked('+', after.slice(first, after.length - last)),
    ...marked(' ', before.slice(before.length - last)),
  ].join('\n');
}

/** Code in a fence that is longer than any in it. */
function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** The lines that a conversation hangs on, as they are now; undefined where that is not to be told exactly. */
export async function linesAt(
  content: Content,
  { uri, range, exactness, cell, isRough }: Placement,
): Promise<string | undefined> {
  if (exactness !== 'node' || !range || isRough || cell !== undefined) return undefined;
  const found = await content.lookUp(uri);
  if (found?.kind !== 'page') return undefined;
  return linesOf(await found.snapshot.markdown(found.page.id), range);
}

export function linesOf(text: string, { start, end }: { start: number; end: number }): string {
  return text
    .split('\n')
    .slice(start, end + 1)
    .join('\n');
}
