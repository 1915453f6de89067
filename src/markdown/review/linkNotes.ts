import { type Note, notesBetween, shortened } from './notes.ts';
import type { Mark, Word } from './words.ts';

/** Words that lead to one place. What marks cut is one link: so the service writes a link of which a part is bold. */
interface Link {
  words: Word[];
  attributes: Mark['attributes'];
}

/** What has become of the links in a text, each told once: by words that stay, or by those that took their places. */
export class LinkNotes {
  readonly #before: ReadonlyMap<Mark, Link>;
  readonly #after: ReadonlyMap<Mark, Link>;
  /** Links with words that stay, and what became of them. */
  readonly #staying = new Map<Link, Set<Link>>();
  readonly #told = new Map<Link, Set<Link>>();

  /** `same` are the words that stay, before and after. */
  constructor(before: readonly Word[], after: readonly Word[], same: Iterable<readonly [Word, Word]>) {
    [this.#before, this.#after] = [linksOf(before), linksOf(after)];
    for (const [old, word] of same) this.#pair(this.#staying, old, word);
  }

  /** For a word that stays. */
  ofSame(old: Word, word: Word): Note[] {
    const [from, to] = this.#pair(this.#told, old, word) ?? [];
    return from && to ? this.#notes(from, to) : [];
  }

  /** For words that stand where others stood. */
  ofReplaced(before: readonly Word[], after: readonly Word[]): Note[] {
    const [olds, news] = [linksIn(before, this.#before), linksIn(after, this.#after)];
    const stayed = new Set([...this.#staying.values()].flatMap(links => [...links]));
    const lefts = olds.filter(from => !this.#staying.has(from) && !news.some(to => leadsAs(from, to)));
    const rights = news.filter(to => !stayed.has(to) && !olds.some(from => leadsAs(from, to)));
    const count = Math.max(lefts.length, rights.length);
    return Array.from({ length: count }, (_, index) => this.#notes(lefts[index], rights[index])).flat();
  }

  /** The links of a word before and after, where that is not kept there. */
  #pair(known: Map<Link, Set<Link>>, old: Word, word: Word): [Link, Link] | undefined {
    const [from, to] = [linkOf(old, this.#before), linkOf(word, this.#after)];
    if (!from || !to) return undefined;
    const others = known.get(from) ?? new Set();
    if (others.has(to)) return undefined;
    known.set(from, others.add(to));
    return [from, to];
  }

  #notes(from: Link | undefined, to: Link | undefined): Note[] {
    return notesBetween('link', labelOf(to ?? from), from, to);
  }
}

function linksOf(words: readonly Word[]): ReadonlyMap<Mark, Link> {
  const links = new Map<Mark, Link>();
  let last: Link | undefined;
  for (const word of words) {
    const mark = markOf(word);
    if (!mark) last = undefined;
    else {
      const link: Link = links.get(mark) ?? (last && leadsAs(last, mark) ? last : { words: [], ...mark });
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

function leadsAs(one: Pick<Mark, 'attributes'>, other: Pick<Mark, 'attributes'>): boolean {
  return notesBetween('link', '', one, other).length === 0;
}

function labelOf(link: Link | undefined): string {
  const words = link?.words.map(({ text, isApart }) => (isApart ? ` ${text}` : text)) ?? [];
  return shortened(words.join('').trim());
}
