import type * as vscode from 'vscode';
import type { Content } from './content.ts';

/** The place in a page that an anchor names; the page itself where it names no heading of it. */
export async function headingUri(content: Content, uri: vscode.Uri, anchor: string): Promise<vscode.Uri> {
  const line = await lineOf(content, uri, anchor);
  return line === undefined ? uri : uri.with({ fragment: `L${line + 1}` });
}

async function lineOf(content: Content, uri: vscode.Uri, anchor: string): Promise<number | undefined> {
  try {
    const entry = await content.find(uri);
    if (entry?.kind !== 'page') return undefined;
    const { lineOfAnchor } = await import('../../markdown/index.ts');
    return lineOfAnchor(await entry.snapshot.markdown(entry.page.id), anchor);
  } catch {
    // The page opens all the same, and says itself why it cannot be read.
    return undefined;
  }
}
