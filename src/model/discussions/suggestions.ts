import { lineDifference } from '../../markdown/lineDifference.ts';
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

/** A text with the lines that it proposes in place of their block, such as for a list that shows its beginning. */
export function inPlainWords(markdown: string): string {
  return markdown.replaceAll('\r\n', '\n').replace(block, (_, __, lines: string) => `Suggestion: ${lines}`);
}

/** Whether a text proposes just the lines that are there, and says nothing else. */
export async function suggestsNothing(content: Content, placement: Placement, text: string): Promise<boolean> {
  if (suggestionIn(text) === undefined) return false;
  const lines = await linesAt(content, placement);
  return lines !== undefined && text.trim() === asSuggestion(lines);
}

/** The same text with the difference to the lines that are there in place of what it proposes. */
export function withDifference(markdown: string, original: string): string {
  const proposed = suggestionIn(markdown);
  if (proposed === undefined) return markdown;
  const difference = fenced(
    'diff',
    lineDifference(original.split('\n'), proposed === '' ? [] : proposed.split('\n')).join('\n'),
  );
  return markdown.replaceAll('\r\n', '\n').replace(block, () => difference);
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
  const match = await content.lookUp(uri);
  if (match?.kind !== 'page') return undefined;
  return linesOf(await match.snapshot.markdown(match.page.id), range);
}

export function linesOf(text: string, { start, end }: { start: number; end: number }): string {
  return text
    .split('\n')
    .slice(start, end + 1)
    .join('\n');
}
