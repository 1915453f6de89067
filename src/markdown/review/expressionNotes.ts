import { t } from '@vscode/l10n';
import { diffArrays } from 'diff';
import type { Note } from './notes.ts';
import type { Word } from './words.ts';

/** With more changes, every expression counts as replaced. */
const maxEditLength = 200;

/** Returns notes on changed expressions, because the text shows only their values. */
export function expressionNotes(before: readonly Word[], after: readonly Word[]): Note[] {
  const [olds, news] = [expressionsIn(before), expressionsIn(after)];
  if (!olds.length || !news.length) return [];
  const replaced = [
    { removed: true, added: false, value: olds },
    { removed: false, added: true, value: news },
  ];
  const parts = diffArrays(olds, news, { maxEditLength }) ?? replaced;
  return parts.flatMap(({ removed, value }, index) => {
    const next = parts[index + 1];
    if (!removed || !next?.added) return [];
    return value.flatMap((was, at) => {
      const is = next.value[at];
      return is === undefined ? [] : [{ what: t('Expression'), was, is }];
    });
  });
}

/** Returns the expressions whose values the words are, in order. */
function expressionsIn(words: readonly Word[]): string[] {
  const marks = new Set(words.flatMap(word => word.marks.filter(({ attributes }) => attributes['expression'])));
  return [...marks].flatMap(({ attributes }) => attributes['expression'] ?? []);
}
