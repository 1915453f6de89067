import type * as vscode from 'vscode';
import type { Content } from './content.ts';

/** Returns the address of the heading that an anchor names, or of the page if it has no such heading. */
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
    // The page opens nevertheless and shows its own error.
    return undefined;
  }
}
