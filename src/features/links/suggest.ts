import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { PageEntry } from '../../model/content/layout.ts';
import type { PreparedComment } from '../../model/discussions/draft.ts';
import { markTrusted } from '../../ui/trusted.ts';
import { pick } from '../../ui/prompts.ts';
import { showLine } from '../opening/openPage.ts';
import type { BrokenLink } from './brokenLink.ts';
import { brokenLinkDiagnosticsOf } from './brokenLinkDiagnostics.ts';

/** Returns the finding that a command was called on. Throws a Failure if it is no longer listed. */
export function requireBrokenLink(app: App, target: unknown): BrokenLink {
  const finding = brokenLinkDiagnosticsOf(app).get(target);
  if (finding) return finding;
  throw new Failure(t('That link is not listed any more. Look for broken links again to see which there are.'));
}

export async function openBrokenLink({ uri, range }: BrokenLink): Promise<void> {
  await showLine(uri, range.start.line);
}

/** Prepares a comment that describes the problem, for the user to review and send. */
export async function prepareBrokenLinkComment(finding: BrokenLink): Promise<void> {
  await prepareComment(finding, problemText(finding));
}

/** Prepares a comment that suggests a page, which the user picks. Pages with similar names come first. */
export async function suggestReplacementPage(app: App, finding: BrokenLink): Promise<void> {
  const { byId } = await (await app.content.snapshot(finding.place)).pages();
  const others = [...byId.values()].filter(({ page }) => page.id !== finding.entry.page.id);
  const ranked = others
    .map(entry => ({ entry, score: nameSimilarity(entry, finding.name) }))
    .sort((one, other) => other.score - one.score);
  const choices = ranked.map(({ entry, score }) => ({
    label: entry.page.title,
    description: entry.path,
    iconPath: new vscode.ThemeIcon(score > 0 ? 'lightbulb' : 'markdown'),
    value: entry,
  }));
  const prompt = {
    title: tEscaped`Instead of ${finding.name}`,
    placeHolder: t('Which page was meant?'),
    empty: t('No other pages'),
  };
  const { page, path } = await pick(prompt, choices);
  await prepareComment(finding, `${problemText(finding)} Perhaps “${escapeLine(page.title)}” is meant: ${code(path)}`);
}

function problemText({ name, problem }: BrokenLink): string {
  if (problem === 'heading') return `The link to ${code(name)} leads to no heading of the page.`;
  if (problem === 'spec') return `The organization has no such OpenAPI spec: ${code(name)}.`;
  return name ? `The link to ${code(name)} leads nowhere.` : 'A link here leads nowhere.';
}

/** Formats untrusted text as inline code, so that it cannot contain other Markdown. */
function code(text: string): string {
  return `\`${escapeLine(text).replaceAll('`', "'")}\``;
}

async function prepareComment({ uri, range }: BrokenLink, text: string): Promise<void> {
  await showLine(uri, range.start.line);
  const prepared: PreparedComment = markTrusted({ uri, line: range.start.line, text });
  await vscode.commands.executeCommand('marginalia.comment.prepare', prepared);
}

/**
 * Counts the words of a broken path that also occur in the path or title of a page. Words of the last segment count
 * most.
 */
export function nameSimilarity({ page, path }: PageEntry, name: string): number {
  const [written = ''] = name.split(/[?#]/);
  const parts = written
    .replace(/(?:\/?README)?\.md$|\/$/i, '')
    .split('/')
    .filter(part => !/^\.*$/.test(part));
  const pageWords = new Set(wordsOf(`${path.replace(/(?:\/?README)?\.md$/, '')} ${page.title}`));
  return parts.reduce((sum, part, index) => {
    const weight = index === parts.length - 1 ? 10 : 1;
    return sum + weight * wordsOf(part).filter(word => pageWords.has(word)).length;
  }, 0);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
