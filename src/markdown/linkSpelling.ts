import { type Destination, destinationsOf, withoutEscapes } from './destinations.ts';

/** A text with links, and what finds what one leads to by its path, without an anchor; undefined where that is unknown. */
export interface LinkedText {
  text: string;
  findTarget: (link: string) => LinkTarget | undefined;
}

export interface LinkTarget {
  id: string;
  /** Its path, relative to the folder of the page with the link. */
  relativePath: string;
}

export interface RespelledText {
  text: string;
  /** The replaced paths of links, by where the paths begin in the text that replaced them. */
  originals: ReadonlyMap<number, string>;
}

/**
 * Replaces paths of links in an earlier text by how a later one writes the links to the same targets, where these lie
 * elsewhere as seen from the page: one of the two was moved. No line moves.
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
    // Where nothing was moved, somebody has written the link anew.
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
  /** The ID of the target, and the character before the link: what is written in quotes may not fit in parentheses. */
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
