import { attributeRecord, tokenizeHtml } from './htmlTokens.ts';
import { decodeEntities } from './plainText.ts';

/** Code that Git Sync writes as `<pre><code>`, since parts of it are bold or links. */
export interface HtmlCode {
  /** The code as readers see it, without marks. */
  source: string;
  language?: string;
  /** What its tags say, named as in the tag `code`: `title`, `overflow`, `lineNumbers`. */
  attributes: Record<string, string>;
  /** The offset at which the code begins in the HTML. */
  sourceOffset: number;
}

/** Parses a `<pre>` element that holds code; undefined for preformatted text. */
export function parseHtmlCode(html: string): HtmlCode | undefined {
  const tokens = tokenizeHtml(html);
  const tags = tokens.filter(token => token.kind === 'start');
  const [pre] = tags;
  const code = tags.find(({ name }) => name === 'code');
  if (pre?.name !== 'pre' || !code) return undefined;
  const { class: preClass = '', ...others } = attributeRecord(pre.attributes);
  const { class: codeClass = '' } = attributeRecord(code.attributes);
  const text = tokens
    .map(token => (token.kind === 'text' ? decodeEntities(token.source) : isLineBreak(token) ? '\n' : ''))
    .join('');
  const language = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(`${codeClass} ${preClass}`)?.[1];
  const beginsOnNextLine = html.startsWith('\n', pre.end);
  return {
    source: text.slice(beginsOnNextLine ? 1 : 0).replace(/\n$/, ''),
    ...(language && { language }),
    attributes: Object.fromEntries(Object.entries(others).map(([name, value]) => [nameOf(name), value])),
    sourceOffset: beginsOnNextLine ? pre.end + 1 : pre.end,
  };
}

function isLineBreak(token: ReturnType<typeof tokenizeHtml>[number]): boolean {
  return token.kind === 'start' && token.name === 'br';
}

/** `data-line-numbers` is `lineNumbers` in the tag. */
function nameOf(attribute: string): string {
  return attribute.replace(/^data-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
