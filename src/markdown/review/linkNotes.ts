import { diffArrays } from 'diff';
import { newTextAlphabetNotes, type Note, notesBetween, shortened } from './notes.ts';
import { type Mark, textOfWords, type Word } from './words.ts';

/** Words that lead to one place. What marks cut is one link: so the service writes a link of which a part is bold. */
interface Link {
  words: Word[];
  /** Its attributes with what its target means. */
  attributes: Mark['meaning'];
}

/** Beyond this many differences links are paired in their order. */
const maxEditLength = 100;

/** What has become of the links in a text, each told once: by words that stay, or by those that took their places. */
export class LinkNotes {
  readonly #before: ReadonlyMap<Mark, Link>;
  readonly #after: ReadonlyMap<Mark, Link>;
  /** Those with words that stay, of both sides. */
  readonly #staying = new Set<Link>();
  /** Pairs of links that already have a note. */
  readonly #reported = new Map<Link, Set<Link>>();

  /** `same` are the words that stay, before and after. */
  constructor(before: readonly Word[], after: readonly Word[], same: Iterable<readonly [Word, Word]>) {
    [this.#before, this.#after] = [linksOf(before), linksOf(after)];
    for (const [old, word] of same) for (const link of this.#linksOf(old, word) ?? []) this.#staying.add(link);
  }

  /** For a word that stays. */
  ofSame(old: Word, word: Word): Note[] {
    const [from, to] = this.#linksOf(old, word) ?? [];
    if (!from || !to) return [];
    const reported = this.#reported.get(from) ?? new Set();
    if (reported.has(to)) return [];
    this.#reported.set(from, reported.add(to));
    return linkNotes(from, to);
  }

  /** For words that stand where others stood. */
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

/** Warns of letters of several alphabets in what the links of a new text lead to. Words of the text itself are left out. */
export function linkAlphabetNotes(words: readonly Word[]): Note[] {
  const links = new Set(linksOf(words).values());
  return [...links].flatMap(({ words: label, attributes: { href, title } }) =>
    newTextAlphabetNotes(`${href ?? ''} ${title ?? ''}`, textOfWords(label)),
  );
}

/** `warned` are words of which is warned anyway, if need be. */
function linkNotes(from: Link | undefined, to: Link | undefined, warned = ''): Note[] {
  const label = labelOf(to ?? from);
  const { href: was = '', ...others } = from?.attributes ?? {};
  const { href: is = '', ...news } = to?.attributes ?? {};
  const what = !from ? 'Link added' : !to ? 'Link removed' : 'Link target';
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
  const words = link?.words.map(({ text, isApart }) => (isApart ? ` ${text}` : text)) ?? [];
  return shortened(words.join('').trim());
}
