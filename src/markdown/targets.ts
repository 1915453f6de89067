/** What names an image. */
export const sources: ReadonlySet<string> = new Set(['src', 'srcset']);

/** Whether an address may stand in a page: of an image, or of what a link opens. */
export function isFollowed(name: string, target: string): boolean {
  return isOpened(target) || (sources.has(name) && /^data:image\//i.test(target));
}

/** Whether a link leads to the web, to a person, or to somewhere beside the page: as HTML writes it. */
export function isOpened(target: string): boolean {
  return /^(?:https?:\/\/|mailto:|(?:[^:&/?#\s]|&amp;)*(?:[/?#]|$))/i.test(target);
}
