import { plainText } from './plainText.ts';

/** Returns the Markdown of the title that a page gives itself: the heading that it begins with. */
export function titleInText(markdown: string): string | undefined {
  const line = /^\s*#[ \t]+(.+)/.exec(markdown)?.[1];
  return line?.replace(/[ \t]+#*[ \t]*$/, '');
}

/** Returns that title as plain text on one line; empty where there is none. */
export function plainTitleInText(markdown: string): string {
  return singleLine(plainText(titleInText(markdown) ?? ''));
}

/** Returns a text as titles are compared: on one line, without blanks around it. */
export function singleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
