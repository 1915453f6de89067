import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { tEscaped } from '../../api/escape.ts';
import type { Block } from '../../markdown/block.ts';
import { splitBlocks } from '../../markdown/blockTexts.ts';
import { excerptAroundChange, withVisibleControls } from '../../markdown/lineDifference.ts';
import { allChanges, type BlockChange, hasOnlyInvisibleChanges } from '../../markdown/review/change.ts';
import { comparePages } from '../../markdown/review/compare.ts';
import type { PageContext } from '../../markdown/review/context.ts';
import { plainTitleInText } from '../../markdown/titleInText.ts';
import { FrontMatterError, type PageParts, parseFrontMatter, splitPage } from './frontMatter.ts';

/** The text of a page before an edit, as it was sent, and as the service returns it afterwards. */
export interface SavedTexts {
  base: string;
  sent: string;
  stored: string;
}

/** A block, or a key of the front matter, that the service has stored differently from how it was sent. */
export interface StoredDifference {
  kind: 'changed' | 'added' | 'removed' | 'moved' | 'setting';
  /** The block or value as it was sent; empty if the service added it. */
  sent: string;
  /** The block or value as it is stored; empty if the service removed it. */
  stored: string;
  /**
   * The zero-based line of the stored text where the block or value begins. For a removed block, the end of the block
   * before it.
   */
  line: number;
  /** True if the user had not changed the block or value. */
  isUntouched: boolean;
}

/**
 * Returns the visible changes that the service made to a saved text. Different spellings of a link are equal if
 * `meaningOf` returns the same value for both targets.
 */
export function storedDifferences(texts: SavedTexts, meaningOf?: PageContext['meaningOf']): StoredDifference[] {
  const [base, sent, stored] = [texts.base, texts.sent, texts.stored].map(splitPage) as [
    PageParts,
    PageParts,
    PageParts,
  ];
  return [
    ...settingDifferences({ base, sent, stored }, meaningOf),
    ...blockDifferences(texts, { base, sent, stored }, meaningOf),
  ];
}

/** Describes what was sent and what is stored in a sentence, shortened to the difference. */
export function describeDifference({ line, sent, stored }: StoredDifference): string {
  const [before, after] = excerptAroundChange(
    withVisibleControls(sent.trim()),
    withVisibleControls(stored.trim()),
    120,
  );
  if (!after) return tEscaped`In line ${line + 1}, this is missing: "${before}"`;
  if (!before) return tEscaped`In line ${line + 1}, this was added: "${after}"`;
  return tEscaped`In line ${line + 1}, "${before}" became "${after}"`;
}

type SavedParts = Record<keyof SavedTexts, PageParts>;

function blockDifferences(texts: SavedTexts, { base, sent, stored }: SavedParts, meaningOf: PageContext['meaningOf']) {
  if (sent.body.trim() === stored.body.trim()) return [];
  const context = meaningOf && { meaningOf };
  const changes = comparePages({ markdown: sent.body, context }, { markdown: stored.body, context });
  const untouched = new Set(splitBlocks(base.body).map(({ text }) => text));
  const [sentLines, storedLines] = [sent.body.split('\n'), stored.body.split('\n')];
  const bodyLine = texts.stored.split('\n').length - storedLines.length;
  let lastLine = 0;
  return changes.flatMap((change): StoredDifference[] => {
    const line = change.after?.start ?? lastLine;
    lastLine = change.after?.end ?? lastLine;
    if (change.kind === 'same' || change.kind === 'moved-away' || isSpelledOtherwise(change)) return [];
    const sentText = textOf(change.before, sentLines);
    const isUntouched = change.before === undefined || untouched.has(sentText);
    return [
      {
        kind: change.kind,
        sent: sentText,
        stored: textOf(change.after, storedLines),
        line: bodyLine + line,
        isUntouched,
      },
    ];
  });
}

function isSpelledOtherwise(change: BlockChange): boolean {
  return allChanges([change]).every(one => one.kind === 'same' || hasOnlyInvisibleChanges(one));
}

function textOf(block: Block | undefined, lines: readonly string[]): string {
  return block ? lines.slice(block.start, block.end + 1).join('\n') : '';
}

/** Compares front matter key by key. */
function settingDifferences(
  { base, sent, stored }: SavedParts,
  meaningOf: PageContext['meaningOf'],
): StoredDifference[] {
  if (base.head === undefined && sent.head === undefined && stored.head === undefined) return [];
  const [was, is, now] = [base, sent, stored].map(parts => settingsOf(parts, meaningOf)) as [
    Settings,
    Settings,
    Settings,
  ];
  // A page whose text has no title keeps its title.
  const isShown = (name: string) => name !== 'title' || (is[name] !== undefined && now[name] !== undefined);
  const names = new Set([...Object.keys(is), ...Object.keys(now)].filter(isShown));
  const lost = [...names].filter(name => !isDeepStrictEqual(is[name], now[name]));
  return lost.map(name => ({
    kind: 'setting',
    sent: textOfSetting(name, is[name]),
    stored: textOfSetting(name, now[name]),
    line: lineOfSetting(stored, name),
    isUntouched: isDeepStrictEqual(was[name], is[name]),
  }));
}

type Settings = Record<string, unknown>;

/** Returns settings for comparison: unset ones equal the default. */
function settingsOf({ head, body }: PageParts, meaningOf: PageContext['meaningOf']): Settings {
  const { title, slug: unshownSlug, ...values } = valuesOf(head);
  const addresses = ['cover', 'coverDark'].flatMap(name => {
    const address = values[name];
    return typeof address === 'string' ? [[name, meaningOf?.(address) ?? address]] : [];
  });
  const settings = { title: title ?? plainTitleInText(body), ...values, ...Object.fromEntries(addresses) };
  const others = Object.entries(settings).filter(([, value]) => value !== false);
  return { ...(withoutDefaults(Object.fromEntries(others)) as Settings | undefined) };
}

function valuesOf(head: string | undefined): Settings {
  try {
    return { ...parseFrontMatter(head).values };
  } catch (error) {
    if (error instanceof FrontMatterError) return {};
    throw error;
  }
}

/** Returns a value without defaults, such as `null`, an empty text or `visible: true`. */
function withoutDefaults(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || undefined;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const set: unknown = name === 'visible' && member === true ? undefined : withoutDefaults(member);
    return set === undefined ? [] : [[name, set]];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

function textOfSetting(name: string, value: unknown): string {
  return value === undefined ? '' : stringify({ [name]: value }, { lineWidth: 0 });
}

function lineOfSetting({ head }: PageParts, name: string): number {
  if (head === undefined) return 0;
  try {
    return parseFrontMatter(head).lineOf(name);
  } catch (error) {
    if (error instanceof FrontMatterError) return error.line;
    throw error;
  }
}
