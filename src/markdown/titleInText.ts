import { plainText } from './plainText.ts';

/** Returns the Markdown of the title in the text of a page: the heading that the page begins with. */
export function titleInText(markdown: string): string | undefined {
  const line = /^\s*#[ \t]+(.+)/.exec(markdown)?.[1];
  return line?.replace(/[ \t]+#*[ \t]*$/, '');
}

/** Returns the title in the text of a page as plain text on one line; empty if there is none. */
export function plainTitleInText(markdown: string): string {
  return singleLine(plainText(titleInText(markdown) ?? ''));
}

/** Returns a text in the form in which titles are compared: on one line, without outer blanks. */
export function singleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
