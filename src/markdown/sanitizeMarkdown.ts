import { t } from '@vscode/l10n';
import { isInCode } from './completionTrigger.ts';
import { withSigns } from './invisibleCharacters.ts';

/*
 * The editor shows the Markdown of comments, follows every link in it that is no command, a file of this machine among
 * them, and loads images from wherever they are. A word joiner between the two characters that make a link is not seen,
 * in code neither.
 */

/** Markdown of others as it may be shown: what links to anything but the web is text, and an image is a link. */
export function sanitizeMarkdown(markdown: string): string {
  return withSigns(withMarkdownImages(markdown))
    .replace(target, ']\u2060')
    .replace(automatic, '<\u2060')
    .replace(image, (_, empty?: string) => `!\u2060[${empty === undefined ? '' : `${t('image')}]`}`);
}

/** The end of what is linked, or of the name of a target, before an address that is none of the web. */
const target = /\](?=[(:])(?!.\s*<?(?:https?:\/\/|mailto:))/gi;
const automatic = /<(?=[a-z][a-z\d+.-]*:)(?!https?:\/\/|mailto:)/gi;
const image = /!\[(\s*\])?/g;

/**
 * Images in HTML as images in Markdown: of HTML the editor shows nothing but the words, and of an HTML block not even
 * these. What frames such an image goes, too.
 */
function withMarkdownImages(markdown: string): string {
  if (!/<img\s/i.test(markdown)) return markdown;
  let count = 0;
  return markdown.replace(imageOrFrame, (tag: string, name: string, at: number) => {
    if (++count > mostTags || isInCode(markdown.slice(0, at))) return tag;
    return name.toLowerCase() === 'img' ? markdownImage(tag) : '';
  });
}

/** How many tags are looked at: whoever writes more of them means to make readers wait. */
const mostTags = 200;
const imageOrFrame = /<(img|\/?(?:figure|figcaption|picture|source|p|div|center))(?:\s[^<>]*)?>/gi;
const attribute = /(?<![\w-])(src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

function markdownImage(tag: string): string {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(attribute))
    attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  const text = (attributes.get('alt') ?? '').replace(/\s+/g, ' ').replace(/[\\`*_[\]!~|]/g, '\\$&');
  const address = (attributes.get('src') ?? '').replace(/\s/g, '%20');
  return `![${text}](<${address}>)`;
}
