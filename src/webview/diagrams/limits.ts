import { t } from '@vscode/l10n';
/** The maximum length of a diagram's source, in characters. */
export const maxSourceLength = 20_000;

interface Limit {
  /** Matches the keyword with which the affected kinds of diagrams begin. */
  kinds: RegExp;
  isExceeded: (source: string) => boolean;
  why: string;
}

/**
 * Sources for which Mermaid would take minutes or exhaust the memory. Mermaid itself only limits the source length and
 * the number of edges.
 */
const limits: readonly Limit[] = [
  { kinds: /^block\b/, isExceeded: source => /(?<![#\w.])\d{4,}/.test(source), why: t('It has too many columns.') },
  { kinds: /^packet\b/, isExceeded: source => /(?<![#\w.])\d{6,}/.test(source), why: t('It has too many bits.') },
  {
    kinds: /^gantt\b/,
    isExceeded: source => /^\s*tickInterval\s+\d+\s*(?:milli)?second/m.test(source),
    why: t('Its axis has too many ticks.'),
  },
  {
    kinds: /^gantt\b/,
    isExceeded: source => /(?<![#\w.-])\d{5,}(?:ms|[smhdwMy])\b/.test(source),
    why: t('It has a task that takes too long.'),
  },
  { kinds: /^gantt\b/, isExceeded: excludesAllDays, why: t('It excludes all days.') },
];

/** Returns why a diagram is not drawn, or undefined if no limit is exceeded. */
export function exceededLimit(source: string): string | undefined {
  if (source.length > maxSourceLength) return t`It has more than ${maxSourceLength} characters.`;
  const begin = source.replace(/^\s*---\n[\s\S]*?\n---\s*\n|^\s*%%.*$/gm, '').trimStart();
  const unquoted = source.replace(/"[^"\n]*"/g, '""');
  return limits.find(({ kinds, isExceeded }) => kinds.test(begin) && isExceeded(unquoted))?.why;
}

const weekdays = ['mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun'].map(day => `${day}day`);

function excludesAllDays(source: string): boolean {
  const excluded = [...source.matchAll(/^\s*excludes\s(.*)$/gm)].map(([, days = '']) => days.toLowerCase()).join(' ');
  const isFree = excluded.includes('weekends') ? weekdays.slice(0, 4) : weekdays;
  return isFree.every(day => excluded.includes(day));
}
