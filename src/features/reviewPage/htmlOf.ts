import { inSlices } from '../../markdown/slices.ts';

/** Renders untrusted Markdown as HTML without images and scripts. The prefix makes its element IDs unique. */
export async function htmlOf(markdown: string, prefix: string, signal: AbortSignal): Promise<string> {
  const { BlocksHtml, comparing, rowsHtml, rowsOf } = await import('../../markdown/review/index.ts');
  const changes = await inSlices(comparing({ markdown }, { markdown }), signal);
  const blocks = new BlocksHtml({ image: () => undefined }, prefix);
  const rows = await inSlices(rowsHtml(blocks, rowsOf(changes), 'after'), signal);
  return rows.map(({ after = '' }) => after).join('');
}
