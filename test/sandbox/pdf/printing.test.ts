import assert from 'node:assert/strict';
import type { HttpError } from '../../../src/sandbox/errors.ts';
import { createPrinter } from '../../../src/sandbox/pdf/printing.ts';
import type { PrintBook } from '../../../src/sandbox/pdf/printing.ts';
import type { Book } from '../../../src/sandbox/pdf/book.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A printing thread takes a quarter of a gigabyte, so eight at once would take two. */
describe('the print queue of PDFs', () => {
  const nobody = new AbortController().signal;
  let closing: AbortController;
  let printing: { title: string; finish: () => void; signal: AbortSignal }[];
  let made: string[];

  beforeEach(() => {
    closing = new AbortController();
    printing = [];
    made = [];
  });

  /** Prints until the test finishes it, or until it is aborted. */
  const slowly: PrintBook = ({ title }, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Bytes>();
    const one = { title, finish: () => resolve(new Uint8Array(Buffer.from(title))), signal };
    printing.push(one);
    const end = () => printing.splice(printing.indexOf(one), 1);
    signal.addEventListener('abort', () => reject(new Error('given up')));
    return promise.finally(end);
  };

  function open() {
    const printer = createPrinter(closing.signal, slowly);
    return (title: string, gone = nobody) => {
      const makeBook = () => {
        made.push(title);
        return { title } as Book;
      };
      return printer.print(makeBook, gone).then(
        bytes => Buffer.from(bytes).toString(),
        (error: HttpError) => error,
      );
    };
  }

  it('prints one document at a time, in order, and prepares none before its turn', async () => {
    const print = open();
    const printed = ['a', 'b', 'c'].map(title => print(title));
    for (const title of ['a', 'b', 'c']) {
      await settled();
      assert.deepEqual(
        printing.map(one => one.title),
        [title],
      );
      assert.equal(made.at(-1), title);
      printing[0]?.finish();
    }
    assert.deepEqual(await Promise.all(printed), ['a', 'b', 'c']);
  });

  it('has room for four, and sends Retry-After to others', async () => {
    const print = open();
    const printed = ['a', 'b', 'c', 'd', 'e'].map(title => print(title));
    const refused = await print('f');
    assert.ok(typeof refused === 'object');
    assert.equal(refused.status, 503);
    assert.match(refused.message, /^The PDF was not printed: another one is being printed, and 4 wait\. Ask again /);
    assert.match(refused.headers['retry-after'] ?? '', /^\d+$/);
    for (const _ of printed) {
      await settled();
      printing[0]?.finish();
    }
    assert.deepEqual(await Promise.all(printed), ['a', 'b', 'c', 'd', 'e']);
    const again = print('g');
    await settled();
    printing[0]?.finish();
    assert.equal(await again, 'g');
  });

  it('removes clients that disconnect while they wait, and aborts printing when they disconnect later', async () => {
    const print = open();
    const [first, second] = [new AbortController(), new AbortController()];
    const printed = [print('a', first.signal), print('b', second.signal), print('c'), print('d'), print('e')];
    await settled();
    second.abort();
    await settled();
    const last = print('f');
    first.abort();
    for (const title of ['c', 'd', 'e', 'f']) {
      await settled();
      assert.deepEqual(
        printing.map(one => one.title),
        [title],
      );
      printing[0]?.finish();
    }
    assert.deepEqual((await Promise.all([...printed.slice(2), last])).join(), 'c,d,e,f');
    assert.deepEqual(made, ['a', 'c', 'd', 'e', 'f']);
  });

  it('continues after a document that cannot be made or printed', async () => {
    const printer = createPrinter(closing.signal, () => Promise.reject(new Error('no ink')));
    const makeBook = () => assert.fail('no page');
    await assert.rejects(printer.print(makeBook, nobody), /no page/);
    await assert.rejects(
      printer.print(() => ({ title: 'a' }) as Book, nobody),
      /no ink/,
    );
    await assert.rejects(
      printer.print(() => ({ title: 'b' }) as Book, nobody),
      /no ink/,
    );
  });

  it('rejects waiting clients when the sandbox closes', async () => {
    const print = open();
    const printed = [print('a'), print('b')];
    await settled();
    closing.abort();
    const results = await Promise.all([...printed, print('c')]);
    assert.deepEqual(
      results.map(result => typeof result),
      ['object', 'object', 'object'],
    );
    assert.deepEqual(printing, []);
    assert.deepEqual(made, ['a']);
  });
});

function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
