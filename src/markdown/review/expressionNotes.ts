import { t } from '@vscode/l10n';
import { diffArrays } from 'diff';
import type { Note } from './notes.ts';
import type { Word } from './words.ts';

/** Notes which expressions have become other ones: their values alone are seen in the text. */
export function expressionNotes(before: readonly Word[], after: readonly Word[]): Note[] {
  const [olds, news] = [expressionsIn(before), expressionsIn(after)];
  if (!olds.length || !news.length) return [];
  const parts = diffArrays(olds, news);
  return parts.flatMap(({ removed, value }, index) => {
    const next = parts[index + 1];
    if (!removed || !next?.added) return [];
    return value.flatMap((was, at) => {
      const is = next.value[at];
      return is === undefined ? [] : [{ what: t('Expression'), was, is }];
    });
  });
}

/** The expressions whose values words are, in order. */
function expressionsIn(words: readonly Word[]): string[] {
  const marks = new Set(words.flatMap(word => word.marks.filter(({ attributes }) => attributes['expression'])));
  return [...marks].flatMap(({ attributes }) => attributes['expression'] ?? []);
}
