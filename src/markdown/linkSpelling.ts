import { type Destination, destinationsOf, withoutEscapes } from './destinations.ts';

/**
 * A text with links. `findTarget` resolves the path of a link without its anchor; undefined if the target is unknown.
 */
export interface LinkedText {
  text: string;
  findTarget: (link: string) => LinkedPage | undefined;
}

export interface LinkedPage {
  id: string;
  /** The path of the target, relative to the folder of the linking page. */
  relativePath: string;
}

export interface RespelledText {
  text: string;
  /** The replaced paths, by their offsets in the new text. */
  originals: ReadonlyMap<number, string>;
}

/**
 * Replaces link paths in an earlier text by the spelling of the later text, if their targets have another relative path
 * because a page was moved. Line numbers stay the same.
 */
export function respellLinks(earlier: LinkedText, later: LinkedText): RespelledText {
  const laterLinks = Map.groupBy(linksIn(later), ({ key }) => key);
  const counts = new Map<string, number>();
  const originals = new Map<number, string>();
  let text = '';
  let from = 0;
  for (const { key, relativePath, destination } of linksIn(earlier)) {
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    const links = laterLinks.get(key);
    const link = links?.[index] ?? links?.at(-1);
    // If nothing was moved, the author has rewritten the link.
    if (!link || link.relativePath === relativePath) continue;
    const replacement = link.destination;
    text += earlier.text.slice(from, destination.start);
    from = destination.end;
    originals.set(text.length + replacement.form.length - pathIn(replacement).length, pathIn(destination));
    text += withAnchorOf(destination, replacement);
  }
  return { text: text + earlier.text.slice(from), originals };
}

interface Link {
  destination: Destination;
  relativePath: string;
  /**
   * The ID of the target, and the character before the link, because a target in quotes may not be valid in
   * parentheses.
   */
  key: string;
}

function linksIn({ text, findTarget }: LinkedText): Link[] {
  return destinationsOf(text).flatMap(destination => {
    const path = withoutEscapes(pathIn(destination));
    const target = /[\r\n]/.test(path) ? undefined : findTarget(path);
    if (target === undefined) return [];
    return { destination, relativePath: target.relativePath, key: `${text[destination.start - 1] ?? ''} ${target.id}` };
  });
}

function pathIn({ form }: Destination): string {
  return form.replace(/^</, '');
}

function withAnchorOf({ anchor, rawAnchor = '' }: Destination, replacement: Destination): string {
  const end = replacement.form.startsWith('<') ? '>' : '';
  const written = anchor === replacement.anchor ? (replacement.rawAnchor ?? '') : rawAnchor;
  return replacement.form + written + end;
}
