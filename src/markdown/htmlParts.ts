/** An attribute as it is written: its value may hold character references. */
export interface Attribute {
  name: string;
  value: string | undefined;
}

export type HtmlPart =
  | { kind: 'text'; source: string }
  | { kind: 'start'; source: string; name: string; attributes: Attribute[] }
  | { kind: 'end'; source: string; name: string };

/** Cuts HTML into tags and the text between them. Comments are left out, and a tag that does not end is text. */
export function* htmlParts(html: string): Iterable<HtmlPart> {
  let textFrom = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const end = html.startsWith('<!--', at) ? endOfComment(html, at) : undefined;
    const tag = end === undefined ? tagAt(html, at) : undefined;
    // What follows a tag that does not end is in that tag for a browser, too.
    if (end === -1 || tag === 'endless') break;
    const next = end ?? tag?.end;
    if (next !== undefined && at > textFrom) yield { kind: 'text', source: html.slice(textFrom, at) };
    if (tag) yield tag.part;
    if (next !== undefined) textFrom = next;
    at = next ?? at + 1;
  }
  if (textFrom < html.length) yield { kind: 'text', source: html.slice(textFrom) };
}

function endOfComment(html: string, at: number): number {
  const end = html.indexOf('-->', at + 2);
  return end < 0 ? -1 : end + 3;
}

const tagName = /<(\/?)([a-z][^\s/>]*)/iy;
const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)|(?=>)))?/y;
const tagEnd = /[\s/]*>/y;

function tagAt(html: string, at: number): { part: HtmlPart; end: number } | 'endless' | undefined {
  const [opening, slash, written = ''] = matchAt(tagName, html, at) ?? [];
  if (opening === undefined) return undefined;
  const name = written.toLowerCase();
  const attributes: Attribute[] = [];
  let end = at + opening.length;
  for (;;) {
    const closing = matchAt(tagEnd, html, end);
    const found = closing ?? matchAt(attribute, html, end);
    if (!found) return 'endless';
    end += found[0].length;
    if (closing) break;
    attributes.push({ name: (found[1] ?? '').toLowerCase(), value: found[2] ?? found[3] ?? found[4] });
  }
  const source = html.slice(at, end);
  return { part: slash ? { kind: 'end', source, name } : { kind: 'start', source, name, attributes }, end };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
