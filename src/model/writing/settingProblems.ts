import { t } from '@vscode/l10n';
import { isMap, isScalar, type Node, type Pair } from 'yaml';
import { bodyAfterFrontMatter } from '../../markdown/frontMatter.ts';
import type { TextFix } from '../../markdown/tagProblems.ts';
import { FrontMatterError, parseFrontMatter } from './frontMatter.ts';
import { pageSettings, type PageSetting, settingAt, settingViolation } from './pageSettings.ts';

/** A part of front matter that the service refuses or does not know. */
export interface SettingProblem {
  /** Offsets in the text of the page. */
  start: number;
  end: number;
  message: string;
  /** Errors prevent the page from being saved. */
  severity: 'error' | 'warning' | 'hint';
  fixes: TextFix[];
}

/** Finds the problems of the front matter of a page. */
export function findSettingProblems(text: string): SettingProblem[] {
  const body = bodyAfterFrontMatter(text);
  if (body.line === 0) return [];
  const start = text.indexOf('\n') + 1;
  const head = text.slice(start, text.length - body.text.length).replace(/(?:---|\.\.\.)[ \t]*\r?\n?$/, '');
  try {
    const { document, values } = parseFrontMatter(head);
    const { contents } = document;
    if (!isMap(contents)) return [];
    const context: ProblemContext = { head, start, values };
    return contents.items.flatMap(pair => problemsOf(pair as Pair<Node, Node | null>, [], context));
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const lines = text.split('\n');
    const lineStart = lines.slice(0, error.line).join('\n').length + 1;
    const end = lineStart + (lines[error.line] ?? '').trimEnd().length;
    return [{ start: lineStart, end, message: error.reason, severity: 'error', fixes: [] }];
  }
}

interface ProblemContext {
  head: string;
  /** The offset of the front matter in the text of the page. */
  start: number;
  values: Readonly<Record<string, unknown>>;
}

interface Span {
  start: number;
  end: number;
}

/** Returns the offsets of the first line of a key or value in the text of the page. */
function spanOf({ range }: Node, { head, start }: ProblemContext): Span {
  const [from = 0, to = from] = range ?? [];
  const [firstLine = ''] = head.slice(from, to).split(/\r?\n/);
  return { start: start + from, end: start + from + firstLine.length };
}

function problemsOf(pair: Pair<Node, Node | null>, above: string[], context: ProblemContext): SettingProblem[] {
  const { key, value } = pair;
  if (!isScalar(key)) return [];
  const name = String(key.value);
  const path = [...above, name];
  const setting = settingAt(path);
  const reason = above.length === 0 ? settingViolation(name, context.values[name]) : undefined;
  if (reason !== undefined) {
    const span = spanOf(value?.range && value.range[1] > value.range[0] ? value : key, context);
    const fixes = setting && value ? fixesOf(span, correctionsOf(setting, value)) : [];
    return [{ ...span, message: reason, severity: 'error', fixes }];
  }
  const known = [...(above.length === 0 ? pageSettings : (settingAt(above)?.members ?? [])).keys()] as string[];
  if (!setting) return known.length === 0 ? [] : [unknownKey(name, known, spanOf(key, context))];
  if (isScalar(value) && setting.values && setting.type === 'text' && typeof value.value === 'string') {
    const { value: written } = value;
    if (written !== '' && !setting.values.includes(written)) {
      const span = spanOf(value, context);
      const values = setting.values.map(one => `"${one}"`).join(', ');
      const message = t`The service is not known to have this value. Known values: ${values}.`;
      return [{ ...span, message, severity: 'warning', fixes: fixesOf(span, setting.values) }];
    }
  }
  if (!isMap(value) || !setting.members) return [];
  return value.items.flatMap(member => problemsOf(member as Pair<Node, Node | null>, path, context));
}

function fixesOf(span: Span, texts: readonly string[]): TextFix[] {
  return texts.map(text => ({ ...span, title: t`Change to ${text}`, text }));
}

function unknownKey(name: string, known: readonly string[], span: Span): SettingProblem {
  const similar = known.filter(one => isAlike(one, name));
  if (similar.length === 0) {
    const message = t`"${name}" is not a setting of pages. It is sent to the service, which may ignore it.`;
    return { ...span, message, severity: 'hint', fixes: [] };
  }
  const message = t`"${name}" is not a setting of pages. Did you mean "${similar[0] ?? ''}"?`;
  return { ...span, message, severity: 'warning', fixes: fixesOf(span, similar) };
}

/** Returns whether two keys differ only in case, in separators between words, or by one letter. */
function isAlike(known: string, name: string): boolean {
  const [one, other] = [known, name].map(text => text.toLowerCase().replace(/[-_]/g, '')) as [string, string];
  if (one === other) return true;
  if (one.length < 4 || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return Math.max(one.length, other.length) - start - end <= 1 || isSwapped(one, other, start);
}

/** Returns whether two names differ only by two swapped letters. */
function isSwapped(one: string, other: string, start: number): boolean {
  const swapped = `${one.slice(0, start)}${one[start + 1] ?? ''}${one[start] ?? ''}${one.slice(start + 2)}`;
  return swapped === other;
}

/** Returns likely corrections of a value of the wrong type. */
function correctionsOf({ type }: PageSetting, value: Node): string[] {
  if (!isScalar(value)) return [];
  const written = String(value.value);
  if (type === 'flag' || type === 'visibility') {
    if (/^(?:yes|on|y|true|1)$/i.test(written)) return ['true'];
    return /^(?:no|off|n|false|0)$/i.test(written) ? ['false'] : ['true', 'false'];
  }
  return type === 'text' ? [JSON.stringify(value.source ?? written)] : [];
}
