import assert from 'node:assert/strict';
import { lastErrors } from '../../host/logs.ts';

/** Matches internals of a program, which no message to users may contain. */
const insides =
  /TypeError|RangeError|URIError|SyntaxError|undefined|\[object |Cannot read prop|is not a function|NaN|Invalid Date/;

/** Fails if a text contains internals of the program. Texts are cut, since a huge one would exhaust the memory. */
export function assertForPeople(texts: readonly (string | undefined)[]): void {
  const bad = texts.filter(text => text !== undefined && insides.test(text)).map(text => text?.slice(0, 300));
  assert.deepEqual(bad, []);
}

/** The network library's error for an invalid URL, which is logged as the cause of a readable error. */
const ofOthers = /Invalid URL[\s\S]*RedirectHandler/;

/** Records unhandled rejections, logged errors and memory use while hostile servers are tested. */
export class Watch {
  readonly #rejections: string[] = [];
  readonly #memory = process.memoryUsage().rss;
  readonly #hear = (reason: unknown) => {
    this.#rejections.push(String(reason instanceof Error ? reason.stack : reason).slice(0, 2000));
  };

  constructor() {
    lastErrors().length = 0;
    process.on('unhandledRejection', this.#hear);
  }

  /** Fails if a rejection was not handled, an error of the program was logged, or the memory has grown too much. */
  end(): void {
    process.off('unhandledRejection', this.#hear);
    const grown = (process.memoryUsage().rss - this.#memory) / 1024 ** 2;
    const logged = lastErrors().filter(line => /TypeError|RangeError|URIError/.test(line) && !ofOthers.test(line));
    assert.deepEqual(this.#rejections, []);
    assert.deepEqual(
      logged.slice(0, 5).map(line => line.slice(0, 600)),
      [],
    );
    assert.ok(grown < 700, `the extension host has grown by ${Math.round(grown)} MB`);
  }
}
