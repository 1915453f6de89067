import { escapeLine } from '../escape.ts';

/** Formats foreign text as inline code in Markdown, escaped so that it cannot end the code. */
export function inlineCode(name: string): string {
  return `\`${escapeLine(name).replaceAll('`', 'ˋ') || ' '}\``;
}
