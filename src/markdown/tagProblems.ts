import { t } from '@vscode/l10n';
import { formatList } from '../api/lists.ts';
import { customBlocks } from './customBlocks.ts';
import { type CustomTag, type CustomTags, findCustomTags } from './customTags.ts';
import { bodyAfterFrontMatter } from './frontMatter.ts';
import { tagAttributes } from './tagAttributes.ts';
import { containerTags, wrapperTags } from './tags.ts';

/** A range of a text, by offsets. */
interface Span {
  start: number;
  end: number;
}

/** A tag that the service shows as text, or interprets differently than written. */
export interface TagProblem extends Span {
  message: string;
  fix?: TextFix;
}

/** A quick fix: its title, and the text that replaces a range. */
export interface TextFix extends Span {
  title: string;
  text: string;
}

/** Maximum number of reported problems on a page. */
const maxProblems = 100;

/** Finds the problems of tags on a page, in order. */
export function findTagProblems(markdown: string): TagProblem[] {
  if (!markdown.includes('{%')) return [];
  const body = bodyAfterFrontMatter(markdown).text;
  const offset = markdown.length - body.length;
  const tags = findCustomTags(body);
  const ends = new Set(Array.from(tags.ends.values(), ({ start }) => start));
  /** End offsets of the last container of each name. */
  const openUntil = new Map<string, number>();
  const problems: TagProblem[] = [];
  for (const tag of tags.blockTags) {
    if (problems.length >= maxProblems) break;
    const { name, start, isEnd } = tag;
    if (isEnd) problems.push(...strayEnd(body, tag, ends));
    else problems.push(...missingEnd(body, tag, tags), ...misplaced(tag, openUntil), ...wrongAttributes(body, tag));
    if (!isEnd) openUntil.set(name, Math.max(openUntil.get(name) ?? 0, tags.ends.get(start)?.start ?? Infinity));
  }
  return problems.map(problem => moved(problem, offset)).sort((a, b) => a.start - b.start);
}

function moved({ fix, ...problem }: TagProblem, offset: number): TagProblem {
  const at = <T extends Span>(span: T): T => ({ ...span, start: span.start + offset, end: span.end + offset });
  return { ...at(problem), ...(fix && { fix: at(fix) }) };
}

function strayEnd(text: string, tag: CustomTag, ends: ReadonlySet<number>): TagProblem[] {
  if (ends.has(tag.start)) return [];
  const { start, end } = tag;
  const [lineStart, lineEnd] = [text.lastIndexOf('\n', start - 1) + 1, endOfLine(text, end)];
  const isAlone = text.slice(lineStart, lineEnd).trim() === text.slice(start, end);
  const line = isAlone ? { start: lineStart, end: Math.min(lineEnd + 1, text.length) } : { start, end };
  const message = t`"${written(text, tag)}" has no matching "${tagOf(tag.name)}".`;
  return [{ start, end, message, fix: { ...line, title: t('Remove the Tag'), text: '' } }];
}

function missingEnd(text: string, tag: CustomTag, tags: CustomTags): TagProblem[] {
  const { name, start, end } = tag;
  const needsEnd = containerTags.has(name) || wrapperTags.has(name) || name === 'code';
  if (!needsEnd || tags.ends.has(start)) return [];
  const endTag = tagOf(`end${name}`);
  const at = endOfContent(text, tag, tags);
  const before = text[at - 1] === '\n' ? '' : '\n';
  const fix = {
    start: at,
    end: at,
    title: t`Insert "${endTag}"`,
    text: `${before}${endTag}${at === text.length ? '' : '\n'}`,
  };
  return [{ start, end, message: t`"${written(text, tag)}" is not closed. Add "${endTag}" after its content.`, fix }];
}

/**
 * Returns the offset at which the content of a tag without an end must end: at the next tag of its name, or at the end
 * of its parent.
 */
function endOfContent(text: string, { name, end }: CustomTag, { ends, blockTags }: CustomTags): number {
  const opened = blockTags.filter(tag => !tag.isEnd && tag.start < end).map(({ start }) => ends.get(start)?.start ?? 0);
  const sibling = blockTags.find(tag => !tag.isEnd && tag.name === name && tag.start >= end)?.start;
  const next = Math.min(...[...opened, sibling ?? 0].filter(at => at >= end), text.length);
  const contentEnd = text.slice(0, next).trimEnd().length;
  return Math.max(end, Math.min(endOfLine(text, contentEnd) + 1, next));
}

function misplaced({ name, start, end }: CustomTag, openUntil: ReadonlyMap<string, number>): TagProblem[] {
  const parent = customBlocks.get(name)?.parent;
  if (parent === undefined || (openUntil.get(parent) ?? 0) > start) return [];
  const [opening, closing] = [tagOf(parent), tagOf(`end${parent}`)];
  return [{ start, end, message: t`"${tagOf(name)}" must be between "${opening}" and "${closing}".` }];
}

function wrongAttributes(text: string, tag: CustomTag): TagProblem[] {
  const attributes = tagAttributes(tag.attributes);
  const block = customBlocks.get(tag.name);
  const { required } = { ...block };
  const missing = required === undefined || attributes[required] ? [] : [required];
  const known = Object.entries(block?.attributes ?? {});
  return [
    ...missing.map(name => ({ start: tag.start, end: tag.end, message: t`"${tagOf(tag.name)}" needs ${name}="...".` })),
    ...known.flatMap(([name, { values }]) => {
      const value = attributes[name];
      if (value === undefined || values === undefined || values.includes(value)) return [];
      const span = spanOfValue(text, tag, name);
      const nearest =
        values.find(one => value !== '' && one.startsWith(value.slice(0, 2).toLowerCase())) ?? values[0] ?? '';
      const message = t`"${value}" is not a valid ${name} for "${tagOf(tag.name)}". Use ${listOf(values)}.`;
      return [{ ...span, message, fix: { ...span, title: t`Change to "${nearest}"`, text: nearest } }];
    }),
  ];
}

/**
 * Returns the source of a tag. Texts for users take it as an argument, because the localization library treats braces
 * as placeholders.
 */
function tagOf(name: string): string {
  return `{% ${name} %}`;
}

/** Returns the range of an attribute value without quotes, or else of the whole tag. */
function spanOfValue(text: string, { start, end }: CustomTag, name: string): Span {
  const value = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'%]+))`, 'd').exec(text.slice(start, end));
  const [from, to] = value?.indices?.slice(1).find(Boolean) ?? [0, end - start];
  return { start: start + from, end: start + to };
}

function listOf(values: readonly string[]): string {
  return formatList(values, 'disjunction');
}

function written(text: string, { start, end }: CustomTag): string {
  return text.slice(start, end).replace(/\s+/g, ' ');
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}
