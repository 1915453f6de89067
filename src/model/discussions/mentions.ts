import { plain } from '../../api/words.ts';

/** The IDs of those whom a text mentions: the service writes "@" and the ID. */
export function mentionedIn(markdown: string): string[] {
  return [...markdown.matchAll(mention)].map(([, id = '']) => id);
}

/** Behind a letter it is an address of mail. */
const mention = /(?<![\w@./-])@([\w-]+)/g;

/** A text that says the names of those whom it mentions, as far as they are known, and not their IDs. */
export function withNames(markdown: string, nameOf: (id: string) => string | undefined): string {
  return markdown.replace(mention, (all, id: string) => {
    const name = nameOf(id);
    return name === undefined ? all : `@${plain(name, 100).replace(/[\\`*_[\]<>~|]/g, '\\$&')}`;
  });
}
