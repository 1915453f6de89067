/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { type DrawingRequest, fromFrame, type FromFrame } from '../../diagrams/messages.ts';
import { createElement } from '../../dom.ts';

export type Drawing = Omit<Extract<FromFrame, { type: 'drawn' }>, 'type' | 'id'>;

interface Job {
  request: DrawingRequest;
  done: (drawing: Drawing) => void;
  failed: (why: string) => void;
}

/** Timeout in milliseconds. A frame that draws for longer is removed. */
const drawingTimeout = 10_000;
const loadingTimeout = 30_000;

/**
 * Draws one diagram after the other in a frame that shares nothing with the page. If the browser runs such a frame in
 * its own process, a diagram with an endless loop does not block the page.
 */
export class DiagramFrame {
  readonly #ask: () => void;
  #isAsked = false;
  #script: string | undefined;
  #frame: HTMLIFrameElement | undefined;
  #isReady = false;
  #waiting: Job[] = [];
  #current: Job | undefined;
  #timer = 0;
  #ids = 0;

  /** `ask` requests the script that draws diagrams. */
  constructor(ask: () => void) {
    this.#ask = ask;
    addEventListener('message', ({ source, data }) => {
      const message = source !== null && source === this.#frame?.contentWindow ? fromFrame(data) : undefined;
      if (message) this.#hear(message);
    });
  }

  draw(request: Omit<DrawingRequest, 'id'>, done: Job['done'], failed: Job['failed']): void {
    this.#waiting.push({ request: { ...request, id: ++this.#ids }, done, failed });
    this.#next();
  }

  /** Starts drawing with the script that the extension has sent. */
  begin(script: string): void {
    this.#script = script;
    this.#next();
  }

  /** Rejects all pending drawings. */
  fail(why: string): void {
    this.#close();
    this.#isAsked = false;
    const jobs = this.#waiting;
    this.#waiting = [];
    for (const { failed } of jobs) failed(why);
  }

  #next(): void {
    if (this.#current || this.#waiting.length === 0) return;
    if (this.#script === undefined) {
      if (!this.#isAsked) this.#ask();
      this.#isAsked = true;
    } else if (!this.#frame) {
      this.#open(this.#script);
    } else if (this.#isReady) {
      this.#current = this.#waiting.shift();
      this.#timer = window.setTimeout(() => {
        const job = this.#current;
        this.#close();
        job?.failed(t('It takes too long.'));
        this.#next();
      }, drawingTimeout);
      this.#frame.contentWindow?.postMessage(this.#current?.request, '*');
    }
  }

  #open(script: string): void {
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    // The frame inherits the policy of the page, and has a second one that lets it load nothing.
    const srcdoc = [
      `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'">`,
      `<body><script nonce="${nonce}">`,
      `addEventListener('message', ({ data }) => {`,
      `const script = document.createElement('script');`,
      `script.nonce = '${nonce}';`,
      `script.text = data;`,
      `document.head.append(script);`,
      `}, { once: true });`,
      `</script></body>`,
    ].join('\n');
    const attributes = {
      class: 'diagram-frame',
      sandbox: 'allow-scripts',
      'aria-hidden': 'true',
      tabindex: -1,
      srcdoc,
    };
    const frame = createElement('iframe', attributes);
    frame.addEventListener('load', () => frame.contentWindow?.postMessage(script, '*'), { once: true });
    this.#frame = frame;
    this.#timer = window.setTimeout(() => this.fail(t('What draws diagrams could not be loaded.')), loadingTimeout);
    document.body.append(frame);
  }

  #hear(message: FromFrame): void {
    if (message.type === 'ready') {
      clearTimeout(this.#timer);
      this.#isReady = true;
    } else {
      const job = this.#current;
      if (message.id !== job?.request.id) return;
      clearTimeout(this.#timer);
      this.#current = undefined;
      if (message.type === 'drawn') job.done(message);
      else job.failed(message.why);
    }
    this.#next();
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#frame?.remove();
    this.#frame = undefined;
    this.#current = undefined;
    this.#isReady = false;
  }
}
