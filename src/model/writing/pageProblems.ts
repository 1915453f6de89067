import { posix } from 'node:path';
import { t } from '@vscode/l10n';
import { decodeAnchor } from '../../markdown/anchors.ts';
import { assetNameIn } from '../../markdown/assetNames.ts';
import type { Block } from '../../markdown/block.ts';
import { parseBlocksResumable } from '../../markdown/blocks.ts';
import { type Destination, findDestinations, isAddress } from '../../markdown/destinations.ts';
import { type Heading, headingsIn } from '../../markdown/headings.ts';
import { createMissingAnchorTest } from '../../markdown/missingAnchors.ts';
import type { Resumable } from '../../markdown/resumable.ts';
import { findTagProblems, type TextFix } from '../../markdown/tagProblems.ts';
import type { FileLayout, PageEntry, PageLayout } from '../content/layout.ts';
import { decodeUriPart, findLinkedPage, linkedPath } from '../content/references.ts';
import { findSettingProblems, type SettingProblem } from './settingProblems.ts';

/** Something in the text of a page that the service refuses or shows as text, or that leads nowhere. */
export interface PageProblem {
  /** Offsets in the text. */
  start: number;
  end: number;
  message: string;
  /** A warning if undefined. */
  severity?: SettingProblem['severity'];
  fixes: readonly TextFix[];
}

/** The pages and files that links of a page can lead to. */
export interface LinkTargets {
  /** The path of the page. */
  path: string;
  title: string;
  pages: PageLayout;
  /** Undefined if the files are unknown; links to files are not reported then. */
  files: FileLayout | undefined;
  /** The names of inserted files that are uploaded with the save. */
  unsentFiles?: ReadonlySet<string> | undefined;
}

/** Maximum number of links that are reported for a page. */
const maxLinks = 100;
const maxFixes = 3;

/**
 * Finds problems in the text of a page, in resumable steps. Only certain problems are reported: a path without `.md`
 * may be an address of the published site, and a folder of another tool may contain any file.
 */
export function* findPageProblems(text: string, targets?: LinkTargets): Resumable<PageProblem[]> {
  const ofTags = findTagProblems(text).map(({ fix, ...problem }) => ({ ...problem, fixes: fix ? [fix] : [] }));
  yield;
  const ofBlocks = [...findSettingProblems(text), ...ofTags];
  if (!targets) return ofBlocks;
  const blocks = yield* parseBlocksResumable(text);
  const links = (yield* findDestinations(text, blocks)).filter(({ target }) => !isAddress(target));
  const problems: PageProblem[] = [];
  let headings: Headings | undefined;
  for (const link of links) {
    if (problems.length >= maxLinks) break;
    const isOwnAnchor = link.form === '' && link.anchor !== undefined;
    if (isOwnAnchor) headings ??= readHeadings(text, targets.title, blocks);
    const problem = isOwnAnchor && headings ? missingHeading(text, link, headings) : brokenLink(text, link, targets);
    if (problem) problems.push(problem);
    yield;
  }
  return [...ofBlocks, ...problems].sort((one, other) => one.start - other.start);
}

interface Headings {
  isMissing: (anchor: string) => boolean;
  all: readonly Heading[];
}

function readHeadings(text: string, title: string, blocks: Block[]): Headings {
  return { isMissing: createMissingAnchorTest(text, title, blocks), all: headingsIn(blocks) };
}

/** Returns the offsets of a link target without the angle brackets around it. */
function spanOf(text: string, { start, end }: Destination): { start: number; end: number } {
  return text[start] === '<' ? { start: start + 1, end: end - 1 } : { start, end };
}

function missingHeading(text: string, link: Destination, { isMissing, all }: Headings): PageProblem | undefined {
  const { anchor = '' } = link;
  if (!isMissing(anchor)) return undefined;
  const span = spanOf(text, link);
  const scored = bestMatches(all, decodeAnchor(anchor), ({ title, anchor }) => `${title} ${anchor}`);
  const fixes = scored.map(({ title, anchor }) => ({ ...span, title: t`Link to "${title}"`, text: `#${anchor}` }));
  return { ...span, message: t`This page has no heading "#${anchor}".`, fixes };
}

function brokenLink(text: string, link: Destination, targets: LinkTargets): PageProblem | undefined {
  const { target, form } = link;
  const written = form.replace(/^</, '');
  const span = spanOf(text, link);
  const source = text.slice(span.start, span.end);
  const [, kind, id = ''] = /^\/(files|pages)\/([^/?#]+)\/?$/.exec(written) ?? [];
  if (kind === 'files' || linkedPath(written, targets.path)?.startsWith('.assets/')) {
    if (targets.unsentFiles?.has(assetNameIn(target) ?? '')) return undefined;
    if (!targets.files || isFile(targets.files, written, decodeUriPart(id), targets.path)) return undefined;
    return { ...span, message: t`The file "${source}" does not exist.`, fixes: [] };
  }
  const isPage = kind === 'pages' || target.startsWith('broken-reference') || /^[^?]*\.md$/i.test(written);
  // A path from the root may be an address of the published site.
  if (!isPage || (kind !== 'pages' && written.startsWith('/'))) return undefined;
  if (findLinkedPage(written, targets.path, targets.pages) || isSlugPath(id, targets.pages)) return undefined;
  const message = t`The page "${source}" does not exist. Readers see plain text instead of a link.`;
  return { ...span, message, fixes: fixesOf(span, written, targets) };
}

function isFile({ byId, byPath }: FileLayout, written: string, id: string, from: string): boolean {
  return byId.has(id) || byPath.has(linkedPath(written, from) ?? '');
}

/** Returns true if the part after `/pages/` is the path of a page instead of its ID. */
function isSlugPath(id: string, { byPath }: PageLayout): boolean {
  const path = decodeUriPart(id);
  return id !== '' && (byPath.has(`${path}.md`) || byPath.has(`${path}/README.md`));
}

function fixesOf(span: { start: number; end: number }, written: string, { path, pages }: LinkTargets): TextFix[] {
  const others = [...pages.byId.values()].filter(entry => entry.path !== path);
  const words = (entry: PageEntry) => `${entry.path.replace(/(?:\/?README)?\.md$/, '')} ${entry.page.title}`;
  const matches = bestMatches(others, lastPartOf(written), words);
  return matches.map(entry => {
    const relative = posix.relative(posix.dirname(path), entry.path);
    return {
      ...span,
      title: t`Link to "${entry.page.title}"`,
      text: relative.split('/').map(encodeURIComponent).join('/'),
    };
  });
}

/** Returns the part of a path that names a page. */
function lastPartOf(written: string): string {
  const parts = decodeUriPart(written)
    .replace(/(?:\/?README)?\.md$/i, '')
    .split('/');
  return parts.findLast(part => part !== '' && !/^\.+$/.test(part)) ?? '';
}

/** Returns the items that contain most of the words in a name, the best first. */
function bestMatches<T>(all: readonly T[], name: string, wordsIn: (one: T) => string): T[] {
  const sought = wordsOf(name);
  const scored = all.map(one => {
    const known = new Set(wordsOf(wordsIn(one)));
    return { one, score: sought.filter(word => known.has(word)).length };
  });
  const matching = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
  return matching.slice(0, maxFixes).map(({ one }) => one);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
