/** The most characters of a diagram that is drawn. */
export const maxSourceLength = 20_000;

interface Limit {
  /** The kinds of diagrams that it is about, by the words that they begin with. */
  kinds: RegExp;
  isExceeded: (source: string) => boolean;
  why: string;
}

/** What takes Mermaid minutes, or all memory: it has limits for the length of a diagram and for its edges alone. */
const limits: readonly Limit[] = [
  { kinds: /^block\b/, isExceeded: source => /(?<![#\w.])\d{4,}/.test(source), why: 'It has too many columns.' },
  { kinds: /^packet\b/, isExceeded: source => /(?<![#\w.])\d{6,}/.test(source), why: 'It has too many bits.' },
  {
    kinds: /^gantt\b/,
    isExceeded: source => /^\s*tickInterval\s+\d+\s*(?:milli)?second/m.test(source),
    why: 'Its axis has too many ticks.',
  },
  {
    kinds: /^gantt\b/,
    isExceeded: source => /(?<![#\w.-])\d{5,}(?:ms|[smhdwMy])\b/.test(source),
    why: 'It has a task that takes too long.',
  },
  { kinds: /^gantt\b/, isExceeded: excludesAllDays, why: 'It excludes all days.' },
];

/** Says why a diagram is not to be drawn; undefined where nothing is known against it. */
export function whyNotDrawn(source: string): string | undefined {
  if (source.length > maxSourceLength) return `It has more than ${maxSourceLength} characters.`;
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
