import { inSlices } from '../../markdown/slices.ts';
import { escapeLine } from '../../api/words.ts';
import type { Discussion, PlacedConversation } from './discussion.ts';
import { withNames } from './mentions.ts';
import { nameIn } from './conversationContext.ts';
import { inPlainWords } from './suggestions.ts';

/** Returns the text of a comment without Markdown on one line. Images are shown as their descriptions. */
export async function excerptOf(
  markdown: string,
  { limit = 200, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<string> {
  const { parsing } = await import('../../markdown/blocks.ts');
  const described = inPlainWords(markdown).slice(0, maxLength).replace(imageMark, '$<code>');
  const blocks = await inSlices(parsing(described), signal);
  return escapeLine(blocks.map(({ text }) => text).join(' '), limit);
}

/** Returns the beginning of a conversation. Mentions of people who wrote in the discussion show their names. */
export async function excerptOfConversation(
  { conversations }: Pick<Discussion, 'conversations'>,
  { comment }: Pick<PlacedConversation, 'comment'>,
): Promise<string> {
  const markdown = withNames(comment.body.markdown ?? '', id => nameIn(conversations, id));
  return (await excerptOf(markdown, { limit: 80 })) || '(empty)';
}

/** Matches the `!` of images. Code is matched, too, so that a `!` in it is skipped. */
const imageMark = /(?<code>```[^]*?(?:```|$)|`[^`\n]*`)|(?<!\\)!(?=\[[^[\]]*\]\()/g;

/** Only this many characters of a comment are parsed. */
const maxLength = 2000;
