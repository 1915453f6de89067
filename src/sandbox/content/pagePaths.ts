const maxSlugLength = 100;

/**
 * Returns one path segment for the name of a page or a file: letters, digits and `. _ -` stay, other characters become
 * hyphens. Leading dots are removed, so that no slug leads out of its folder.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|-+$/g, '');
  return [...slug].slice(0, maxSlugLength).join('') || 'page';
}

/** Returns the slug of a title, in lower case, because the case of a title carries no meaning. */
export function slugOfTitle(title: string): string {
  return slugOf(title.toLowerCase());
}

export function joinPath(parent: string | undefined, slug: string): string {
  return parent ? `${parent}/${slug}` : slug;
}

/** Returns the path, with a number appended if it is taken. README is reserved for the file of the parent page. */
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
