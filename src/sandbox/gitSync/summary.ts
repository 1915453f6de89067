import { plainText } from '../../markdown/plainText.ts';
import { deepestLevel } from '../content/pageTree.ts';

/** An entry of `SUMMARY.md`. */
export interface SummaryEntry {
  /** One-based line number. */
  line: number;
  title: string;
  /** The decoded target of the link; undefined for a group. */
  target: string | undefined;
  /** The source of computed pages in YAML. Git Sync writes it in a fence in place of a link. */
  computed?: string;
  /** True if the entry exceeded the depth limit of pages and was moved up. */
  isRaised?: boolean;
  entries: SummaryEntry[];
}

/** Parses the order, nesting and titles of pages. Headings below the first level are groups. */
export function parseSummary(markdown: string): SummaryEntry[] {
  const root: SummaryEntry[] = [];
  let group: SummaryEntry | undefined;
  const open: { indent: number; entry: SummaryEntry }[] = [];
  let fenced: Fenced | undefined;
  for (const [index, text] of markdown.split(/\r?\n/).entries()) {
    if (fenced) {
      fenced = fencedLine(fenced, text);
      continue;
    }
    // A thematic break or an empty heading ends a group; later entries are at the top level again.
    if (/^ {0,3}(?:#{2,6}|([*_-])(?:[ \t]*\1){2,})[ \t]*$/.test(text)) {
      group = undefined;
      open.length = 0;
      continue;
    }
    const heading = /^(#{2,6})\s+(.+?)\s*#*$/.exec(text);
    if (heading) {
      group = { line: index + 1, title: plainText(heading[2] ?? ''), target: undefined, entries: [] };
      root.push(group);
      open.length = 0;
      continue;
    }
    const item = /^(\s*)(?:[-*+]|\d+[.)])\s+(.+?)\s*$/.exec(text);
    if (!item) continue;
    const indent = (item[1] ?? '').replaceAll('\t', '    ').length;
    const fence = /^(?:`{3,}|~{3,})/.exec(item[2] ?? '')?.[0];
    const link = fence ? { title: '', target: undefined, computed: '' } : parseLink(item[2] ?? '');
    const entry: SummaryEntry = { line: index + 1, ...link, entries: [] };
    if (fence) fenced = { fence, indent: text.indexOf(fence), entry };
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    entry.isRaised = open.length + (group ? 1 : 0) >= deepestLevel;
    if (entry.isRaised) open.pop();
    (open.at(-1)?.entry ?? group)?.entries.push(entry);
    if (!open.length && !group) root.push(entry);
    open.push({ indent, entry });
  }
  return root;
}

/** An entry whose fence is still open. */
interface Fenced {
  fence: string;
  indent: number;
  entry: SummaryEntry;
}

function fencedLine(fenced: Fenced, line: string): Fenced | undefined {
  const { fence, indent, entry } = fenced;
  if (line.trim() === fence) return undefined;
  const margin = /^\s*/.exec(line)?.[0].length ?? 0;
  entry.computed += `${line.slice(Math.min(margin, indent))}\n`;
  return fenced;
}

/** Parses `[title](target)`; titles may contain brackets and escapes, targets parentheses, escapes or `<…>`. */
function parseLink(text: string): { title: string; target: string | undefined } {
  const end = text.startsWith('[') ? closing(text, 0, '[', ']') : -1;
  if (end < 0 || text[end + 1] !== '(') return { title: plainText(text), target: undefined };
  const title = plainText(text.slice(1, end));
  const close = closing(text, end + 1, '(', ')');
  const inner = text.slice(end + 2, close < 0 ? undefined : close).trim();
  const bracketed = /^<(.*?)>/.exec(inner);
  // Quoted text after the target is the link's tooltip.
  const target = bracketed?.[1] ?? inner.replace(/\s+(?:"[^"]*"|'[^']*')$/, '');
  const isExternal = /^[a-z][a-z0-9+.-]*:/i.test(target);
  return { title, target: isExternal ? target : decode(unescapeMarkdown(target)) };
}

/** Returns the index of the bracket that closes the one at `start`, or -1. */
function closing(text: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === open) depth++;
    else if (character === close && --depth === 0) return index;
  }
  return -1;
}

function unescapeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    // The percent sign starts no escape sequence.
    return address;
  }
}
