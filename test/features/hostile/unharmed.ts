import assert from 'node:assert/strict';
import { lastErrors } from '../../host/logs.ts';

/** What a person should never read: the insides of a program. */
const insides =
  /TypeError|RangeError|URIError|SyntaxError|undefined|\[object |Cannot read prop|is not a function|NaN|Invalid Date/;

/** Fails when one of these texts shows the insides of the program. They are cut: a huge one must not fill the memory. */
export function assertForPeople(texts: readonly (string | undefined)[]): void {
  const bad = texts.filter(text => text !== undefined && insides.test(text)).map(text => text?.slice(0, 300));
  assert.deepEqual(bad, []);
}

/** What the network library makes of an address that is none, as the cause of an error that says so. */
const ofOthers = /Invalid URL[\s\S]*RedirectHandler/;

/** Watches the whole of the extension host while hostile things go on. */
export class Watch {
  readonly #rejections: string[] = [];
  readonly #memory = process.memoryUsage().rss;
  readonly #hear = (reason: unknown) => void this.#rejections.push(String(reason).slice(0, 300));

  constructor() {
    lastErrors().length = 0;
    process.on('unhandledRejection', this.#hear);
  }

  /** Fails when a promise was left alone, an error of the program was logged, or memory has grown beyond measure. */
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
