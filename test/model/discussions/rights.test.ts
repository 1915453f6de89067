import assert from 'node:assert/strict';
import type { Reply } from '../../../src/model/discussions/requests.ts';
import { rightsOn, type CommentContext } from '../../../src/model/discussions/conversationContext.ts';

const permissions = (edit: boolean, remove: boolean) => ({ view: true, edit, delete: remove });

/** Returns the rights of a user on a reply by Jun. */
function rightsOf(user: string | undefined, permissions?: object | null): string {
  const reply = { id: 'r', postedBy: { id: 'jun' }, body: { markdown: 'Hm.' }, permissions } as unknown as Reply;
  const rights = rightsOn(reply, { user, canApply: true, original: 'A line' } as unknown as CommentContext);
  return Object.entries(rights)
    .flatMap(([name, holds]) => (holds ? [name] : []))
    .join(' ');
}

describe('what the reader may do with a reply', () => {
  for (const [what, rights, expected] of [
    ['an administrator may delete that of another', rightsOf('mira', permissions(false, true)), 'delete'],
    ['the author may edit and delete it', rightsOf('jun', permissions(true, true)), 'edit delete'],
    ['an author who may not comment any more may do neither', rightsOf('jun', permissions(false, false)), ''],
    ['another may do neither', rightsOf('sam', permissions(false, false)), ''],
    ['the author may do both where the server does not say so', rightsOf('jun'), 'edit delete'],
    ['another may do neither where the server does not say so', rightsOf('mira', null), ''],
    ['nobody may do anything where nobody knows who reads', rightsOf(undefined), ''],
  ] as const) {
    it(what, () => assert.equal(rights, expected));
  }
});
