import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { openAddressOf } from '../../model/content/openAddresses.ts';
import { type Place, uriOf } from '../../model/content/snapshot.ts';
import { openAddress } from '../../ui/openAddress.ts';
import * as say from '../../ui/say.ts';

/** A page, and the heading to show. */
export interface PageToOpen {
  id: string;
  title: string;
  anchor?: string | undefined;
  /** Address of the page in the service's own app. */
  link?: string | undefined;
}

/** Opens a page of a version at a heading. Opens it in the browser if clients cannot read the version. */
export async function openPage(
  { content }: App,
  place: Place,
  page: PageToOpen,
  { preview = true }: { preview?: boolean } = {},
): Promise<void> {
  const { id, title, anchor, link } = page;
  try {
    const snapshot = await content.snapshot(place);
    const entry = (await snapshot.pages()).byId.get(id);
    if (!entry) {
      throw new Failure(tEscaped`Could not open "${title}": it is not there any more. It was moved or deleted since.`);
    }
    // The text is fetched first, because VS Code would report a failure only as an unexpected error.
    const text = await snapshot.markdown(id);
    await showLine(uriOf(place, entry), anchor === undefined ? undefined : await lineOf(text, anchor), { preview });
  } catch (error) {
    if (!isApiError(error, 'notOffered') || !link) throw error;
    await openAddress(link);
    say.status(t('This server lets clients read the content of change requests only: the page opens in the browser'));
  }
}

/** Shows a document with the cursor in a line. Without a line, VS Code restores the last position. */
export async function showLine(
  uri: vscode.Uri,
  line: number | undefined,
  { preview = true }: { preview?: boolean } = {},
): Promise<void> {
  const selection = line === undefined ? {} : { selection: new vscode.Range(line, 0, line, 0) };
  await vscode.window.showTextDocument(openAddressOf(uri), { preview, ...selection });
}

async function lineOf(markdown: string, anchor: string): Promise<number | undefined> {
  const { lineOfAnchor } = await import('../../markdown/index.ts');
  return lineOfAnchor(markdown, anchor);
}
