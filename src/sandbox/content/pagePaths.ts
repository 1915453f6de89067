const longestSlug = 100;

/**
 * Makes one segment of a path of whatever a page or its file is called: letters, digits and `. _ -` stay, everything else
 * becomes a hyphen. Dots never lead, so that no slug leaves its folder.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|-+$/g, '');
  return [...slug].slice(0, longestSlug).join('') || 'page';
}

/** The slug of a title; titles are sentences, so case is no part of it. */
export function slugOfTitle(title: string): string {
  return slugOf(title.toLowerCase());
}

export function joinPath(parent: string | undefined, slug: string): string {
  return parent ? `${parent}/${slug}` : slug;
}

/** The path, or with a number behind it where it is taken. README is the file of the page above, so nobody's name. */
export function freePath(path: string, taken: ReadonlySet<string>): string {
  const isFree = (candidate: string) => !taken.has(candidate) && !/(?:^|\/)README$/.test(candidate);
  if (isFree(path)) return path;
  let number = 1;
  while (!isFree(`${path}-${number}`)) number++;
  return `${path}-${number}`;
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
