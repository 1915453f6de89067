import * as vscode from 'vscode';
import type { FailureLog } from '../../../api/failure.ts';
import type { Colourable, RenderContext } from '../../../markdown/review/index.ts';

type Colours = Pick<RenderContext, 'code' | 'formula'>;

/** Longer code is read as it is. */
const maxLength = 50_000;
/** How many pieces are kept. */
const capacity = 500;

/**
 * Has code coloured and formulas set by VS Code's own renderer of Markdown, which brings what is needed for both: neither
 * is in this extension. What it makes is taken apart, and words and names of what they are alone are kept.
 */
export class Colouring {
  readonly #failures: FailureLog;
  #starting: Promise<void> | undefined;
  /** Whether the renderer has been loaded; that takes so long that a page is not to wait for it. */
  isStarted = false;
  readonly #lines = new Map<string, readonly string[] | undefined>();
  readonly #formulas = new Map<string, string | undefined>();

  constructor(failures: FailureLog) {
    this.#failures = failures;
  }

  /** Loads the renderer. */
  start(): Promise<void> {
    this.#starting ??= render('').then(
      () => void (this.isStarted = true),
      error => {
        this.isStarted = true;
        this.#failures.log('Could not start colouring code.', error);
      },
    );
    return this.#starting;
  }

  /** Returns the rendered code and formulas of a page. Renders those that are not cached. */
  async of({ codes, formulas }: Colourable, signal: AbortSignal): Promise<Colours> {
    try {
      for (const { language, source } of codes) {
        signal.throwIfAborted();
        await this.#loadCode(language, source);
      }
      for (const formula of formulas) {
        signal.throwIfAborted();
        await this.#loadFormula(formula);
      }
    } catch (error) {
      signal.throwIfAborted();
      // Somebody has switched off VS Code's Markdown: all of it can be read without.
      this.#failures.log('Could not colour the code of a page.', error);
    }
    return {
      code: (language, source) => this.#lines.get(`${language}\n${source}`),
      formula: text => this.#formulas.get(text),
    };
  }

  async #loadCode(language: string, source: string): Promise<void> {
    const key = `${language}\n${source}`;
    if (this.#lines.has(key) || source.length > maxLength || !/^[\w+#.-]{1,30}$/.test(language)) return;
    const [{ linesOfColoured }, fence] = [await review(), fenceAround(source)];
    cache(this.#lines, key, linesOfColoured(await render(`${fence}${language}\n${source}\n${fence}`), source));
  }

  async #loadFormula(formula: string): Promise<void> {
    if (this.#formulas.has(formula) || formula.length > maxLength / 10 || /\n\s*\n|\$/.test(formula)) return;
    const { mathOf } = await review();
    cache(this.#formulas, formula, mathOf(await render(`$$\n${formula.trim()}\n$$`), formula));
  }
}

function review() {
  return import('../../../markdown/review/index.ts');
}

async function render(markdown: string): Promise<string> {
  const html = await vscode.commands.executeCommand('markdown.api.render', markdown);
  return typeof html === 'string' ? html : '';
}

/** Code may speak of fences. */
function fenceAround(source: string): string {
  const longestFence = Math.max(2, ...(source.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longestFence + 1);
}

function cache<V>(map: Map<string, V>, key: string, value: V): void {
  const [oldest] = map.keys();
  if (map.size >= capacity && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
