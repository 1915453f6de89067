import { runInSlices } from '../../markdown/slices.ts';

/** Renders untrusted Markdown as HTML without images and scripts. The prefix makes its element IDs unique. */
export async function renderUntrustedMarkdown(markdown: string, prefix: string, signal: AbortSignal): Promise<string> {
  const { BlocksHtml, comparePagesResumable, rowsHtml, rowsOf } = await import('../../markdown/review/index.ts');
  const changes = await runInSlices(comparePagesResumable({ markdown }, { markdown }), signal);
  const blocks = new BlocksHtml({ image: () => undefined }, prefix);
  const rows = await runInSlices(rowsHtml(blocks, rowsOf(changes), 'after'), signal);
  return rows.map(({ after = '' }) => after).join('');
}
