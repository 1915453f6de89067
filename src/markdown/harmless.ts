import { withSigns } from './invisibleCharacters.ts';

/*
 * The editor shows the Markdown of comments, follows every link in it that is no command, a file of this machine among
 * them, and loads images from wherever they are. A word joiner between the two characters that make a link is not seen,
 * in code neither.
 */

/** Markdown of others as it may be shown: what links to anything but the web is text, and an image is a link. */
export function harmless(markdown: string): string {
  return withSigns(markdown)
    .replace(target, ']\u2060')
    .replace(automatic, '<\u2060')
    .replace(image, (_, empty?: string) => `!\u2060[${empty === undefined ? '' : 'image]'}`);
}

/** The end of what is linked, or of the name of a target, before an address that is none of the web. */
const target = /\](?=[(:])(?!.\s*<?(?:https?:\/\/|mailto:))/gi;
const automatic = /<(?=[a-z][a-z\d+.-]*:)(?!https?:\/\/|mailto:)/gi;
const image = /!\[(\s*\])?/g;
