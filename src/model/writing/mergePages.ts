import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, type Pair, stringify, type YAMLMap } from 'yaml';
import { allBlocks } from '../../markdown/block.ts';
import { BlockJoiner, type BlockText, splitBlocks } from '../../markdown/blockTexts.ts';
import { parseBlocks } from '../../markdown/blocks.ts';
import { mergeRegions, type MergeRegion, sideToTake } from '../../markdown/mergeRegions.ts';
import { joinPage, type FrontMatter, parseFrontMatter, splitPage } from './frontMatter.ts';

/** The text of a page when the user began to edit it, as the user has edited it, and as it is now on the service. */
export interface PageVersions {
  base: string;
  mine: string;
  theirs: string;
}

/**
 * A part that both sides changed differently: blocks, or a key of the front matter. A side without the part is empty.
 */
export interface MergeConflict extends PageVersions {
  /** The zero-based line of the merged text on which the chosen version begins, or after which it is deleted. */
  line: number;
}

export interface MergedPage {
  text: string;
  conflicts: MergeConflict[];
}

/**
 * Merges two successors of one page: front matter by key, the body by block, and blocks that both changed by word. If
 * both changed the same words, the text has the version of the preferred side, and a conflict has all three.
 */
export function mergePages(versions: PageVersions, preferred: 'mine' | 'theirs' = 'mine'): MergedPage {
  const whole: MergeRegion = { base: [versions.base], one: [versions.mine], other: [versions.theirs] };
  const unchanged = sideToTake(whole);
  if (unchanged) return { text: whole[unchanged].join(''), conflicts: [] };

  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map(splitPage) as SplitPages;
  const head = mergeHeads({ base: base.head, mine: mine.head, theirs: theirs.head }, preferred);
  const body = mergeBodies({ base: base.body, mine: mine.body, theirs: theirs.body }, preferred);
  const text = joinPage({ head: head.text, body: body.text });
  const bodyLine = text.slice(0, text.length - body.text.length).split('\n').length - 1;
  return {
    text,
    conflicts: [
      ...head.conflicts,
      ...body.conflicts.map(conflict => ({ ...conflict, line: conflict.line + bodyLine })),
    ],
  };
}

type SplitPages = [ReturnType<typeof splitPage>, ReturnType<typeof splitPage>, ReturnType<typeof splitPage>];
type Heads = Record<keyof PageVersions, string | undefined>;

function mergeHeads(
  heads: Heads,
  preferred: 'mine' | 'theirs',
): { text: string | undefined; conflicts: MergeConflict[] } {
  const { base, mine, theirs } = heads;
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] };
  if (mine === base) return { text: theirs, conflicts: [] };
  try {
    const parsed = { base: parseFrontMatter(base), mine: parseFrontMatter(mine), theirs: parseFrontMatter(theirs) };
    return mergeKeys(parsed, preferred);
  } catch {
    // Invalid YAML cannot be merged by key.
    const conflict = { base: base ?? '', mine: mine ?? '', theirs: theirs ?? '', line: 0 };
    return { text: heads[preferred], conflicts: [conflict] };
  }
}

/** Copies the keys that only they changed into my front matter, which keeps its comments. */
function mergeKeys(heads: Record<keyof PageVersions, FrontMatter>, preferred: 'mine' | 'theirs') {
  const { document } = heads.mine;
  const names = new Set(Object.values(heads).flatMap(({ values }) => Object.keys(values)));
  const clashing: string[] = [];
  for (const name of names) {
    const [base, mine, theirs] = [heads.base, heads.mine, heads.theirs].map(({ values }) => values[name]);
    if (isDeepStrictEqual(mine, theirs) || isDeepStrictEqual(theirs, base)) continue;
    const isClash = !isDeepStrictEqual(mine, base);
    if (isClash) clashing.push(name);
    if (!isClash || preferred === 'theirs') takePair(document, heads.theirs.document, name);
  }
  const text =
    isMap(document.contents) && document.contents.items.length > 0 ? document.toString({ lineWidth: 0 }) : '';
  const merged = text === '' ? undefined : text;
  const { lineOf } = parseFrontMatter(merged);
  const textIn = ({ values }: FrontMatter, name: string) =>
    Object.hasOwn(values, name) ? stringify({ [name]: values[name] }, { lineWidth: 0 }) : '';
  const conflicts = clashing.map(name => ({
    base: textIn(heads.base, name),
    mine: textIn(heads.mine, name),
    theirs: textIn(heads.theirs, name),
    line: lineOf(name),
  }));
  return { text: merged, conflicts };
}

/** Copies a key from another document, or deletes it if that document does not have it. */
function takePair(document: Document, source: Document, name: string): void {
  const pair = pairOf(source, name);
  if (!pair) {
    document.delete(name);
    return;
  }
  if (!isMap(document.contents)) document.contents = document.createNode({});
  const { items } = document.contents as YAMLMap;
  const index = items.findIndex(item => isNamed(item, name));
  items.splice(index < 0 ? items.length : index, index < 0 ? 0 : 1, pair);
}

function pairOf({ contents }: Document, name: string): Pair | undefined {
  return isMap(contents) ? contents.items.find(item => isNamed(item, name)) : undefined;
}

function isNamed({ key }: Pair, name: string): boolean {
  return isScalar(key) && String(key.value) === name;
}

function mergeBodies(bodies: PageVersions, preferred: 'mine' | 'theirs'): MergedPage {
  const blocks = { base: splitBlocks(bodies.base), one: splitBlocks(bodies.mine), other: splitBlocks(bodies.theirs) };
  const joiner = new BlockJoiner([blocks.base, blocks.other, blocks.one]);
  const textsOf = (all: readonly BlockText[]) => all.map(({ text }) => text);
  const texts = { base: textsOf(blocks.base), one: textsOf(blocks.one), other: textsOf(blocks.other) };
  const merged = mergeRegions(texts).flatMap(region => mergeBlocks(region, { joiner, preferred }));
  const filled = merged.filter(({ text }) => text !== '');
  const text = joiner.join(filled.map(({ text }) => text));
  const [end = ''] = /\s*$/.exec(bodies.mine || bodies.theirs) ?? [];
  return { text: text + (text === '' ? '' : end), conflicts: conflictsIn(merged, joiner) };
}

/** Some blocks of the merged page, as one text. */
interface MergedBlocks {
  text: string;
  conflict?: PageVersions;
}

interface MergeContext {
  joiner: BlockJoiner;
  preferred: 'mine' | 'theirs';
}

function mergeBlocks(region: MergeRegion, context: MergeContext): MergedBlocks[] {
  const side = sideToTake(region);
  if (side) return region[side].map(text => ({ text }));
  const { base, one, other } = region;
  const isPairwise = base.length === one.length && base.length === other.length;
  if (isPairwise && base.length > 1) {
    return base.flatMap((block, index) =>
      mergeBlocks({ base: [block], one: [one[index] ?? ''], other: [other[index] ?? ''] }, context),
    );
  }
  const [was, mine, theirs] = [base, one, other].map(texts => context.joiner.join(texts)) as [string, string, string];
  const text = mergeWords(was, mine, theirs);
  if (text !== undefined) return [{ text }];
  const conflict = { base: was, mine, theirs };
  return [{ text: conflict[context.preferred], conflict }];
}

/** Merges two versions of a text by word, of code by line. Returns undefined if both changed the same ones. */
function mergeWords(base: string, one: string, other: string): string | undefined {
  const isCode = allBlocks(parseBlocks(base)).some(({ type }) => type === 'code' || type === 'math');
  const wordsOf = (text: string) => text.split(isCode ? /(\n)/ : /(\s+|<[^<>]+>)/).filter(word => word !== '');
  const regions = mergeRegions({ base: wordsOf(base), one: wordsOf(one), other: wordsOf(other) });
  const words = regions.map(region => {
    const side = sideToTake(region);
    return side && region[side].join('');
  });
  return words.includes(undefined) ? undefined : words.join('');
}

function conflictsIn(merged: readonly MergedBlocks[], joiner: BlockJoiner): MergeConflict[] {
  const conflicts: MergeConflict[] = [];
  // The blocks above, and the line on which they end.
  let above: string | undefined;
  let end = 0;
  for (const { text, conflict } of merged) {
    const isDeleted = text === '';
    const start = isDeleted || above === undefined ? end : end + joiner.gapBetween(above, text) + 1;
    if (conflict) conflicts.push({ ...conflict, line: start });
    if (isDeleted) continue;
    above = text;
    end = start + text.split('\n').length - 1;
  }
  return conflicts;
}
