import { escapeLine } from '../../api/words.ts';

/** Returns the IDs of mentioned users. The service writes a mention as "@" and the ID. */
export function mentionedIn(markdown: string): string[] {
  return [...markdown.matchAll(mention)].map(([, id = '']) => id);
}

/** An "@" after a letter belongs to an email address. */
const mention = /(?<![\w@./-])@([\w-]+)/g;

/** Replaces the IDs in mentions with the names that are known. */
export function withNames(markdown: string, nameOf: (id: string) => string | undefined): string {
  return markdown.replace(mention, (all, id: string) => {
    const name = nameOf(id);
    return name === undefined ? all : `@${escapeLine(name, 100).replace(/[\\`*_[\]<>~|]/g, '\\$&')}`;
  });
}
