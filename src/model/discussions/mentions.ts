/** The IDs of those whom a text mentions: the service writes "@" and the ID. */
export function mentionedIn(markdown: string): string[] {
  return [...markdown.matchAll(mention)].map(([, id = '']) => id);
}

/** Behind a letter it is an address of mail. */
const mention = /(?<![\w@./-])@([\w-]+)/g;
