import type { Schema } from '../../../api/routes.ts';
import { appUrl } from '../../reply/addresses.ts';
import { canSee, organizationFor, spaceFor } from '../../access/findOrRefuse.ts';
import type { Caller } from '../../caller.ts';
import { largeDocumentsIn, afterParsing } from '../../content/largeDocuments.ts';
import { pageIndex } from '../../content/pages.ts';
import { foldText, sectionsOf } from '../../content/sections.ts';
import type { ReadSection, Section } from '../../content/sections.ts';
import { paged, sortedBy } from '../../reply/paging.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { DocumentRow, PageRow, SpaceRow } from '../../store/rows.ts';
import { spaceKey } from './spaces.ts';

const quoteLength = 200;

export const search = {
  'GET /orgs/{organizationId}/search': ({ organizationId, query }, caller) => {
    organizationFor(caller, organizationId);
    const words = wordsOf(query.query);
    const spaces = caller.state.spaces
      .by('organization', organizationId)
      .filter(space => space.deletedAt === undefined && canSee(caller, space));
    return afterParsing(
      caller,
      spaces.flatMap(space => largeIn(caller, space)),
      () => {
        const matches = sortedBy(spaces, spaceKey(caller))
          .map(space => ({ space, hits: hitsIn(caller, space, words) }))
          .filter(({ hits }) => hits.length > 0);
        const rows = ranked(matches, ({ hits }) => hits[0]?.score ?? 0);
        const present = ({ row: { space, hits } }: (typeof rows)[number]) => ({
          id: space.id,
          title: space.title,
          pages: hits.map(hit => presentHit(caller, space, hit, words)),
        });
        return ok(paged(caller, query, { rows, key: ({ key }) => key, present }));
      },
    );
  },

  'GET /spaces/{spaceId}/search': ({ spaceId, query }, caller) => {
    const space = spaceFor(caller, spaceId);
    const words = wordsOf(query.query);
    return afterParsing(caller, largeIn(caller, space), () => {
      const rows = ranked(hitsIn(caller, space, words), ({ score }) => score);
      const present = ({ row }: (typeof rows)[number]) => presentHit(caller, space, row, words);
      return ok(paged(caller, query, { rows, key: ({ key }) => key, present }));
    });
  },
} satisfies Partial<Handlers>;

function largeIn(caller: Caller, space: SpaceRow): readonly DocumentRow[] {
  const revision = caller.state.revisions.find(space.revision);
  return revision ? largeDocumentsIn(caller, revision) : [];
}

/** A page that contains all words, with its score. */
interface Hit {
  page: PageRow;
  score: number;
  sections: Section[];
}

/** Sorts results by score, highest first. Results with the same score keep their order. */
function ranked<T>(results: readonly T[], scoreOf: (row: T) => number): { row: T; key: [number, number] }[] {
  const rows = results.map((row, index): { row: T; key: [number, number] } => ({ row, key: [-scoreOf(row), index] }));
  return sortedBy(rows, ({ key }) => key);
}

function wordsOf(query: string): string[] {
  return [...new Set(foldText(query).match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** Returns the pages of the main content that contain all words, by descending score. */
function hitsIn(caller: Caller, space: SpaceRow, words: readonly string[]): Hit[] {
  if (words.length === 0) return [];
  const revision = caller.state.revisions.find(space.revision);
  const pages = revision ? [...pageIndex(revision).byId.values()] : [];
  const hits = pages.flatMap(({ page }) => hitOn(caller, page, words) ?? []);
  return ranked(hits, ({ score }) => score).map(({ row }) => row);
}

/** Scores a page: the title weighs most, then the description, headings and text. Undefined if a word is missing. */
function hitOn(caller: Caller, page: PageRow, words: readonly string[]): Hit | undefined {
  if (page.type !== 'document') return undefined;
  const document = page.documentId === undefined ? undefined : caller.state.documents.find(page.documentId);
  const all = document ? sectionsOf(document) : [];
  const [title, description] = [foldText(page.title), foldText(page.description ?? '')];
  const scores = all.map(section => ({ section, ...scoreOf(section, words) }));
  const isSomewhere = (word: string) =>
    title.includes(word) || description.includes(word) || scores.some(({ has }) => has.has(word));
  if (!words.every(isSomewhere)) return undefined;
  const pageScore = words.reduce((sum, word) => sum + 10 * matches(title, word) + 5 * matches(description, word), 0);
  const best = sortedBy(
    scores.filter(({ score }) => score > 0),
    ({ score, section }) => [-score, all.indexOf(section)],
  );
  const score = best.reduce((sum, section) => sum + section.score, pageScore);
  return { page, score, sections: best.map(({ section }) => section) };
}

function scoreOf({ heading, text }: ReadSection, words: readonly string[]): { score: number; has: Set<string> } {
  const counts = words.map(word => ({ word, score: 4 * matches(heading, word) + matches(text, word) }));
  const has = counts.filter(({ score }) => score > 0).map(({ word }) => word);
  return { score: counts.reduce((sum, { score }) => sum + score, 0), has: new Set(has) };
}

/** Scores the occurrences of a word: whole words count twice, and the total is limited to 10. */
function matches(text: string, word: string): number {
  const ends = /[\p{L}\p{N}]/u;
  let score = 0;
  for (let at = text.indexOf(word); at >= 0 && score < 10; at = text.indexOf(word, at + word.length)) {
    const isWhole = !ends.test(text.charAt(at - 1)) && !ends.test(text.charAt(at + word.length));
    score += isWhole ? 2 : 1;
  }
  return score;
}

function presentHit(
  caller: Caller,
  space: SpaceRow,
  { page, sections }: Hit,
  words: readonly string[],
): Schema<'SearchPageResult'> {
  const path = page.path ?? '';
  const url = appUrl(caller, `/spaces/${space.id}/${path}`);
  const present = (section: Section) => {
    const place = section.anchor && `#${section.anchor}`;
    const title = section.title || page.title;
    const quote = quoteFrom(section, words);
    return { id: `${page.id}${place}`, title, path: `${path}${place}`, body: quote, urls: { app: `${url}${place}` } };
  };
  return { id: page.id, title: page.title, path, sections: sections.map(present), urls: { app: url } };
}

/** Returns an excerpt of the section around the first match. */
function quoteFrom({ texts }: Section, words: readonly string[]): string {
  const isHit = (text: string) => words.some(word => foldText(text).includes(word));
  const text = (texts.find(isHit) ?? texts[0] ?? '').replace(/\s+/g, ' ').trim();
  if (text.length <= quoteLength) return text;
  const hit = indexOfFirst(text, words);
  const start = Math.max(0, hit - quoteLength / 2);
  // The excerpt starts and ends at a space if there is one.
  const firstSpace = text.indexOf(' ', start);
  const from = start === 0 || firstSpace < 0 || firstSpace >= hit ? start : firstSpace + 1;
  const to = from + quoteLength;
  const lastSpace = text.lastIndexOf(' ', to);
  const end = to >= text.length ? text.length : lastSpace > hit ? lastSpace : to;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}

/** Returns the index of the first word in a text, ignoring case and accents. */
function indexOfFirst(text: string, words: readonly string[]): number {
  const places: number[] = [];
  let foldedText = '';
  let at = 0;
  for (const letter of text) {
    const bare = foldText(letter);
    foldedText += bare;
    for (let index = 0; index < bare.length; index++) places.push(at);
    at += letter.length;
  }
  const hits = words.map(word => foldedText.indexOf(word)).filter(place => place >= 0);
  return hits.length > 0 ? (places[Math.min(...hits)] ?? 0) : 0;
}
