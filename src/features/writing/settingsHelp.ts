import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isPageOfChangeRequest } from '../../model/content/address.ts';
import { hoverOf } from '../../ui/hover.ts';
import type { PageSetting } from '../../model/writing/pageSettings.ts';
import { settingAt } from '../../model/writing/pageSettings.ts';
import { linesOfHead, settingKeyAt, settingPositionAt, settingsToOffer } from '../../model/writing/settingPositions.ts';

/** Completes the keys and values of front matter; undefined outside front matter. */
export function completeSettings(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
): vscode.CompletionItem[] | undefined {
  const lines = headLinesOf(document);
  const head = linesOfHead(lines);
  const [first = ''] = lines;
  if (!head && line === 0 && /^-{0,3}$/.test(first)) return [newFrontMatter(first)];
  if (!head || line < head.start || line >= head.end) return undefined;
  const position = settingPositionAt(lines, line, character);
  if (!position) return [];
  const range = new vscode.Range(line, position.start, line, character);
  if (position.kind === 'value') {
    return (settingAt(position.path)?.values ?? []).map(value => {
      const item = new vscode.CompletionItem(value, vscode.CompletionItemKind.Value);
      return Object.assign(item, { range });
    });
  }
  return settingsToOffer(position).map(([key, setting], index) => {
    const item = new vscode.CompletionItem(key, vscode.CompletionItemKind.Property);
    const insertText = new vscode.SnippetString(`${key}:${snippetOf(setting)}`);
    const documentation = setting.description;
    const sortText = String(index).padStart(3, '0');
    return Object.assign(item, { range, insertText, documentation, sortText });
  });
}

/** The keys whose values are pictures: `cover` takes one picture, or one for each colour mode. */
const pictureKeys = new Set(['cover', 'coverDark', 'cover.light', 'cover.dark']);

/** Returns the range of the picture value at the cursor in front matter; undefined elsewhere. */
export function pictureRangeAt(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
): vscode.Range | undefined {
  const position = settingPositionAt(headLinesOf(document), line, character);
  if (position?.kind !== 'value' || !pictureKeys.has(position.path.join('.'))) return undefined;
  return new vscode.Range(line, position.start, line, character);
}

function newFrontMatter(typed: string): vscode.CompletionItem {
  const item = new vscode.CompletionItem(t('Front Matter'), vscode.CompletionItemKind.Snippet);
  const insertText = new vscode.SnippetString('---\n${1:description}: $2\n---\n\n$0');
  const range = new vscode.Range(0, 0, 0, typed.length);
  return Object.assign(item, { range, insertText, filterText: '---', detail: t('Settings of this page') });
}

/** Returns a hover for the front matter key at a position. */
export function hoverOfSetting(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
): ReturnType<typeof hoverOf> | undefined {
  if (!isPageOfChangeRequest(document.uri)) return undefined;
  const key = settingKeyAt(headLinesOf(document), line, character);
  if (!key) return undefined;
  const { setting, path, start, end } = key;
  const values = setting.values && t`Values: ${setting.values.join(', ')}`;
  return hoverOf(new vscode.Range(line, start, line, end), path.join('.'), [setting.description, values]);
}

/**
 * Maximum number of lines that are searched for front matter. Front matter is short, and the rest of a long page need
 * not be read with each key press.
 */
const maxLines = 500;

function headLinesOf(document: vscode.TextDocument): string[] {
  const count = Math.min(document.lineCount, maxLines);
  return Array.from({ length: count }, (_, line) => document.lineAt(line).text);
}

function snippetOf({ type, values }: PageSetting): string {
  if (type === 'mapping') return '\n  $0';
  if (type === 'visibility') return '\n  visible: ${1|false,true|}';
  if (type === 'texts') return '\n  - $0';
  return values ? ` \${1|${values.toReversed().join(',')}|}` : ' $0';
}
