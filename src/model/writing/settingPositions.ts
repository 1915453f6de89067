import { pageSettings, type PageSetting, settingAt } from './pageSettings.ts';

/** The position of the cursor in front matter: in a key, or in its value. */
export interface SettingPosition {
  kind: 'key' | 'value';
  /** The keys above and, if the cursor is in a value, the key of the value. */
  path: string[];
  /** The character at which the key or value at the cursor begins. */
  start: number;
  indent: number;
  /** The other keys in the same mapping. */
  siblings: Set<string>;
}

const keyLine = /^(?<indent> *)(?<key>[\w-]+)[ \t]*:(?:[ \t]+(?<value>.*))?$/;

/**
 * Returns the range of lines between the fences of front matter, even while its keys are being typed; undefined if
 * there is none.
 */
export function linesOfHead(lines: readonly string[]): { start: number; end: number } | undefined {
  if (!/^---[ \t]*$/.test(lines[0] ?? '')) return undefined;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (end < 0) return undefined;
  // A page without front matter may begin with a divider and contain another one.
  const firstLine = lines.slice(1, end).find(line => line.trim() !== '') ?? '';
  return /^(?:[\w-]*[ \t]*(?::|$)|#)/.test(firstLine) ? { start: 1, end } : undefined;
}

/** Returns the setting at the cursor; undefined outside front matter, and in text that is no key or plain value. */
export function settingPositionAt(
  lines: readonly string[],
  line: number,
  character: number,
): SettingPosition | undefined {
  const head = linesOfHead(lines);
  if (!head || line < head.start || line >= head.end) return undefined;
  const before = (lines[line] ?? '').slice(0, character);
  const typed = /^( *)([\w-]*)$/.exec(before);
  const indent = /^ */.exec(before)?.[0].length ?? 0;
  const above = keysAbove(lines, line, indent, head.start);
  const siblings = siblingsOf(lines, line, indent, head);
  if (typed) return { kind: 'key', path: above, start: indent, indent, siblings };
  const value = /^ *([\w-]+)[ \t]*:[ \t]+([^\s"'#[\]{}|>]*)$/.exec(before);
  if (!value) return undefined;
  const [, key = '', written = ''] = value;
  return { kind: 'value', path: [...above, key], start: character - written.length, indent, siblings };
}

/** A key at a position in front matter. */
export interface SettingAtPosition {
  setting: PageSetting;
  path: string[];
  start: number;
  end: number;
}

/** Returns the known key at a position; undefined if there is none. */
export function settingKeyAt(lines: readonly string[], line: number, character: number): SettingAtPosition | undefined {
  const head = linesOfHead(lines);
  const { indent = '', key } = keyLine.exec(lines[line] ?? '')?.groups ?? {};
  if (!head || line < head.start || line >= head.end || key === undefined) return undefined;
  const [start, end] = [indent.length, indent.length + key.length];
  if (character < start || character > end) return undefined;
  const path = [...keysAbove(lines, line, start, head.start), key];
  const setting = settingAt(path);
  return setting && { setting, path, start, end };
}

/** Returns the keys that a mapping may have and does not have yet. */
export function settingsToOffer({ path, siblings }: SettingPosition): [key: string, setting: PageSetting][] {
  const members = path.length === 0 ? pageSettings : settingAt(path)?.members;
  // `variables` is another name of `vars`.
  return [...(members ?? [])].filter(([key]) => !siblings.has(key) && (path.length > 0 || key !== 'variables'));
}

/** Returns the keys of the mappings that contain a line, outermost first. */
function keysAbove(lines: readonly string[], line: number, indent: number, first: number): string[] {
  const keys: string[] = [];
  let depth = indent;
  for (let index = line - 1; index >= first && depth > 0; index--) {
    const { indent: outer = '', key } = keyLine.exec(lines[index] ?? '')?.groups ?? {};
    if (key === undefined || outer.length >= depth) continue;
    keys.unshift(key);
    depth = outer.length;
  }
  return keys;
}

/** Returns the other keys of the mapping that contains a line. */
function siblingsOf(
  lines: readonly string[],
  line: number,
  indent: number,
  head: { start: number; end: number },
): Set<string> {
  const keys = new Set<string>();
  for (const step of [-1, 1]) {
    for (let index = line + step; index >= head.start && index < head.end; index += step) {
      const text = lines[index] ?? '';
      const depth = /^ */.exec(text)?.[0].length ?? 0;
      if (text.trim() !== '' && depth < indent) break;
      const key = keyLine.exec(text)?.groups?.['key'];
      if (key !== undefined && depth === indent) keys.add(key);
    }
  }
  return keys;
}
