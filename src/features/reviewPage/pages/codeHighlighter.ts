import * as vscode from 'vscode';
import type { FailureLog } from '../../../api/failure.ts';
import type { Highlightable, RenderContext } from '../../../markdown/review/index.ts';

type Colours = Pick<RenderContext, 'code' | 'formula'>;

/** Longer code is not coloured. */
const maxLength = 50_000;
/** Maximum number of code blocks, and of formulas, that are cached. */
const capacity = 500;

/**
 * Colours code and typesets formulas with VS Code's Markdown renderer, because this extension bundles no library for
 * either. Only the text and the class names of its HTML are used.
 */
export class CodeHighlighter {
  readonly #failures: FailureLog;
  #startPromise: Promise<void> | undefined;
  /** True once the renderer is loaded. That takes too long for a page to wait. */
  isStarted = false;
  readonly #lines = new Map<string, readonly string[] | undefined>();
  readonly #formulas = new Map<string, string | undefined>();

  constructor(failures: FailureLog) {
    this.#failures = failures;
  }

  /** Loads the renderer. */
  start(): Promise<void> {
    this.#startPromise ??= render('').then(
      () => void (this.isStarted = true),
      error => {
        this.isStarted = true;
        this.#failures.log('Could not start colouring code.', error);
      },
    );
    return this.#startPromise;
  }

  /** Returns the rendered code and formulas of a page. Renders those that are not cached. */
  async of({ codes, formulas }: Highlightable, signal: AbortSignal): Promise<Colours> {
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
      // The built-in Markdown extension may be disabled; the page is readable without colours.
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
    const [{ highlightedLines }, fence] = [await reviewModule(), fenceAround(source)];
    store(this.#lines, key, highlightedLines(await render(`${fence}${language}\n${source}\n${fence}`), source));
  }

  async #loadFormula(formula: string): Promise<void> {
    if (this.#formulas.has(formula) || formula.length > maxLength / 10 || /\n\s*\n|\$/.test(formula)) return;
    const { mathOf } = await reviewModule();
    store(this.#formulas, formula, mathOf(await render(`$$\n${formula.trim()}\n$$`), formula));
  }
}

function reviewModule() {
  return import('../../../markdown/review/index.ts');
}

async function render(markdown: string): Promise<string> {
  const html = await vscode.commands.executeCommand('markdown.api.render', markdown);
  return typeof html === 'string' ? html : '';
}

/** Returns a fence that is longer than any in the code. */
function fenceAround(source: string): string {
  const longestFence = Math.max(2, ...(source.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longestFence + 1);
}

function store<V>(map: Map<string, V>, key: string, value: V): void {
  const [oldest] = map.keys();
  if (map.size >= capacity && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
