import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { Failure } from '../../../src/api/failure.ts';
import type { Draft } from '../../../src/model/discussions/draft.ts';
import { Drafts } from '../../../src/model/discussions/drafts.ts';
import { Outbox } from '../../../src/model/discussions/outbox.ts';
import { windowName } from '../../../src/model/discussions/windowName.ts';
import { eventually } from '../../host/eventually.ts';

const draft = (id: string): Draft => ({ id, discussion: 'd', text: `Text of ${id}`, target: {} });

describe('drafts on disk', () => {
  let folder: string;
  let messages: string[];
  let windows: Drafts[];

  beforeEach(() => {
    folder = join(tmpdir(), randomUUID());
    messages = [];
    windows = [];
  });
  afterEach(async () => {
    for (const window of windows) window.dispose();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  async function open(window?: string): Promise<Drafts> {
    const notice = (sentence: string) => void messages.push(sentence);
    const drafts = new Drafts(vscode.Uri.file(folder), { notice, ...(window && { window }) });
    windows.push(drafts);
    await drafts.load();
    return drafts;
  }

  /** Opens drafts that do not watch other windows by themselves, like those of a crashed window. */
  function openUnwatched(window: string): Drafts {
    return new Drafts(vscode.Uri.file(folder), { notice: () => undefined, window });
  }

  /** Opens the drafts of a window whose account can be switched. */
  async function openAs(account: { name: string }): Promise<Drafts> {
    const drafts = new Drafts(vscode.Uri.file(folder), { notice: () => undefined, accountOf: () => account.name });
    windows.push(drafts);
    await drafts.load();
    return drafts;
  }

  async function put(path: string, content: unknown): Promise<void> {
    const file = join(folder, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  const unsentIds = (drafts: Drafts) =>
    drafts
      .offeredIn('d')
      .map(({ id }) => id)
      .sort();

  /** Returns the name of another window in a process. */
  function nameOf(process_: number): string {
    const [host, start] = windowName().split('~');
    return [host, start, process_, 'other'].join('~');
  }

  it('are found by the next window, in a versioned file', async () => {
    const window = await open();
    await window.store(draft('a'));
    const [windowFolder] = (await readdir(folder)).filter(name => name.includes('~'));
    const file = JSON.parse(await readFile(join(folder, windowFolder ?? '', 'a.json'), 'utf8'));
    assert.equal(file.version, 1);
    window.dispose();
    assert.deepEqual(unsentIds(await open()), ['a']);
  });

  it('are offered only to the account that typed them', async () => {
    const account = { name: 'first' };
    const window = await openAs(account);
    await window.store(draft('a'));
    window.offer('a');
    await window.makePending(draft('b'));
    await window.store({ ...draft('c'), edited: 'comment' });
    const all = (drafts: Drafts) => [
      drafts.offeredIn('d').map(({ id }) => id),
      drafts.pendingIn().map(({ id }) => id),
      drafts.findInBox(({ edited }) => edited === 'comment')?.id,
      drafts.has(({ id }) => id === 'a'),
    ];
    assert.deepEqual(all(window), [['a', 'b'], ['b'], 'c', true]);
    account.name = 'second';
    assert.deepEqual(all(window), [[], [], undefined, false]);
    await window.dropSent({ discussion: 'd' }, 'Text of a');
    await window.dropEdit('comment');
    account.name = 'first';
    assert.deepEqual(all(window), [['a', 'b'], ['b'], 'c', true]);
  });

  it('of an earlier window are offered only to their account', async () => {
    await put('left/a.json', { version: 1, ...draft('a'), account: 'first' });
    const account = { name: 'second' };
    const window = await openAs(account);
    assert.deepEqual(window.offeredIn('d'), []);
    account.name = 'first';
    assert.equal(window.offeredIn('d').length, 1);
  });

  it('without an account are offered to any account, and belong to the one that edits them', async () => {
    await put('left/a.json', { version: 1, ...draft('a') });
    const account = { name: 'first' };
    const window = await openAs(account);
    account.name = 'second';
    assert.equal(window.offeredIn('d').length, 1);
    await window.store({ ...draft('a'), text: 'More of it' });
    account.name = 'first';
    assert.deepEqual(window.offeredIn('d'), []);
  });

  it('are not sent by another account, unless the user sends them again', async () => {
    const account = { name: 'first' };
    const window = await openAs(account);
    await window.store(draft('a'));
    account.name = 'second';
    const sent: string[] = [];
    const outgoing = {
      ...{ box: {}, text: 'Text of a', action: 'send the comment' },
      draft: () => ({ discussion: 'd', target: {} }),
      send: async (text: string) => sent.push(text),
    };
    const outbox = new Outbox(window);
    const isSaid =
      /^Failure: This was typed while another account was signed in\. Send it again to send it as yours\.$/;
    await assert.rejects(outbox.send(outgoing), isSaid);
    assert.deepEqual([sent, window.get('a')?.account], [[], 'second']);
    await outbox.send(outgoing);
    assert.deepEqual([sent, window.get('a')], [['Text of a'], undefined]);
    await window.store(draft('b'));
    account.name = 'first';
    const heldBack = { box: {}, text: 'Text of b', place: { discussion: 'd' }, draftFor: async () => draft('c') };
    await assert.rejects(outbox.makePending(heldBack), isSaid);
    await outbox.makePending(heldBack);
    assert.deepEqual(
      window.pendingIn().map(({ text, account }) => [text, account]),
      [['Text of b', 'first']],
    );
  });

  it('in the format without version are read', async () => {
    await put('old.json', draft('old'));
    assert.deepEqual(unsentIds(await open()), ['old']);
    assert.deepEqual(messages, []);
  });

  for (const [what, content] of [
    ['an empty file', ''],
    ['a truncated file', '{"id":"b","discus'],
    ['other JSON', '[1]'],
    ['no text', { ...draft('b'), text: 7 }],
    ['an invalid attempt', { ...draft('b'), attempt: 'once' }],
  ] as const) {
    it(`with ${what} are moved aside with a message, and hide no others`, async () => {
      await put('left/a.json', draft('a'));
      await put('left/b.json', content);
      await put('left/c.json', draft('c'));
      assert.deepEqual(unsentIds(await open()), ['a', 'c']);
      assert.equal(messages.length, 1);
      assert.match(messages[0] ?? '', /could not be read. It was put aside in .*damaged.b\.json/);
      assert.deepEqual(await readdir(join(folder, 'damaged')), ['b.json']);
      await open();
      assert.equal(messages.length, 1, 'it is said once');
    });
  }

  it('of a newer version are left unchanged with a message', async () => {
    const newer = { version: 2, words: 'in a form that nobody knows yet' };
    await put('left/new.json', newer);
    await put('left/a.json', draft('a'));
    assert.deepEqual(unsentIds(await open()), ['a']);
    assert.match(messages.join(), /newer version of Marginalia. It is left as it is/);
    assert.deepEqual(JSON.parse(await readFile(join(folder, 'left/new.json'), 'utf8')), newer);
  });

  it('take their ID from the file name, not from its content', async () => {
    await put('left/a.json', draft('../../escaped'));
    assert.deepEqual(unsentIds(await open()), ['a']);
  });

  it('of another open window are offered after it is closed', async () => {
    const other = await open(nameOf(process.ppid));
    await other.store(draft('a'));
    const window = await open();
    assert.deepEqual(unsentIds(window), []);
    other.dispose();
    await eventually(() => assert.deepEqual(unsentIds(window), ['a']));
  });

  it('of a crashed window are offered in one window only', async () => {
    const gone = nameOf(2 ** 22 + 1);
    for (const id of ['a', 'b', 'c']) await put(`${gone}/${id}.json`, draft(id));
    const both = await Promise.all([open(nameOf(process.ppid)), open()]);
    assert.deepEqual(both.flatMap(unsentIds).sort(), ['a', 'b', 'c']);
  });

  it('of a window before a restart of the machine are taken over', async () => {
    const [host] = windowName().split('~');
    await put(`${[host, 'another-start', process.ppid, 'x'].join('~')}/a.json`, draft('a'));
    assert.deepEqual(unsentIds(await open()), ['a']);
  });

  it('of a window on another machine stay with it', async () => {
    await put(`${['another-machine', 'another-start', 1, 'x'].join('~')}/a.json`, draft('a'));
    assert.deepEqual(unsentIds(await open()), []);
  });

  it('are sent in the order in which they became pending, even if the clock is set back', async () => {
    const window = await open();
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    try {
      for (const id of ['c', 'a', 'd', 'b']) {
        await window.makePending(draft(id));
        if (id === 'a') mock.timers.setTime(Date.now() - 3_600_000);
      }
    } finally {
      mock.timers.reset();
    }
    for (const one of [window, await open()]) {
      assert.deepEqual(
        one.pendingIn('d').map(({ id }) => id),
        ['c', 'a', 'd', 'b'],
      );
    }
  });

  it('are removed once another window has sent them, even if this one has just tried to', async () => {
    const [first, second] = [await open(nameOf(process.ppid)), await open()];
    await first.makePending(draft('a'));
    await eventually(() => assert.equal(second.pendingIn().length, 1));
    await first.whileSending('a', async () => {
      // The refresh runs while the text is being taken from this window, before the window knows it.
      const looked = second.refresh();
      await second.whileSending('a', async () => {}).catch(() => {});
      await looked;
      await first.drop('a');
    });
    await second.refresh();
    assert.deepEqual(second.pendingIn(), []);
  });

  it('stay pending when a refresh runs while their sending fails', async () => {
    const window = await open();
    await window.makePending(draft('a'));
    let looked: Promise<void> | undefined;
    const failed = window.whileSending('a', async () => {
      looked = window.refresh();
      throw new Failure('It is refused.');
    });
    await assert.rejects(failed, /It is refused/);
    await looked;
    assert.equal(window.pendingIn('d').length, 1);
  });

  it('that edit pending comments are separate in each window until they are saved', async () => {
    const [first, second] = [await open(nameOf(process.ppid)), await open()];
    await first.makePending(draft('a'));
    await eventually(() => assert.equal(second.pendingIn().length, 1));
    const pending = first.get('a') ?? assert.fail();
    const texts = (window: Drafts) => window.offeredIn('d').map(({ text }) => text);
    await first.storeChange(pending, { id: 'c', text: 'Half' });
    for (const window of [first, second]) {
      assert.deepEqual([texts(window), [...(await window.idsWithUnconfirmedChange())]], [['Text of a'], ['a']]);
    }
    await first.confirmChange(pending, 'All');
    await eventually(() => assert.deepEqual(texts(second), ['All']));
    assert.deepEqual([[...(await second.idsWithUnconfirmedChange())], first.get('c')], [[], undefined]);
  });

  for (const isReloaded of [false, true]) {
    it(`that edit pending comments are offered when another window has sent these${isReloaded ? ', after a reload' : ''}`, async () => {
      const [first, second] = [openUnwatched(nameOf(process.ppid)), await open()];
      await first.makePending(draft('a'));
      await first.storeChange(first.get('a') ?? assert.fail(), { id: 'c', text: 'Half' });
      await second.refresh();
      if (isReloaded) first.dispose();
      await second.whileSending('a', async () => {
        assert.equal(second.get('a')?.text, 'Text of a');
        await second.drop('a');
      });
      const window = isReloaded ? second : first;
      await window.refresh();
      assert.deepEqual(
        window.offeredIn('d').map(({ text }) => text),
        ['Half'],
      );
      if (!isReloaded) first.dispose();
    });
  }

  /** Returns all orders of some values. */
  function ordersOf<T>(things: readonly T[]): T[][] {
    if (things.length === 0) return [[]];
    return things.flatMap((one, index) => ordersOf(things.toSpliced(index, 1)).map(others => [one, ...others]));
  }

  for (const count of [2, 3]) {
    it(`of one of ${count} windows are offered nowhere once another one has sent them, in whatever order the windows close or crash`, async () => {
      const numbers = Array.from({ length: count }, (_, index) => index);
      for (const order of ordersOf(numbers)) {
        for (let crashes = 0; crashes < 2 ** count; crashes++) {
          await rm(folder, { recursive: true, force: true, maxRetries: 5 });
          const processes = numbers.map(() => spawn('sleep', ['60']));
          const all: Drafts[] = [];
          for (const { pid } of processes) all.push(openUnwatched(nameOf(pid ?? 0)));
          const [writer, sender] = all;
          await writer?.store(draft('sent'));
          await writer?.makePending(draft('sent'));
          await writer?.makePending(draft('pending'));
          await writer?.store(draft('left'));
          await sender?.refresh();
          await sender?.whileSending('sent', () => sender.drop('sent'));
          for (const index of order) {
            const isCrash = (crashes & (2 ** index)) !== 0;
            await end(processes[index], isCrash ? undefined : all[index]);
            for (const other of order.slice(order.indexOf(index) + 1)) await all[other]?.refresh();
          }
          const next = openUnwatched(windowName());
          await next.refresh();
          const ids = [unsentIds(next), next.pendingIn('d').map(({ id }) => id)];
          assert.deepEqual(ids, [['left', 'pending'], ['pending']], `${order.join()}, crashes ${crashes}`);
          for (const one of [...all, next]) one.dispose();
        }
      }
    });
  }

  /** Ends a window: disposes its drafts, as a close or reload does, and kills its process. */
  async function end(process_: ChildProcess | undefined, window: Drafts | undefined): Promise<void> {
    window?.dispose();
    process_?.kill('SIGKILL');
    if (process_) await once(process_, 'exit');
  }

  it('that become pending keep the ID of the typed draft', async () => {
    const window = await open();
    await window.store(draft('typed'));
    const text = 'Text of typed';
    const place = { discussion: 'd' };
    await new Outbox(window).makePending({
      box: {},
      text,
      place,
      draftFor: async id => ({ ...place, id, target: {} }),
    });
    assert.deepEqual(
      window.pendingIn('d').map(({ id }) => id),
      ['typed'],
    );
  });

  it('that were becoming pending during a crash exist once, and are gone when they are sent', async () => {
    const gone = nameOf(2 ** 22 + 1);
    await put(`${gone}/a.json`, draft('a'));
    await put('pending/a.json', { ...draft('a'), pending: 1 });
    const window = await open();
    assert.deepEqual([unsentIds(window), window.pendingIn('d').length], [['a'], 1]);
    await put(`${gone}/a.json`, draft('a'));
    await window.drop('a');
    assert.deepEqual(unsentIds(await open()), []);
  });

  it('are removed when an unknown file is in their folder', async () => {
    await put('.DS_Store', '');
    await put('pending/b.json', { ...draft('b'), pending: 1 });
    const window = await open();
    await window.store(draft('a'));
    await window.drop('a');
    await window.drop('b');
    assert.deepEqual(messages, []);
    const next = await open();
    assert.deepEqual([unsentIds(next), next.pendingIn('d')], [[], []]);
  });

  it('that are edited in one place are shown everywhere once they are pending', async () => {
    await put('left/a.json', draft('a'));
    const window = await open();
    window.startEditing('a', 'reviewPage');
    assert.deepEqual(window.offeredIn('d', 'editor'), []);
    await window.makePending(draft('a'));
    assert.equal(window.offeredIn('d', 'editor').length, 1);
  });

  it('that cannot be stored are reported, and can still be sent', async () => {
    await put('x', '');
    folder = join(folder, 'x');
    const window = await open();
    await window.store(draft('a'));
    assert.equal(window.get('a')?.text, 'Text of a');
    assert.match(messages.join(), /cannot be kept on this disk/);
    folder = join(folder, '..');
  });

  it('that cannot be stored or read are reported once', async () => {
    await put('x', '');
    folder = join(folder, 'x');
    const window = await open();
    for (const id of ['a', 'b', 'c']) await window.store(draft(id));
    assert.equal(messages.length, 1);
    folder = join(folder, '..');
    for (const id of ['d', 'e']) await put(`left/${id}.json`, 'not a draft');
    await open();
    assert.equal(messages.filter(sentence => sentence.includes('was put aside')).length, 1);
  });

  it('are readable by their user only', async function () {
    if (process.platform === 'win32') this.skip();
    const window = await open();
    await window.store(draft('a'));
    const [windowFolder] = (await readdir(folder)).filter(name => name.includes('~'));
    const modes = await Promise.all(
      [windowFolder ?? '', `${windowFolder}/a.json`].map(async name => stat(join(folder, name))),
    );
    assert.deepEqual(
      modes.map(({ mode }) => mode & 0o777),
      [0o700, 0o600],
    );
  });

  it('are read when a folder next to theirs is a broken link', async () => {
    await put('left/a.json', { version: 1, ...draft('a') });
    await symlink(join(folder, 'nowhere'), join(folder, 'elsewhere~1~2~x'));
    assert.deepEqual(unsentIds(await open()), ['a']);
  });

  describe('when a comment is sent', () => {
    const place = (conversation: string) => ({ discussion: 'd', conversation, target: {} });

    it('stay when another conversation has a draft with the same text', async () => {
      await put('left/a.json', { version: 1, ...draft('a'), text: 'Done', conversation: 'x' });
      const window = await open();
      const draftOf = () => place('y');
      await new Outbox(window).send({ box: {}, text: 'Done', action: 'send', draft: draftOf, send: async () => {} });
      assert.deepEqual(unsentIds(window), ['a']);
    });

    it('are stored for each input box, even with equal text', async () => {
      const window = await open();
      const outbox = new Outbox(window);
      const send = () => Promise.reject(new Error('cut off'));
      for (const box of [{}, {}]) {
        await assert.rejects(outbox.send({ box, text: 'Done', action: 'send', draft: () => place('y'), send }));
      }
      window.dispose();
      assert.equal(unsentIds(await open()).length, 2);
    });

    it('stay when the same text in another box could not be sent', async () => {
      const window = await open();
      const outbox = new Outbox(window);
      const failing = async () => Promise.reject(new Failure('The server is gone.'));
      const same = { text: 'Done', action: 'send' };
      const other = () => ({ ...place('x'), edited: 'x' });
      await assert.rejects(outbox.send({ ...same, box: {}, draft: () => place('x'), send: failing }));
      await assert.rejects(outbox.send({ ...same, box: 'edit', draft: other, send: failing }));
      await outbox.send({ ...same, box: {}, draft: () => place('y'), send: async () => {} });
      window.dispose();
      assert.equal(unsentIds(await open()).length, 2);
    });

    it('stay when the same text is still being sent from another box', async () => {
      const window = await open();
      const outbox = new Outbox(window);
      const same = { text: 'Done', action: 'send', draft: () => ({ discussion: 'd', target: {} }) };
      let fail = (_: Failure) => {};
      const answer = new Promise<void>((_, reject) => (fail = reject));
      const later = outbox.send({ ...same, box: {}, send: () => answer });
      await outbox.send({ ...same, box: {}, send: async () => {} });
      fail(new Failure('The server is gone.'));
      await assert.rejects(later);
      window.dispose();
      assert.equal(unsentIds(await open()).length, 1);
    });

    it('are sent only once, even if their file cannot be deleted', async () => {
      const window = await open();
      const block = async () => {
        const [ownFolder] = (await readdir(folder)).filter(name => name.includes('~'));
        const [file] = await readdir(join(folder, ownFolder ?? ''));
        const path = join(folder, ownFolder ?? '', file ?? '');
        await rm(path);
        await mkdir(path);
      };
      await new Outbox(window).send({ box: {}, text: 'Sent', action: 'send', draft: () => place('y'), send: block });
      assert.equal(messages.length, 1);
    });
  });
});
