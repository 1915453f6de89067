import assert from 'node:assert/strict';
import type { CommentReply } from '../../../src/model/discussions/requests.ts';
import { rightsOn, type CommentContext } from '../../../src/model/discussions/conversationContext.ts';

const permissions = (edit: boolean, remove: boolean) => ({ view: true, edit, delete: remove });

/** Returns the rights of a user on a reply by Jun. */
function rightsOf(user: string | undefined, permissions?: object | null): string {
  const reply = { id: 'r', postedBy: { id: 'jun' }, body: { markdown: 'Hm.' }, permissions } as unknown as CommentReply;
  const rights = rightsOn(reply, { user, canApply: true, original: 'A line' } as unknown as CommentContext);
  return Object.entries(rights)
    .flatMap(([name, holds]) => (holds ? [name] : []))
    .join(' ');
}

describe('permissions for a reply', () => {
  for (const [what, rights, expected] of [
    ["let an administrator delete another user's reply", rightsOf('mira', permissions(false, true)), 'delete'],
    ['let the author edit and delete it', rightsOf('jun', permissions(true, true)), 'edit delete'],
    ['deny both to an author who may no longer comment', rightsOf('jun', permissions(false, false)), ''],
    ['deny both to another user', rightsOf('sam', permissions(false, false)), ''],
    ['let the author do both when the server sends no permissions', rightsOf('jun'), 'edit delete'],
    ['deny both to another user when the server sends no permissions', rightsOf('mira', null), ''],
    ['deny both when the current user is unknown', rightsOf(undefined), ''],
  ] as const) {
    it(what, () => assert.equal(rights, expected));
  }
});
