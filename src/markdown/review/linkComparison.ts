import { t } from '@vscode/l10n';
import { diffArrays } from 'diff';
import { newTextAlphabetNotes, type Note, notesBetween, truncate } from './notes.ts';
import { type Mark, textOfWords, type Word } from './words.ts';

/** Consecutive words with one target. Marks may divide a link: the service writes one with a bold part that way. */
interface Link {
  words: Word[];
  /** The attributes with targets replaced by their meanings. */
  attributes: Mark['meaning'];
}

/** Beyond this number of differences, links are paired in order. */
const maxEditLength = 100;

/** Compares the links of two texts and reports each once: by its unchanged words, or by its replaced ones. */
export class LinkComparison {
  readonly #before: ReadonlyMap<Mark, Link>;
  readonly #after: ReadonlyMap<Mark, Link>;
  /** Links with unchanged words, of both sides. */
  readonly #staying = new Set<Link>();
  /** Pairs of links that already have a note. */
  readonly #reported = new Map<Link, Set<Link>>();

  /** `same` are the pairs of unchanged words. */
  constructor(before: readonly Word[], after: readonly Word[], same: Iterable<readonly [Word, Word]>) {
    [this.#before, this.#after] = [linksOf(before), linksOf(after)];
    for (const [old, word] of same) for (const link of this.#linksOf(old, word) ?? []) this.#staying.add(link);
  }

  /** Returns notes on the link of an unchanged word. */
  ofSame(old: Word, word: Word): Note[] {
    const [from, to] = this.#linksOf(old, word) ?? [];
    if (!from || !to) return [];
    const reported = this.#reported.get(from) ?? new Set();
    if (reported.has(to)) return [];
    this.#reported.set(from, reported.add(to));
    return linkNotes(from, to);
  }

  /** Returns notes on the links of replaced words. */
  ofReplaced(before: readonly Word[], after: readonly Word[]): Note[] {
    const [olds, news] = [linksIn(before, this.#before), linksIn(after, this.#after)].map(links =>
      links.filter(link => !this.#staying.has(link)),
    );
    const parts = diffArrays(olds ?? [], news ?? [], { comparator: leadsAs, maxEditLength });
    if (!parts) return replaced(olds ?? [], news ?? []);
    return parts.flatMap(({ removed, added, value }, index) => {
      const [last, next] = [parts[index - 1], parts[index + 1]];
      if (removed) return replaced(value, next?.added ? next.value : []);
      return added && !last?.removed ? replaced([], value) : [];
    });
  }

  #linksOf(old: Word, word: Word): [Link, Link] | undefined {
    const [from, to] = [linkOf(old, this.#before), linkOf(word, this.#after)];
    return from && to && [from, to];
  }
}

function replaced(olds: readonly Link[], news: readonly Link[]): Note[] {
  const count = Math.max(olds.length, news.length);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [olds[index], news[index]];
    return linkNotes(from, to, textOfWords(to?.words ?? []));
  }).flat();
}

/** Warns of mixed alphabets in the targets and titles of links in a new text, except for words of the text itself. */
export function linkAlphabetNotes(words: readonly Word[]): Note[] {
  const links = new Set(linksOf(words).values());
  return [...links].flatMap(({ words: label, attributes: { href, title } }) =>
    newTextAlphabetNotes(`${href ?? ''} ${title ?? ''}`, textOfWords(label)),
  );
}

/** Returns notes on two links; words in `warned` get no warning, because the text has one. */
function linkNotes(from: Link | undefined, to: Link | undefined, warned = ''): Note[] {
  const label = labelOf(to ?? from);
  const { href: was = '', ...others } = from?.attributes ?? {};
  const { href: is = '', ...news } = to?.attributes ?? {};
  const what = !from ? t('Link added') : !to ? t('Link removed') : t('Link target');
  const target: Note[] = was === is ? [] : [{ kind: 'link', what, subject: label, was, is }];
  const warnings = newTextAlphabetNotes(is, `${was} ${warned}`);
  return [...target, ...warnings, ...notesBetween('link', label, { attributes: others }, { attributes: news })];
}

function linksOf(words: readonly Word[]): ReadonlyMap<Mark, Link> {
  const links = new Map<Mark, Link>();
  let last: Link | undefined;
  for (const word of words) {
    const mark = markOf(word);
    if (!mark) last = undefined;
    else {
      const newLink: Link = { words: [], attributes: mark.meaning };
      const link: Link = links.get(mark) ?? (last && leadsAs(last, newLink) ? last : newLink);
      link.words.push(word);
      links.set(mark, (last = link));
    }
  }
  return links;
}

function linksIn(words: readonly Word[], links: ReadonlyMap<Mark, Link>): Link[] {
  return [...new Set(words.flatMap(word => linkOf(word, links) ?? []))];
}

function linkOf(word: Word, links: ReadonlyMap<Mark, Link>): Link | undefined {
  const mark = markOf(word);
  return mark && links.get(mark);
}

function markOf({ marks }: Word): Mark | undefined {
  return marks.find(({ name }) => name === 'a');
}

function leadsAs(one: Link, other: Link): boolean {
  return notesBetween('link', '', one, other).length === 0;
}

function labelOf(link: Link | undefined): string {
  const words = link?.words.map(({ text, isAfterBlank }) => (isAfterBlank ? ` ${text}` : text)) ?? [];
  return truncate(words.join('').trim());
}
