const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…' }),
);

const destination = String.raw`(?:<[^<>\n]*>|(?:\\.|[^()\s\\]|\((?:\\.|[^()\s\\])*\))*)`;
const linkEnd = String.raw`\(\s*${destination}(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`;
// Each of these ends at the next mark of its kind at the latest. What looked on to the end of the page for a mark that is
// missing, and again from the next mark, would take hours for a page that is nothing but such marks.
const bracketed = String.raw`(?:\\.|\x60[^\x60]*\x60|[^\[\]\\]|\[(?:\\.|[^\[\]\\])*\](?:${linkEnd})?)*`;

const inlineSyntax = new RegExp(
  [
    String.raw`\\(?<escaped>[!-/:-@[-\x60{-~])`,
    String.raw`(?<!\x60)(?<fence>\x60+)(?!\x60)(?<code>[\s\S]*?[^\x60])\k<fence>(?!\x60)`,
    String.raw`<(?<autolink>[a-z][a-z0-9+.-]*:[^<>\s]*|[^<>\s@]+@[^<>\s@]+)>`,
    String.raw`(?<line><br\b[^<>]*>)|<!--(?:(?!<!--)[\s\S])*?-->|</?[a-z][^<>]*>`,
    String.raw`\[\^[^\[\]\s]+\]`,
    String.raw`!\[${bracketed}\]${linkEnd}`,
    String.raw`\[(?<label>${bracketed})\](?:${linkEnd}|\[[^\[\]]*\])`,
    String.raw`&(?:#x(?<hex>[0-9a-f]{1,6})|#(?<decimal>[0-9]{1,7})|(?<entity>[a-z]+));`,
    String.raw`\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~`,
    String.raw`(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])`,
  ].join('|'),
  'giu',
);

/** Takes inline Markdown (and HTML) to what a reader sees, on one line. Images show nothing. */
export function plainText(markdown: string): string {
  return visible(markdown).replace(/\s+/g, ' ').trim();
}

function visible(markdown: string): string {
  if (!/[\\`<[&*~_]/.test(markdown)) return markdown;
  return markdown.replace(inlineSyntax, (...args: unknown[]) => replacement(args.at(-1) as Found, String(args[0])));
}

type Found = Partial<Record<'escaped' | 'code' | 'autolink' | 'line' | 'label' | 'hex' | 'decimal' | 'entity', string>>;

function replacement(found: Found, all: string): string {
  if (found.label !== undefined) return visible(found.label);
  if (found.line) return ' ';
  if (found.hex) return codePoint(parseInt(found.hex, 16));
  if (found.decimal) return codePoint(Number(found.decimal));
  if (found.entity) return entities.get(found.entity) ?? all;
  return found.escaped ?? found.code ?? found.autolink ?? '';
}

function codePoint(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** Takes character references of HTML to their characters. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi, (all, hex, decimal, name) =>
    replacement({ hex, decimal, entity: name }, all),
  );
}
