import { deliverComment, hasArrived } from '../../../src/model/discussions/delivery.ts';
import type { Discussion } from '../../../src/model/discussions/discussion.ts';
import { type Draft, newDraftId } from '../../../src/model/discussions/draft.ts';
import { Drafts } from '../../../src/model/discussions/drafts.ts';
import { deliverDraft, Outbox, sendPending } from '../../../src/model/discussions/outbox.ts';
import type { Comment, CommentRequests } from '../../../src/model/discussions/requests.ts';
import { createRandom } from '../random.ts';

// Reviews in its own process, like a window: types, sends and adds pending comments until the process is killed.

const [folder = '', service = '', seed = '0', task = ''] = process.argv.slice(2);
const random = createRandom(Number(seed));
const user = 'mira';
const drafts = new Drafts({ fsPath: folder } as never, { notice: sentence => process.stderr.write(`${sentence}\n`) });
const outbox = new Outbox(drafts);

const near = async () => (await (await fetch(service)).json()) as Comment[];
const requests = {
  post: async (body: unknown) => (await fetch(service, { method: 'POST', body: JSON.stringify(body) })).json(),
} as unknown as CommentRequests;
const discussion = {
  key: 'd',
  loadConversation: async () => undefined,
  sender: {
    post: (target: Draft['target'], markdown: string, delivery: Parameters<typeof deliverComment>[2]) =>
      deliverComment(requests, { target, markdown, user, known: undefined, near }, delivery),
  },
} as unknown as Discussion;

/** Types a text word by word, and reports each stored word. */
async function type(): Promise<Draft> {
  const id = newDraftId();
  const draft = { id, discussion: 'd', target: {} };
  const length = 1 + random.below(4);
  for (let count = 1; count <= length; count++) {
    await drafts.store({ ...draft, text: textOf(id, count) });
    process.stdout.write(`${id} ${count}\n`);
  }
  return { ...draft, text: textOf(id, length) };
}

function textOf(id: string, count: number): string {
  return [id, ...Array.from({ length: count }, (_, index) => `word${index + 1}`)].join(' ');
}

async function send(draft: Draft): Promise<void> {
  await outbox.send({
    box: draft.id,
    text: draft.text,
    action: 'send the comment',
    draft: () => draft,
    send: (text, delivery) => deliverDraft(discussion, draft, text, { ...delivery, onPosted: () => {} }),
  });
}

async function finish(): Promise<void> {
  const context = { drafts, askNewPlace: async () => undefined } as unknown as Parameters<typeof sendPending>[1];
  await sendPending(discussion, context, { signal: new AbortController().signal, report: () => {} });
}

/** Takes over drafts of killed windows, except for those that were already sent. */
async function takeOver(): Promise<Draft[]> {
  await drafts.refresh();
  const comments = (await near()).map(comment => ({ comment, replies: [], isCut: false }));
  for (const draft of drafts.offeredIn('d')) if (hasArrived(draft, comments, user)) await drafts.drop(draft.id);
  return drafts.offeredIn('d').filter(({ pending }) => pending === undefined);
}

async function review(): Promise<void> {
  const offered = await takeOver();
  const isNew = offered.length === 0 || random.below(2) === 0;
  const draft = isNew ? await type() : offered[random.below(offered.length)];
  const deed = random.below(4);
  if (!draft) return;
  if (deed === 0) await send(draft);
  else if (deed === 1)
    await outbox.makePending({ box: draft.id, text: draft.text, place: draft, draftFor: async () => draft });
  else if (deed === 2) drafts.offer(draft.id);
  else await finish();
}

await drafts.load();
if (task === 'end') {
  for (const draft of await takeOver()) await send(draft);
  await finish();
  drafts.dispose();
} else {
  // Another window may have submitted the shared pending comments first.
  while (true) await review().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
}
