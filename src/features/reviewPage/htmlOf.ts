import { inSlices } from '../../markdown/slices.ts';

/** Renders Markdown of others as HTML that shows no images and runs nothing. The prefix keeps its IDs apart. */
export async function htmlOf(markdown: string, prefix: string, signal: AbortSignal): Promise<string> {
  const { BlocksHtml, comparing, rowsHtml, rowsOf } = await import('../../markdown/review/index.ts');
  const changes = await inSlices(comparing({ markdown }, { markdown }), signal);
  const blocks = new BlocksHtml({ image: () => undefined }, prefix);
  const rows = await inSlices(rowsHtml(blocks, rowsOf(changes), 'after'), signal);
  return rows.map(({ after = '' }) => after).join('');
}
