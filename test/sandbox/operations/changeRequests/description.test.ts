import assert from 'node:assert/strict';
import { type Docs, openDocs, spaceId } from '../../docs.ts';

const changeRequest = '/spaces/{spaceId}/change-requests/{changeRequestId}';
const description = {
  object: 'document' as const,
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf' as const, text: 'Why', marks: [] }] }],
    },
  ],
};
const ref = { kind: 'url' as const, url: 'https://linear.app/tidewell/issue/T-1' };

describe('the description and links of a change request in the sandbox', () => {
  let docs: Docs;
  let input: { spaceId: string; changeRequestId: string };
  const open = async (options?: Parameters<typeof openDocs>[1]) => {
    docs = await openDocs({ 'README.md': 'One.\n' }, options);
    input = { spaceId, changeRequestId: (await docs.propose([])).id };
  };
  const read = () => docs.call(`GET ${changeRequest}`, input);

  it('are set and read, each without changing the other', async () => {
    await open();
    const { description: none, links, space } = await read();
    assert.deepEqual([none, links, space], [undefined, [], spaceId]);
    await docs.call(`PATCH ${changeRequest}`, { ...input, body: { description } });
    await docs.call(`PATCH ${changeRequest}`, { ...input, body: { links: [{ ref, title: 'T-1' }] } });
    const now = await read();
    assert.deepEqual(now.description, description);
    assert.deepEqual(
      now.links?.map(link => [link.ref, link.title]),
      [[ref, 'T-1']],
    );
  });

  it('keep a link that is sent with its ID, and reject unknown IDs and too many links', async () => {
    await open();
    const change = (links: { ref: typeof ref; id?: string }[]) =>
      docs.call(`PATCH ${changeRequest}`, { ...input, body: { links } });
    const [first] = (await change([{ ref }])).links ?? [];
    const both = (await change([{ ref, id: first?.id ?? '' }, { ref }])).links ?? [];
    assert.deepEqual([both.length, both[0]?.id], [2, first?.id]);
    const refusal = await docs.refusal(`PATCH ${changeRequest}`, { ...input, body: { links: [{ ref, id: 'no' }] } });
    assert.deepEqual([refusal.status, /links\[0\]\.id is 'no'/.test(refusal.message)], [400, true]);
    const many = Array.from({ length: 11 }, () => ({ ref }));
    assert.equal((await docs.refusal(`PATCH ${changeRequest}`, { ...input, body: { links: many } })).status, 400);
  });

  it('can be sent with a review request', async () => {
    await open();
    await docs.call(`POST ${changeRequest}/requested-reviewers`, { ...input, body: { users: ['rosa'], description } });
    assert.deepEqual((await read()).description, description);
  });

  it('do not exist on a server with only the documented operations', async () => {
    await open({ documentedOnly: true });
    await docs.call(`PATCH ${changeRequest}`, { ...input, body: { subject: 'Lamps', description } });
    const now = await read();
    assert.deepEqual([now.subject, now.description, now.links, now.space], ['Lamps', undefined, undefined, undefined]);
  });
});
