import { failedAs } from '../../api/errors.ts';
import type { Content } from '../content/content.ts';
import type { Delivery } from './delivery.ts';
import type { Discussion } from './discussion.ts';
import type { Draft } from './draft.ts';
import type { Drafts } from './drafts.ts';
import type { CommentTarget, Placements } from './placements.ts';

interface Around {
  drafts: Drafts;
  content: Content;
  placements: Placements;
}

interface Sending {
  signal: AbortSignal;
  /** Told before each one how many are sent. */
  report: (sent: number) => void | Promise<void>;
}

/** Sends what is held back in a discussion, one after the other. Rejects with the first that fails; the rest stays. */
export async function sendPending(discussion: Discussion, around: Around, { signal, report }: Sending): Promise<void> {
  const { drafts } = around;
  const pending = drafts.pendingIn(discussion.key);
  for (const [sent, { id }] of pending.entries()) {
    signal.throwIfAborted();
    await report(sent);
    await drafts.whileSending(id, async () => {
      const draft = drafts.get(id);
      if (draft) await deliverOne(discussion, around, draft);
      await drafts.drop(id);
    });
  }
  await report(pending.length);
}

async function deliverOne(discussion: Discussion, around: Around, draft: Draft): Promise<void> {
  const { attempt: earlier, text } = draft;
  if (draft.resolved !== undefined) return settle(discussion, draft);
  await deliverAimed(discussion, around, draft, (target, deliver) => {
    const begin = (attempt: Draft['attempt']) => around.drafts.keep({ ...draft, target, attempt });
    return deliver(text, { earlier, begin });
  });
}

/** Sends a text to what it hangs on, as deliverDraft does; where that is another by now, to what it is now. */
export async function deliverAimed(
  discussion: Discussion,
  around: Pick<Around, 'content' | 'placements'>,
  draft: Pick<Draft, 'conversation' | 'edited' | 'target'>,
  send: (target: CommentTarget, deliver: (markdown: string, delivery: Delivery) => Promise<void>) => Promise<void>,
): Promise<void> {
  const sendTo = (target: CommentTarget) => {
    const to = { ...draft, target };
    return send(target, (text, delivery) => deliverDraft(discussion, to, text, { ...delivery, placed: () => {} }));
  };
  try {
    await sendTo(draft.target);
  } catch (error) {
    const fresh = failedAs(error, 'invalid', 'notFound') && (await aimAgain(discussion, around, draft));
    if (!fresh) throw error;
    await sendTo(fresh);
  }
}

/** Resolves or reopens a conversation, unless it is gone; of one that is so already others may think otherwise by now. */
async function settle(discussion: Discussion, { conversation = '', resolved }: Draft): Promise<void> {
  const isThere = (await discussion.read(conversation)) !== undefined;
  if (!isThere || resolved === undefined) return;
  await discussion.writing.change(conversation, { resolved });
}

/** What a comment hangs on now, where what it was to hang on is gone; undefined where it still is the same. */
async function aimAgain(
  discussion: Discussion,
  { content, placements }: Pick<Around, 'content' | 'placements'>,
  { target, conversation }: Pick<Draft, 'conversation' | 'target'>,
): Promise<CommentTarget | undefined> {
  const { version, ...place } = await discussion.place();
  if (conversation !== undefined || target.page === undefined || version.kind !== 'changeRequest') return undefined;
  content.refresh({ ...place, number: version.number });
  const { uri, range } = await placements.ofTarget(await discussion.place(), target);
  const fresh = await placements.targetAt(uri, range);
  return fresh.page === target.page && fresh.node === target.node ? undefined : fresh;
}

/** Sends a text that was kept as what it was meant: a comment, a reply, or other words for one of these. */
export async function deliverDraft(
  discussion: Discussion,
  { conversation, edited, target }: Pick<Draft, 'conversation' | 'edited' | 'target'>,
  markdown: string,
  delivery: Delivery & { placed: (id: string) => void },
): Promise<void> {
  const { writing } = discussion;
  // What was not read of a long discussion is there all the same.
  const isThere = conversation !== undefined && (await discussion.read(conversation)) !== undefined;
  if (!isThere) await writing.post(target, markdown, delivery);
  else if (edited === undefined) await writing.reply(conversation, markdown, delivery);
  else await writing.edit(conversation, edited, markdown);
}
