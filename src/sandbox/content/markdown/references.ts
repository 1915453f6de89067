import { decodeTarget, type Destination, destinationsOf, isAddress } from '../../../markdown/destinations.ts';

/** A link, an image or an embed in the Markdown of a page. */
export interface Link {
  /** The decoded target without its anchor: `../setup/first steps.md`, `/files/<id>`, `https://…`. */
  target: string;
  anchor?: string;
  /** The zero-based line on which the target is written. */
  line: number;
}

/** Returns all links of a page in the order of the text; code contains no links. */
export function markdownLinks(
  markdown: string,
  destinations: readonly Destination[] = destinationsOf(markdown),
): Link[] {
  return destinations.map(({ target, anchor, line }) => ({
    target,
    line,
    ...(anchor !== undefined && { anchor }),
  }));
}

/**
 * Replaces paths by canonical targets (`/pages/<id>`, `/files/<id>`). `resolve` receives each decoded path without its
 * anchor and returns undefined to leave it unchanged; `note` receives each canonical target with its original form.
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

/** Replaces canonical links by the result of `render`; those for which it returns undefined stay unchanged. */
export function toRelative(
  markdown: string,
  render: (canonical: string) => string | undefined,
  destinations: readonly Destination[] = destinationsOf(markdown),
): string {
  return replaced(markdown, destinations, ({ target }) => (isAddress(target) || !target ? undefined : render(target)));
}

/** Returns the decoded target of a link's written form. */
export function targetIn(form: string): string {
  return decodeTarget(form.replace(/^</, ''));
}

/** Encodes a path for a link: parentheses and white space would end the link, quotes an attribute. */
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
    // If an angle bracket opens the target, another one must close it after the anchor.
    const end = target.startsWith('<') ? '>' : '';
    text += markdown.slice(from, destination.start) + target + (destination.rawAnchor ?? '') + end;
    from = destination.end;
  }
  return text + markdown.slice(from);
}
