import { decodeTarget, type Destination, destinationsOf, isAddress } from '../../../markdown/destinations.ts';

/** A link, an image or an embedded thing in the Markdown of a page. */
export interface Link {
  /** What it leads to, decoded and without its anchor: `../setup/first steps.md`, `/files/<id>`, `https://…`. */
  target: string;
  anchor?: string;
  /** The zero-based line on which the target is written. */
  line: number;
}

/** All links of a page in the order in which they are written. Nothing in code is a link. */
export function linksOf(markdown: string, destinations: readonly Destination[] = destinationsOf(markdown)): Link[] {
  return destinations.map(({ target, anchor, line }) => ({
    target,
    line,
    ...(anchor !== undefined && { anchor }),
  }));
}

/**
 * Replaces paths by canonical targets (`/pages/<id>`, `/files/<id>`). `resolve` is asked for every target that is not
 * an address: its path, decoded, without anchor. What it does not know stays as it is. `note` is told how what it knows
 * was written.
 */
export function toCanonical(
  markdown: string,
  resolve: (path: string) => string | undefined,
  note: (canonical: string, form: string) => unknown = () => undefined,
  destinations: readonly Destination[] = destinationsOf(markdown),
): string {
  return replaced(markdown, destinations, ({ target, form }) => {
    const canonical = isAddress(target) || !target ? undefined : resolve(target);
    if (canonical !== undefined) note(canonical, form);
    return canonical;
  });
}

/** Replaces canonical links by how they are to be written. Those for which there is nothing stay as they are. */
export function toRelative(
  markdown: string,
  render: (canonical: string) => string | undefined,
  destinations: readonly Destination[] = destinationsOf(markdown),
): string {
  return replaced(markdown, destinations, ({ target }) => (isAddress(target) || !target ? undefined : render(target)));
}

/** What a form that was noted leads to. */
export function targetIn(form: string): string {
  return decodeTarget(form.replace(/^</, ''));
}

/** Parentheses and white space would end a link, quotes an attribute. */
export function encodePath(path: string): string {
  return encodeURI(path).replace(/[()#?'&]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function replaced(
  markdown: string,
  destinations: readonly Destination[],
  replacement: (destination: Destination) => string | undefined,
): string {
  let text = '';
  let from = 0;
  for (const destination of destinations) {
    const target = replacement(destination);
    if (target === undefined) continue;
    // What is opened by an angle bracket is closed by one, behind the anchor.
    const end = target.startsWith('<') ? '>' : '';
    text += markdown.slice(from, destination.start) + target + (destination.rawAnchor ?? '') + end;
    from = destination.end;
  }
  return text + markdown.slice(from);
}
