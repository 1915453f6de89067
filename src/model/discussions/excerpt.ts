import { inSlices } from '../../markdown/slices.ts';
import { plain } from '../../api/words.ts';
import { inPlainWords } from './suggestions.ts';

/** Returns what a reader sees of a comment, without its Markdown, on one line of at most 200 characters. */
export async function excerptOf(markdown: string, signal?: AbortSignal): Promise<string> {
  const { parsing } = await import('../../markdown/blocks.ts');
  const blocks = await inSlices(parsing(inPlainWords(markdown).slice(0, maxLength)), signal);
  return plain(blocks.map(({ text }) => text).join(' '));
}

/** The beginning of a comment that is parsed, in characters. */
const maxLength = 2000;
