import { t } from '@vscode/l10n';
import { isInCode } from './completionTrigger.ts';
import { withSigns } from './invisibleCharacters.ts';

/*
 * VS Code renders the Markdown of comments, follows every link in it except commands (even to local files), and loads
 * images from any server. A word joiner between the two characters that form a link disables it and is invisible, even
 * in code.
 */

/**
 * Returns Markdown of others that is safe to render: links to anything but the web become text, and images become
 * links.
 */
export function sanitizeMarkdown(markdown: string): string {
  return withSigns(withMarkdownImages(markdown))
    .replace(target, ']\u2060')
    .replace(automatic, '<\u2060')
    .replace(image, (_, empty?: string) => `!\u2060[${empty === undefined ? '' : `${t('image')}]`}`);
}

/** Matches the end of a link text, or of the label of a definition, before an address that is not on the web. */
const target = /\](?=[(:])(?!.\s*<?(?:https?:\/\/|mailto:))/gi;
const automatic = /<(?=[a-z][a-z\d+.-]*:)(?!https?:\/\/|mailto:)/gi;
const image = /!\[(\s*\])?/g;

/**
 * Converts HTML images to Markdown images, because VS Code renders only the text of inline HTML, and nothing of an HTML
 * block. Elements that wrap such an image are removed.
 */
function withMarkdownImages(markdown: string): string {
  if (!/<img\s/i.test(markdown)) return markdown;
  let count = 0;
  return markdown.replace(imageOrFrame, (tag: string, name: string, at: number) => {
    if (++count > mostTags || isInCode(markdown.slice(0, at))) return tag;
    return name.toLowerCase() === 'img' ? markdownImage(tag) : '';
  });
}

/** Maximum number of tags. A text with more is an attempt to slow down the reader. */
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
