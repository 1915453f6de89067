import * as vscode from 'vscode';
import { Failure, reasonOf } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { type ChangeRequestPlace, parametersOf } from '../../model/content/changeRequests.ts';
import { withProgress } from '../../ui/progress.ts';
import { openSavedFile } from '../../ui/openAddress.ts';
import { askSaveAs } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';

/** Saves the content of a change request as a PDF, which the service makes. */
export async function saveAsPdf(_: App, place: ChangeRequestPlace): Promise<void> {
  const { api } = place.connection;
  const name = `#${place.number}`;
  const file = await askSaveAs(`Save ${name} as PDF`, `change-request-${place.number}.pdf`, { PDF: ['pdf'] });
  await withProgress(words`Saving ${name} as PDF`, async signal => {
    // Asked for only now: the address may be good for a short time.
    const { url } = await api.request(pdfRoute, parametersOf(place), { signal });
    const bytes = await api.download(url, { signal });
    // A network may answer with a page of its own, to sign in there.
    if (!Buffer.from(bytes.subarray(0, 5)).equals(mark)) throw new Failure(words`Could not save ${name}: ${notPdf}`);
    signal.throwIfAborted();
    await write(file, bytes);
  });
  const saved = file.path.split('/').at(-1) ?? '';
  say.info(words`${name} is saved as ${saved}`, { label: 'Open', run: () => openSavedFile(file) });
}

const pdfRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf';

/** What every PDF begins with. */
const mark = Buffer.from('%PDF-');
const notPdf = 'what the server gave is not a PDF. Check that nothing on the network wants a sign-in, then try again.';

async function write(file: vscode.Uri, bytes: Uint8Array): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(file, bytes);
  } catch (cause) {
    throw new Failure('Could not write the PDF: ' + reasonOf(cause) + ' Choose another place.', { cause });
  }
}
