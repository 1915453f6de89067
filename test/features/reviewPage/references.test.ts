import assert from 'node:assert/strict';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import type { ShownRow } from '../../../src/webview/reviewPage/messages.ts';
import { stageOfParts } from '../../host/stage.ts';
import { addPage, editContent, itWithOptional, pagesOf } from '../../host/support.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const signal = new AbortController().signal;

describe('what pages on the review page refer to', () => {
  const set = stageOfParts();
  const place = () => ({ connection: set.app.session.current ?? assert.fail(), ...changeRequest });
  const pages = () => new Pages(set.app, place(), uri => `shown:${uri.path}`);
  const rows = async (id: string): Promise<readonly ShownRow[]> => {
    const message = await pages().show(id, 'split', signal);
    return message.type === 'page' ? message.rows : assert.fail(JSON.stringify(message));
  };
  const pageCalled = (title: string) =>
    pagesOf(set.sandbox, changeRequest).find(page => page.title === title) ?? assert.fail(`no page ${title}`);
  const notes = async (id: string) =>
    (await rows(id)).flatMap(row => row.notes.split('</li>').flatMap(note => note.replace(/<[^>]*>/g, '') || []));

  itWithOptional('is the same where a page has moved: its links are only spelled differently', async () => {
    const moved = addPage(set.sandbox, changeRequest, {
      title: 'Mooring log',
      markdown: 'See [the moorings](hardware/moorings/README.md).',
    });
    const { revision } = await set.app.content.changeRequests.fresh(place());
    editContent(set.sandbox, changeRequest, [
      { operation: 'update_page', page: moved.id, into: pageCalled('Moorings').id },
    ]);
    set.app.content.refresh();
    set.app.reviews.compareSince(place(), { revision, label: 'then' }, undefined);
    assert.deepEqual(
      (await rows(moved.id)).map(({ kind }) => kind),
      ['same'],
    );
  });

  itWithOptional('is called by its title', async () => {
    const first = `See [it](/pages/${pageCalled('Two-point mooring').id}).`;
    const { id } = addPage(set.sandbox, changeRequest, { title: 'Log', markdown: first });
    const { revision } = await set.app.content.changeRequests.fresh(place());
    const markdown = `See [it](/pages/${pageCalled('Moorings').id}) and [here](/pages/${pageCalled('Log').id}).`;
    editContent(set.sandbox, changeRequest, [{ operation: 'update_page', page: id, document: { markdown } }]);
    set.app.content.refresh();
    set.app.reviews.compareSince(place(), { revision, label: 'then' }, undefined);
    assert.deepEqual(await notes(id), ['Link target of it: Two-point mooring → Moorings', 'Link added (here): Log']);
  });
});
