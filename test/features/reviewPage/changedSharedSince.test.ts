import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { ReviewPanel } from '../../../src/features/reviewPage/panel.ts';
import { draftOf, storeDraft } from '../../../src/sandbox/operations/content/draft.ts';
import type { RevisionRow } from '../../../src/sandbox/store/rows.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';
import type { ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { itWithOptional, pagesOf } from '../../host/support.ts';
import { fakePanel } from './fakePanel.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

type Part<T extends ToPage['type']> = Extract<ToPage, { type: T }>;

describe('changes of shared content since the review page was shown', () => {
  const set = stageOfParts();
  let page: ReturnType<typeof fakePanel>;

  const place = () => ({ connection: set.app.session.current ?? assert.fail(), ...changeRequest });
  const last = <T extends ToPage['type']>(type: T) =>
    page.sent.findLast((message): message is Part<T> => message.type === type);
  const recentChange = () =>
    (last('pages')?.others ?? []).flatMap(({ name, recentChange }) =>
      recentChange === undefined ? [] : [[name, recentChange]],
    );

  /** Changes what the pages of the change request share. */
  function share(shared: Partial<Pick<RevisionRow, 'variables' | 'reusableContents'>>): void {
    const { state } = set.sandbox;
    const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
    const [user] = state.users.all();
    assert.ok(row && user);
    storeDraft(Object.assign(draftOf({ state, user }, row), shared));
    state.keepWrites();
  }

  /** Returns reusable content with the text of a page at this index. */
  const notice = (page: number): RevisionRow['reusableContents'][number] => {
    const documents = pagesOf(set.sandbox, changeRequest).flatMap(({ documentId }) => documentId ?? []);
    return { id: 'notice', title: 'Notice', document: documents[page] ?? assert.fail() };
  };

  beforeEach(async () => {
    share({ variables: { edition: '1', year: '2026' }, reusableContents: [notice(0)] });
    page = fakePanel();
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    new ReviewPanel({ ...set.app, context } as App, place(), page.panel).restore({});
    page.receive({ type: 'ready' });
    await eventually(() => assert.ok(last('head') && last('place')?.place.drawn && last('pages')));
  });
  afterEach(() => page.panel.dispose());

  /** Shows the changes of others on the page. */
  async function show(): Promise<void> {
    set.app.content.refresh(place());
    await eventually(() => assert.match(last('banner')?.text ?? '', /^The change request has changed since/));
    page.sent.length = 0;
    page.receive({ type: 'do', action: 'refresh' });
    await eventually(() => assert.ok(last('pages') && last('banner') && last('head')));
  }

  itWithOptional('are marked, and navigation goes to the first', async () => {
    share({ variables: { edition: '2', year: '2026' }, reusableContents: [notice(1)] });
    await show();
    // The list may have been sent once before the change request was read again.
    await eventually(() =>
      assert.deepEqual(recentChange(), [
        ['edition', 'Changed since it was shown'],
        ['Notice', 'Changed since it was shown'],
      ]),
    );
    const summary = 'Since it was shown: 1 variable changed. 1 piece of reusable content changed.';
    await eventually(() => assert.equal(last('banner')?.text, summary));
    const first = last('pages')?.others.find(({ name }) => name === 'edition');
    await eventually(() => assert.equal(last('goTo')?.id, first?.id));
  });

  itWithOptional('are named when the page no longer lists them', async () => {
    share({ variables: {} });
    await show();
    await eventually(() =>
      assert.equal(
        last('banner')?.text,
        'Since it was shown: 2 variables changed. No difference from main content: “edition” and “year”.',
      ),
    );
  });

  itWithOptional('are reported as unknown when the shared content or the files cannot be read', async () => {
    const drawn = last('place')?.place.drawn ?? assert.fail();
    share({ variables: { edition: '2' } });
    set.server.fail({ kind: 'status', status: 500 }, new RegExp(`/revisions/${drawn}(/files)?(\\?|$)`));
    await show();
    const summary =
      'Since it was shown: nothing that can be compared has changed. ' +
      'What is new about files, variables, and reusable content is not known.';
    await eventually(() => assert.equal(last('banner')?.text, summary));
    assert.deepEqual(recentChange(), []);
  });
});
