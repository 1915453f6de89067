import assert from 'node:assert/strict';
import type { createRandom } from '../random.ts';
import { nouns } from './nouns.ts';
import type { Address, Asked, Noun, Reply } from './nouns.ts';

export type Random = ReturnType<typeof createRandom>;
/** Sends a request and gives the reply, or undefined when the connection broke before all of it was there. */
export type Send = (asked: Asked) => Promise<{ status: number; body: unknown } | undefined>;

/** A thing that was made, as far as replies have confirmed it. */
export interface Known {
  noun: string;
  at: Address;
  parent: Known | undefined;
  /** The word of the last write that was acknowledged. */
  word: string;
  /** What that write was answered, where the answer was the thing itself. */
  body: object | undefined;
  state: 'there' | 'finished' | 'gone';
  /** The write that had no reply yet. */
  pending?: { word: string } | 'remove' | 'finish';
}

/**
 * Writes one thing after the other, until the connection breaks. Each lane has things of its own, so that several lanes
 * can write at once and what each of their things must be is certain all the same.
 */
export async function writeUntilBroken({ send, things, random, words, acknowledged }: Lane): Promise<void> {
  for (;;) {
    const write = chooseWrite(things, random, words());
    const reply = await send(write.asked);
    if (!reply) return;
    assert.ok(reply.status < 300, `${write.asked.route} answered ${JSON.stringify(reply)}`);
    write.acknowledged(reply.body as Reply);
    acknowledged();
  }
}

interface Lane {
  send: Send;
  things: Known[];
  random: Random;
  /** Gives a word that no other write has. */
  words: () => string;
  acknowledged: () => void;
}

interface ChosenWrite {
  asked: Asked;
  acknowledged: (reply: Reply) => void;
}

function chooseWrite(things: Known[], random: Random, word: string): ChosenWrite {
  const living = things.filter(isLiving);
  const thing = living[random.below(living.length)];
  if (!thing || random.chance(0.5)) return create(things, random, word);
  const { change, remove, finish } = nounOf(thing);
  const ended = finish ? 'finished' : 'gone';
  const end = finish ?? remove;
  if (end && random.chance(0.4)) {
    thing.pending = finish ? 'finish' : 'remove';
    return { asked: end(thing.at), acknowledged: () => settle(thing, { state: ended }) };
  }
  if (!change) return create(things, random, word);
  thing.pending = { word };
  return { asked: change(thing.at, word), acknowledged: reply => settle(thing, { word, body: itself(thing, reply) }) };
}

function create(things: Known[], random: Random, word: string): ChosenWrite {
  const names = Object.keys(nouns);
  for (;;) {
    const noun = names[random.below(names.length)] ?? '';
    const { within, create: ask, addressOf } = nouns[noun] as Noun;
    const parents = things.filter(thing => thing.noun === within && isLiving(thing));
    const parent = parents[random.below(parents.length)];
    if (within !== undefined && !parent) continue;
    const acknowledged = (reply: Reply) => {
      const thing: Known = {
        noun,
        at: addressOf(parent?.at ?? {}, reply),
        parent,
        word,
        body: undefined,
        state: 'there',
      };
      thing.body = itself(thing, reply);
      things.push(thing);
    };
    return { asked: ask(parent?.at ?? {}, word), acknowledged };
  }
}

function settle(thing: Known, now: Partial<Known>): void {
  Object.assign(thing, now);
  delete thing.pending;
}

/** The reply, where it is the thing and not what an edit of content answers. */
function itself({ noun }: Known, reply: Reply): object | undefined {
  return noun === 'page' || noun === 'file' ? undefined : reply;
}

function isLiving(thing: Known): boolean {
  return thing.state === 'there' && (!thing.parent || isLiving(thing.parent));
}

/** Fails unless a thing is there as its last acknowledged write left it; one without a reply was made or not. */
export async function checkThing(send: Send, thing: Known): Promise<void> {
  const reply = await send(nounOf(thing).read(thing.at));
  const item = reply?.status === 200 ? itemOf(reply.body, thing) : undefined;
  const what = `${thing.noun} ${JSON.stringify(thing.at)} with '${thing.word}'`;
  const mustBeGone = isGone(thing);
  if (!item) {
    assert.ok(mustBeGone || mayBeGone(thing), `${what} is lost: ${JSON.stringify(reply)}`);
    settle(thing, { state: 'gone' });
    return;
  }
  assert.ok(!mustBeGone, `${what} is there again`);
  const { pending } = thing;
  const text = JSON.stringify(item);
  if (typeof pending === 'object' && text.includes(pending.word)) {
    settle(thing, { word: pending.word, body: undefined });
    return;
  }
  assert.ok(text.includes(thing.word), `${what} is ${text}`);
  if (thing.body && pending !== 'finish') {
    assert.deepEqual(steady(item), steady(thing.state === 'finished' ? item : thing.body), what);
  }
  settle(thing, pending === 'finish' ? { state: 'finished' } : {});
}

function isGone(thing: Known): boolean {
  return thing.state === 'gone' || (thing.parent !== undefined && isGone(thing.parent));
}

/** Whether its removal was asked for, or that of what it belongs to. */
function mayBeGone({ pending, parent }: Known): boolean {
  return pending === 'remove' || (parent !== undefined && mayBeGone(parent));
}

function itemOf(body: unknown, { at }: Known): object | undefined {
  const list = body as { items?: { id: string }[] };
  return list.items ? list.items.find(({ id }) => Object.values(at).includes(id)) : (body as object);
}

/** Members that follow from other things, which are written as well. */
const derived =
  /^(urls|url|updatedAt|comments|replies|spaces|changes|revision|outdated|lastProcessedAt|lastVersion|processingState|.*Count)$/;

function steady(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !derived.test(name)));
}

function nounOf({ noun }: Known): Noun {
  return nouns[noun] as Noun;
}
