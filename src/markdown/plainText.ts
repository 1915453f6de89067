import { decodeHTMLStrict } from 'entities/decode';

const destination = String.raw`(?:<[^<>\n]*>|(?:\\.|[^()\s\\]|\((?:\\.|[^()\s\\])*\))*)`;
const linkEnd = String.raw`\(\s*${destination}(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`;
// Each alternative ends at the next mark of its kind at the latest. A pattern that scans to the end of the page for a
// missing mark would take quadratic time.
const bracketed = String.raw`(?:\\.|\x60[^\x60]*\x60|[^\[\]\\]|\[(?:\\.|[^\[\]\\])*\](?:${linkEnd})?)*`;

const characterReference = '&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]*);';

const inlineSyntax = new RegExp(
  [
    String.raw`\\(?<escaped>[!-/:-@[-\x60{-~])`,
    String.raw`(?<!\x60)(?<fence>\x60+)(?!\x60)(?<code>[\s\S]*?[^\x60])\k<fence>(?!\x60)`,
    String.raw`<(?<autolink>[a-z][a-z0-9+.-]*:[^<>\s]*|[^<>\s@]+@[^<>\s@]+)>`,
    String.raw`(?<line><br\b[^<>]*>)|<!--(?:(?!<!--)[\s\S])*?-->|</?[a-z][^<>]*>`,
    String.raw`\[\^[^\[\]\s]+\]`,
    String.raw`!\[${bracketed}\]${linkEnd}`,
    String.raw`\[(?<label>${bracketed})\](?:${linkEnd}|\[[^\[\]]*\])`,
    String.raw`(?<reference>${characterReference})`,
    String.raw`\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~`,
    String.raw`(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])`,
  ].join('|'),
  'giu',
);

/** Converts inline Markdown and HTML to its visible text on one line. Images have no text. */
export function plainText(markdown: string): string {
  return visible(markdown).replace(/\s+/g, ' ').trim();
}

function visible(markdown: string): string {
  if (!/[\\`<[&*~_]/.test(markdown)) return markdown;
  return markdown.replace(inlineSyntax, (...args: unknown[]) => replacement(args.at(-1) as SyntaxGroups));
}

type SyntaxGroups = Partial<Record<'escaped' | 'code' | 'autolink' | 'line' | 'label' | 'reference', string>>;

function replacement(groups: SyntaxGroups): string {
  if (groups.label !== undefined) return visible(groups.label);
  if (groups.line) return ' ';
  if (groups.reference) return decodeHTMLStrict(groups.reference);
  return groups.escaped ?? groups.code ?? groups.autolink ?? '';
}

const characterReferences = new RegExp(characterReference, 'gi');

/** Decodes named and numeric HTML character references. Unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(characterReferences, reference => decodeHTMLStrict(reference));
}

/** Removes the backslashes that escape punctuation. Marks, HTML and character references stay as they are. */
export function unescapeText(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Returns the offset at which a URL must end: the first encoded blank, quote or angle bracket; -1 if there is none. */
export function endOfAddress(address: string): number {
  if (!address.includes('&')) return -1;
  const references = [...address.matchAll(characterReferences)];
  return references.find(([reference]) => /[\s<>"]/.test(decodeHTMLStrict(reference)))?.index ?? -1;
}
