import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, reasonOf } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type ChangeRequestPlace, parametersOf } from '../../model/content/changeRequests.ts';
import { withProgress } from '../../ui/progress.ts';
import { openSavedFile } from '../../ui/openAddress.ts';
import { askSaveAs, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';

/** Saves the content of a change request as a PDF that the service generates. */
export function saveAsPdf(_: App, place: ChangeRequestPlace): Promise<void> {
  return save(place, { name: `#${place.number}`, fileName: `change-request-${place.number}` });
}

/** Saves a page of a change request as a PDF, optionally with the pages below it. */
export async function savePageAsPdf({ content }: App, uri: vscode.Uri): Promise<void> {
  const place = await content.changeRequestOf(uri);
  const entry = await content.lookUp(uri);
  if (!place || entry?.kind !== 'page') throw new Failure(noPage);
  const { id, title, slug, pages = [] } = entry.page;
  const isOnlyPage = pages.length === 0 || (await askIfOnlyPage(title));
  const fileName = (slug ?? '').replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'page';
  await save(place, {
    name: tEscaped`"${title}" of #${place.number}`,
    fileName,
    query: { page: id, only: isOnlyPage },
  });
}

const noPage = t(
  'Only a page of a change request can be saved as PDF: the service makes none of the main content. ' +
    'Open the page in a change request.',
);

/** Asks whether to save only the page itself. */
function askIfOnlyPage(title: string): Promise<boolean> {
  return pick({ title: tEscaped`Save "${title}" as PDF`, placeHolder: t('How much of it?'), empty: '' }, [
    { label: t('Just this page'), value: true },
    { label: t('This page and all below it'), value: false },
  ]);
}

/** The content to save as a PDF, and its names in messages and on disk. */
interface PdfRequest {
  name: string;
  fileName: string;
  query?: { page: string; only: boolean };
}

async function save(place: ChangeRequestPlace, { name, fileName, query }: PdfRequest): Promise<void> {
  const { api } = place.connection;
  const file = await askSaveAs(tEscaped`Save ${name} as PDF`, `${fileName}.pdf`, { PDF: ['pdf'] });
  await withProgress(tEscaped`Saving ${name} as PDF`, async signal => {
    // The URL is fetched after the save dialog, because it may expire soon.
    const { url } = await api.request(pdfRoute, { ...parametersOf(place), query }, { signal });
    const bytes = await api.download(url, { signal });
    // A captive portal may reply with its own page.
    if (!Buffer.from(bytes.subarray(0, 5)).equals(pdfSignature))
      throw new Failure(
        tEscaped`Could not save ${name}: what the server gave is not a PDF. Check that nothing on the network wants a sign-in, then try again.`,
      );
    signal.throwIfAborted();
    await writeFile(file, bytes);
  });
  const saved = file.path.split('/').at(-1) ?? '';
  say.info(tEscaped`${name} is saved as ${saved}`, { label: t('Open'), run: () => openSavedFile(file) });
}

const pdfRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf';

const pdfSignature = Buffer.from('%PDF-');

async function writeFile(file: vscode.Uri, bytes: Uint8Array): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(file, bytes);
  } catch (cause) {
    const sentences = [t`Could not write the PDF: ${reasonOf(cause)}`, t('Choose another place.')];
    throw new Failure(sentences.join(' '), { cause });
  }
}
