import { t } from '@vscode/l10n';
import { diffArrays } from 'diff';
import type { Resumable } from '../resumable.ts';
import { mergeSmallGaps, type Gap } from './comparison/mergeSmallGaps.ts';
import { expressionNotes } from './expressionNotes.ts';
import { LinkComparison, linkAlphabetNotes } from './linkComparison.ts';
import { alphabetNotes, missingValue, type Note, notesBetween, truncate } from './notes.ts';
import { textOfWords, type InlineObject, type Word } from './words.ts';

/** Consecutive words with one kind of change. Words in `same` look equal, but their links may differ. */
export type WordRun =
  | { kind: 'same'; before: readonly Word[]; after: readonly Word[] }
  | { kind: 'removed'; before: readonly Word[] }
  | { kind: 'added'; after: readonly Word[] };

/** The changes of words, with notes on changes that the words do not show. */
export interface WordChanges {
  runs: WordRun[];
  notes: Note[];
}

/** Compares words: which were removed or added, and which hidden differences the others have. */
export function* compareWords(before: readonly Word[], after: readonly Word[]): Resumable<WordChanges> {
  const runs = yield* runsOf(before, after);
  const same = gapsOf(runs).flatMap(pairsOf);
  const notes = [...notesOf(runs, new LinkComparison(before, after, same)), ...expressionNotes(before, after)];
  return { runs: calmed(runs), notes };
}

/** Returns the words of a text that exists on one side only, as unchanged. */
export function unchangedWords(words: readonly Word[]): WordChanges {
  return { runs: words.length ? [{ kind: 'same', before: words, after: words }] : [], notes: [] };
}

/** Maximum number of differences. Beyond it, both texts are shown as a whole. */
const maxEditLength = 500;

function* runsOf(before: readonly Word[], after: readonly Word[]): Resumable<WordRun[]> {
  yield;
  const comparator = (one: Word, other: Word) => one.appearance === other.appearance;
  const parts = diffArrays([...before], [...after], { comparator, maxEditLength });
  if (!parts) return [...removed(before), ...added(after)];
  let [b, a] = [0, 0];
  return parts.map((part): WordRun => {
    const wordsBefore = before.slice(b, part.added ? b : (b += part.count));
    const wordsAfter = after.slice(a, part.removed ? a : (a += part.count));
    if (part.added) return { kind: 'added', after: wordsAfter };
    return part.removed
      ? { kind: 'removed', before: wordsBefore }
      : { kind: 'same', before: wordsBefore, after: wordsAfter };
  });
}

function removed(before: readonly Word[]): WordRun[] {
  return before.length ? [{ kind: 'removed', before }] : [];
}

function added(after: readonly Word[]): WordRun[] {
  return after.length ? [{ kind: 'added', after }] : [];
}

/** Reduces changes to readable ones. */
function calmed(runs: readonly WordRun[]): WordRun[] {
  return mergeSmallGaps(gapsOf(runs), wordReading).flatMap(({ sameBefore, same, before, after }) => [
    ...(same.length ? [{ kind: 'same' as const, before: sameBefore, after: same }] : []),
    ...removed(before),
    ...added(after),
  ]);
}

const wordReading = {
  sizeOf: lettersIn,
  isIsland: (same: readonly Word[]) => {
    return same.length === 1 && same.every(({ text, inlineObject }) => !inlineObject && text.length <= 3);
  },
  hasEnd: (words: readonly Word[]) =>
    words.some(({ text, inlineObject }) => inlineObject !== undefined || /^[.,;:!?…]$/.test(text)),
  maxIsland: 80,
};

function gapsOf(runs: readonly WordRun[]): Gap<Word>[] {
  const gaps: Gap<Word>[] = [];
  let gap: Gap<Word> | undefined;
  for (const run of runs) {
    if (run.kind === 'same' || !gap) gaps.push((gap = { sameBefore: [], same: [], before: [], after: [] }));
    if (run.kind === 'same') [gap.sameBefore, gap.same] = [run.before, run.after];
    if (run.kind === 'removed') gap.before = [...gap.before, ...run.before];
    if (run.kind === 'added') gap.after = [...gap.after, ...run.after];
  }
  return gaps;
}

function lettersIn(words: readonly Word[]): number {
  return words.reduce((sum, { text }) => sum + Math.max(text.length, 1), 0);
}

/** Returns notes on the links and things of unchanged and of replaced words. */
function notesOf(runs: readonly WordRun[], links: LinkComparison): Note[] {
  return gapsOf(runs).flatMap(gap => {
    const { before, after } = gap;
    const ofSame = pairsOf(gap).flatMap(([old, word]) => [
      ...thingNotes(old.inlineObject, word.inlineObject, word.text),
      ...links.ofSame(old, word),
    ]);
    const [olds, news] = [before, after].map(words =>
      words.flatMap(({ inlineObject }) => (inlineObject ? [inlineObject] : [])),
    );
    const ofReplaced = olds?.flatMap((old, index) => thingNotes(old, news?.[index])) ?? [];
    return [
      ...ofSame,
      ...links.ofReplaced(before, after),
      ...ofReplaced,
      ...formatNotes(before, after),
      ...wordAlphabetNotes(after),
    ];
  });
}

/** Returns warnings for the words of a new text and for the targets of its links. */
export function newWordNotes(words: readonly Word[]): Note[] {
  return [...wordAlphabetNotes(words), ...linkAlphabetNotes(words)];
}

function wordAlphabetNotes(words: readonly Word[]): Note[] {
  return alphabetNotes(words.map(({ text }) => text));
}

/** Returns notes on the formatting of words whose text is unchanged. */
function formatNotes(before: readonly Word[], after: readonly Word[]): Note[] {
  const [was, is] = [textOfWords(before), textOfWords(after)];
  if (!was || was !== is) return [];
  const notes: Note[] = [];
  const [wasApart, isApart] = [before[0]?.isAfterBlank === true, after[0]?.isAfterBlank === true];
  if (wasApart !== isApart) {
    const [old, now] = [wasApart, isApart].map(isBlank => (isBlank ? t('yes') : t('no')));
    notes.push({ what: t('Blank before'), subject: truncate(is), was: old ?? '', is: now ?? '' });
  }
  if (before.length !== after.length) {
    const isSame = formatOf(before) === formatOf(after) && notes.length > 0;
    return isSame ? notes : [...notes, formatNote(was, before, after)];
  }
  let from = 0;
  for (let to = 1; to <= after.length; to++) {
    const [first, next] = [before[from], before[to]];
    const isAsFirst = next && first && formatOf([next]) === formatOf([first]);
    if (isAsFirst && formatOf(after.slice(to, to + 1)) === formatOf(after.slice(from, from + 1))) continue;
    const [olds, news] = [before.slice(from, to), after.slice(from, to)];
    if (formatOf(olds) !== formatOf(news)) notes.push(formatNote(textOfWords(news), olds, news));
    from = to;
  }
  return notes;
}

function formatNote(text: string, before: readonly Word[], after: readonly Word[]): Note {
  return {
    kind: 'format',
    what: t('Formatting'),
    subject: truncate(text),
    was: formatOf(before) || missingValue(),
    is: formatOf(after) || missingValue(),
  };
}

/** Returns the names of the marks of words, except for links, which have their own notes. */
function formatOf(words: readonly Word[]): string {
  const marks = words.flatMap(word =>
    word.marks.filter(({ name }) => name !== 'a').map(({ appearance }) => appearance.trim()),
  );
  return [...new Set(marks)].map(mark => formatNames.get(mark)?.() ?? mark).join(', ');
}

const formatNames: ReadonlyMap<string, () => string> = new Map([
  ['strong', () => t('bold')],
  ['b', () => t('bold')],
  ['em', () => t('italic')],
  ['i', () => t('italic')],
  ['s', () => t('struck')],
  ['u', () => t('underlined')],
  ['sub', () => t('subscript')],
  ['sup', () => t('superscript')],
  ['code class=expression', () => t('expression')],
  ['span class=expression', () => t('value of an expression')],
]);

/** Returns the unchanged words of a gap in pairs, before and after. */
function pairsOf({ sameBefore, same }: Gap<Word>): [Word, Word][] {
  return same.flatMap((word, index) => (sameBefore[index] ? [[sameBefore[index], word]] : []));
}

function thingNotes(old: InlineObject | undefined, now: InlineObject | undefined, subject = ''): Note[] {
  return old && now?.kind === old.kind
    ? notesBetween(now.kind, subject, { attributes: old.meaning }, { attributes: now.meaning })
    : [];
}
