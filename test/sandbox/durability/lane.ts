import assert from 'node:assert/strict';
import type { createRandom } from '../random.ts';
import { nouns } from './nouns.ts';
import type { Address, RequestWithInput, Noun, Reply } from './nouns.ts';

export type Random = ReturnType<typeof createRandom>;
/** Sends a request. Resolves to the reply, or to undefined if the connection broke before the whole reply arrived. */
export type Send = (asked: RequestWithInput) => Promise<{ status: number; body: unknown } | undefined>;

/** A created resource in the state that replies have confirmed. */
export interface ConfirmedResource {
  noun: string;
  at: Address;
  parent: ConfirmedResource | undefined;
  /** The unique word of the last acknowledged write. */
  word: string;
  /** The reply to that write, if the reply was the resource itself. */
  body: object | undefined;
  state: 'there' | 'finished' | 'gone';
  /** The write that has no reply yet. */
  pending?: { word: string } | 'remove' | 'finish';
}

/**
 * Writes one resource after another until the connection breaks. Each lane has its own resources, so that lanes can run
 * concurrently and the expected state of each resource is still certain.
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
  things: ConfirmedResource[];
  random: Random;
  /** Returns a word that no other write contains. */
  words: () => string;
  acknowledged: () => void;
}

interface ChosenWrite {
  asked: RequestWithInput;
  acknowledged: (reply: Reply) => void;
}

function chooseWrite(things: ConfirmedResource[], random: Random, word: string): ChosenWrite {
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

function create(things: ConfirmedResource[], random: Random, word: string): ChosenWrite {
  const names = Object.keys(nouns);
  for (;;) {
    const noun = names[random.below(names.length)] ?? '';
    const { within, create: ask, addressOf } = nouns[noun] as Noun;
    const parents = things.filter(thing => thing.noun === within && isLiving(thing));
    const parent = parents[random.below(parents.length)];
    if (within !== undefined && !parent) continue;
    const acknowledged = (reply: Reply) => {
      const thing: ConfirmedResource = {
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

function settle(thing: ConfirmedResource, now: Partial<ConfirmedResource>): void {
  Object.assign(thing, now);
  delete thing.pending;
}

/** Returns the reply if it is the resource itself, and not the reply to a content edit. */
function itself({ noun }: ConfirmedResource, reply: Reply): object | undefined {
  return noun === 'page' || noun === 'file' ? undefined : reply;
}

function isLiving(thing: ConfirmedResource): boolean {
  return thing.state === 'there' && (!thing.parent || isLiving(thing.parent));
}

/**
 * Fails unless a resource has the state of its last acknowledged write. A write without a reply may have happened or
 * not.
 */
export async function checkThing(send: Send, thing: ConfirmedResource): Promise<void> {
  const reply = await send(nounOf(thing).read(thing.at));
  const item = reply?.status === 200 ? itemOf(reply.body, thing) : undefined;
  const what = `${thing.noun} ${JSON.stringify(thing.at)} with '${thing.word}'`;
  const mustBeGone = isGone(thing);
  if (!item) {
    assert.ok(mustBeGone || canBeDeleted(thing), `${what} is lost: ${JSON.stringify(reply)}`);
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

function isGone(thing: ConfirmedResource): boolean {
  return thing.state === 'gone' || (thing.parent !== undefined && isGone(thing.parent));
}

/** Returns true if the removal of the resource or of an ancestor was requested. */
function canBeDeleted({ pending, parent }: ConfirmedResource): boolean {
  return pending === 'remove' || (parent !== undefined && canBeDeleted(parent));
}

function itemOf(body: unknown, { at }: ConfirmedResource): object | undefined {
  const list = body as { items?: { id: string }[] };
  return list.items ? list.items.find(({ id }) => Object.values(at).includes(id)) : (body as object);
}

/** Members that depend on other resources, which are written as well. */
const derived =
  /^(urls|url|updatedAt|comments|replies|spaces|changes|revision|outdated|lastProcessedAt|lastVersion|processingState|.*Count)$/;

function steady(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !derived.test(name)));
}

function nounOf({ noun }: ConfirmedResource): Noun {
  return nouns[noun] as Noun;
}
