import { escapeLine } from '../words.ts';

/** A name of others as code in Markdown, where it makes nothing else. */
export function code(name: string): string {
  return `\`${escapeLine(name).replaceAll('`', 'ˋ') || ' '}\``;
}
