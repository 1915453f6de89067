import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';

/** Adds another user's suggestion of other Markdown for a block of a page to the server. */
export function suggestOnServer(
  { state }: RunningSandbox,
  { space, number }: { space: string; number: number },
  { id, page, block, markdown }: { id: string; page: string; block: number; markdown: string },
): void {
  const [changeRequest] = state.changeRequests.by('number', numberKey(space, number));
  const { keys = [] } = state.documents.all().findLast(document => document.page === page) ?? assert.fail();
  assert.ok(changeRequest);
  state.comments.put({
    ...{ id, space, changeRequest: changeRequest.id, revision: changeRequest.revision, page },
    ...{ node: { id: keys[block] ?? '' }, postedBy: 'lucia', postedAt: '2026-11-01T10:00:00.000Z' },
    ...{ reactions: [], status: 'open' as const },
    markdown: `\`\`\`suggestion\n${markdown}\n\`\`\``,
  });
  state.keepWrites();
}
