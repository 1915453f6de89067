import { LineCounter, parseDocument, visit } from 'yaml';

/** A part of a YAML text that could not be read, or whose meaning is ambiguous. */
export interface YamlProblem {
  /** Zero-based line number in the text. */
  line: number;
  /** The path of the key: `structure.summary`; empty if the line has no key. */
  key: string;
  /** The predicate of a sentence whose subject is the key: `is set twice`. */
  reason: string;
}

export interface LenientYaml {
  values: Record<string, unknown>;
  problems: YamlProblem[];
  /** The source texts of the keys that could not be read, by key. */
  unread?: Record<string, string>;
}

/**
 * Reads a hand-written YAML mapping; a key that cannot be read is reported and does not affect the others. Accepts
 * invisible characters at the ends of lines, tabs as indentation and CRLF.
 */
export function readLenientYaml(text: string): LenientYaml {
  return readMapping(normalizeLines(text), { line: 0, path: '' });
}

interface Position {
  line: number;
  path: string;
}

function readMapping(text: string, { line, path }: Position): LenientYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0) return readKeyByKey(text, { line, path });
  const problems: YamlProblem[] = [];
  visit(document, {
    Map(_, map, ancestors) {
      const names = new Set<string>();
      for (const { key } of map.items) {
        const [start = 0] = (key as { range?: number[] } | null)?.range ?? [];
        const name = String(key);
        const keys = ancestors.flatMap(node => ('key' in Object(node) ? [String((node as { key: unknown }).key)] : []));
        const problem = { line: line + lines.linePos(start).line - 1, key: joinPath(path, ...keys, name) };
        if (names.has(name)) problems.push({ ...problem, reason: 'is set twice; the last value counts' });
        names.add(name);
      }
    },
  });
  // An alias can multiply the value of its anchor, so the number of aliases is limited.
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (value === null || value === undefined) return { values: {}, problems };
  if (isRecord(value)) return { values: value, problems };
  return { values: {}, problems: [...problems, { line, key: path, reason: 'was left out: it has no keys' }] };
}

/** Reads each key separately, so that a broken one does not affect the others. */
function readKeyByKey(text: string, { line, path }: Position): LenientYaml {
  const values: Record<string, unknown> = {};
  const unread: Record<string, string> = {};
  const problems: YamlProblem[] = [];
  for (const part of partsOf(text)) {
    const at = line + part.line;
    const key = joinPath(path, part.key);
    if (part.key === '') {
      const reason = `line '${part.text.trim().slice(0, 40)}' was left out: it is no YAML`;
      problems.push({ line: at, key: path, reason });
      continue;
    }
    const isRepeated = Object.hasOwn(values, part.key);
    if (isRepeated) problems.push({ line: at, key, reason: 'is set twice; the last value counts' });
    const document = parseDocument(part.text, { logLevel: 'silent' });
    const value: unknown = document.errors.length === 0 ? document.toJS({ maxAliasCount: 100 }) : undefined;
    if (isRecord(value)) Object.assign(values, value);
    else if (part.rest === '' && part.body.trim() !== '') {
      const inner = readMapping(dedented(part.body), { line: at + 1, path: key });
      values[part.key] = inner.values;
      problems.push(...inner.problems);
    } else if (/^[\p{L}\p{N}_.\/\\<(]/u.test(part.rest) && part.body.trim() === '') {
      values[part.key] = part.rest;
      problems.push({ line: at, key, reason: 'is no YAML and is read as plain text; put it in quotes' });
    } else {
      unread[part.key] = `${part.rest}\n${part.body}`.trim();
      problems.push({ line: at, key, reason: 'was left out: its value is no YAML' });
    }
  }
  return { values, problems, unread };
}

interface Part {
  line: number;
  key: string;
  /** The text after the colon, on the line of the key. */
  rest: string;
  /** The lines below the key. */
  body: string;
  text: string;
}

/** Splits a mapping into its keys, each with the lines indented below it. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const [line, content] of text.split('\n').entries()) {
    const last = parts.at(-1);
    const [, key, rest = ''] = /^(["']?[\w@][\w .@-]*?["']?)[ ]*:(?:[ ]+(.*))?$/.exec(content) ?? [];
    if (key !== undefined)
      parts.push({ line, key: key.replace(/["']/g, ''), rest: rest.trim(), body: '', text: content });
    else if (/^(?:\s|$|#|- |-$)/.test(content)) {
      if (last) last.body += `${content}\n`;
      if (last) last.text += `\n${content}`;
    } else parts.push({ line, key: '', rest: '', body: '', text: content });
  }
  return parts;
}

function dedented(text: string): string {
  const indents = [...text.matchAll(/^( *)[^\s#]/gm)].map(([, indent = '']) => indent.length);
  const minIndent = Math.min(...indents);
  return Number.isFinite(minIndent) ? text.replace(new RegExp(`^ {${minIndent}}`, 'gm'), '') : text;
}

/** Removes invisible characters at both ends of lines, and writes indentation with spaces. */
function normalizeLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^[\t \u00a0\u200b\u2060\ufeff]+/gm, indent =>
      indent
        .replace(/\t/g, '  ')
        .replace(/\u00a0/g, ' ')
        .replace(/[^ ]/g, ''),
    )
    .replace(/[\t \u00a0\u200b\u2060\ufeff]+$/gm, '');
}

function joinPath(...names: readonly string[]): string {
  return names.filter(name => name !== '').join('.');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
