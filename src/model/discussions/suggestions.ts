import { lineDifference } from '../../markdown/lineDifference.ts';
import type { Content } from '../content/content.ts';
import type { LineRange, Placement } from './placement.ts';

/** Matches the first suggestion block. */
const block = /^(`{3,}|~{3,})suggestion[^\S\n]*\n((?:[^\n]*\n)*?)\1[^\S\n]*$/m;

/** Returns the lines that a text suggests; undefined if it suggests none. */
export function suggestionIn(markdown: string): string | undefined {
  return block.exec(markdown.replaceAll('\r\n', '\n'))?.[2]?.replace(/\n$/, '');
}

/** Returns lines as a suggestion block. Other clients show it as code. */
export function suggestionBlock(lines: string): string {
  return fenced('suggestion', lines);
}

/** Replaces the suggestion block with its lines, for example for an excerpt. */
export function withoutSuggestionFence(markdown: string): string {
  return markdown.replaceAll('\r\n', '\n').replace(block, (_, __, lines: string) => `Suggestion: ${lines}`);
}

/** Returns true if a text only suggests the lines that exist already. */
export async function isUnchangedSuggestion(content: Content, placement: Placement, text: string): Promise<boolean> {
  if (suggestionIn(text) === undefined) return false;
  const lines = await readLinesAt(content, placement);
  return lines !== undefined && text.trim() === suggestionBlock(lines);
}

/** Replaces the suggestion block with its difference to the original lines. */
export function withDifference(markdown: string, original: string): string {
  const proposed = suggestionIn(markdown);
  if (proposed === undefined) return markdown;
  const difference = fenced(
    'diff',
    lineDifference(original.split('\n'), proposed === '' ? [] : proposed.split('\n')).join('\n'),
  );
  return markdown.replaceAll('\r\n', '\n').replace(block, () => difference);
}

/** Returns a comment that suggests a change of lines that the newest page no longer has. */
export function suggestedDifference(original: string, proposed: string): string {
  const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));
  return `I suggest this change:\n\n${fenced('diff', lineDifference(linesOf(original), linesOf(proposed)).join('\n'))}`;
}

/** Returns code in a fence that is longer than any in the code. */
function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Returns the current lines of a conversation; undefined if its placement is not exact. */
export async function readLinesAt(
  content: Content,
  { uri, range, exactness, cell, isRough }: Placement,
): Promise<string | undefined> {
  if (exactness !== 'node' || !range || isRough || cell !== undefined) return undefined;
  const match = await content.lookUp(uri);
  if (match?.kind !== 'page') return undefined;
  return textOfLines(await match.snapshot.markdown(match.page.id), range);
}

export function textOfLines(text: string, { start, end }: { start: number; end: number }): string {
  return text
    .split('\n')
    .slice(start, end + 1)
    .join('\n');
}

/** Lines of a text and their suggested replacement. */
export interface SuggestedLines {
  lines: LineRange;
  proposed: string;
}

/**
 * A text with applied suggestions. `overlapping` are those that were not applied, because another one has replaced
 * their lines.
 */
export interface TextWithSuggestions<T> {
  text: string;
  applied: T[];
  overlapping: T[];
}

/** Applies suggestions to a text. If several replace the same lines, only the first one and equal ones are applied. */
export function withSuggestions<T extends SuggestedLines>(
  text: string,
  suggestions: readonly T[],
): TextWithSuggestions<T> {
  const taken: T[] = [];
  const applied: T[] = [];
  const overlapping: T[] = [];
  for (const suggestion of suggestions) {
    const others = taken.filter(
      ({ lines }) => lines.start <= suggestion.lines.end && suggestion.lines.start <= lines.end,
    );
    if (others.length === 0) taken.push(suggestion);
    if (others.every(other => isSame(suggestion, other))) applied.push(suggestion);
    else overlapping.push(suggestion);
  }
  const lines = text.split('\n');
  // Applying from the end keeps the line numbers above valid.
  for (const { lines: place, proposed } of taken.toSorted((one, other) => other.lines.start - one.lines.start)) {
    const { start } = place;
    let end = place.end + 1;
    // Deleting a block also deletes the blank lines below it.
    const isWhole = proposed === '' && isBlank(lines[start - 1]);
    while (isWhole && end < lines.length && isBlank(lines[end])) end++;
    lines.splice(start, end - start, ...(proposed === '' ? [] : proposed.split('\n')));
  }
  return { text: lines.join('\n'), applied, overlapping };
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function isSame(one: SuggestedLines, other: SuggestedLines): boolean {
  const isSamePlace = one.lines.start === other.lines.start && one.lines.end === other.lines.end;
  return isSamePlace && one.proposed === other.proposed;
}
