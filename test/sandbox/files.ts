import assert from 'node:assert/strict';
import { draftOf, storeDraft } from '../../src/sandbox/operations/content/draft.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import type { FileRow } from '../../src/sandbox/store/rows.ts';
import { numberKey } from '../../src/sandbox/store/state.ts';

/** Replaces the files of a change request, as an edit by another user does. */
export function changeFiles(
  { state }: Pick<Sandbox, 'state'>,
  { space, number }: { space: string; number: number },
  change: (files: readonly FileRow[]) => FileRow[],
): void {
  const [row] = state.changeRequests.by('number', numberKey(space, number));
  const [user] = state.users.all();
  assert.ok(row && user);
  const draft = draftOf({ state, user }, row);
  draft.files = change(draft.files);
  storeDraft(draft);
  state.keepWrites();
}

/** Returns a file whose content is replaced by a drawing. */
export function withDrawing({ state }: Pick<Sandbox, 'state'>, file: FileRow, svg: string): FileRow {
  const bytes = Buffer.from(svg);
  const blob = `blob-of-${file.id}`;
  state.blobs.put({ id: blob, base64: bytes.toString('base64') });
  return { ...file, blob, size: bytes.length };
}
