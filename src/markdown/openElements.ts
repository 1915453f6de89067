/**
 * The elements of a page's HTML that are open at a place. It writes every end that a browser would only think: what a
 * browser closes by itself, such as an item by the next one, must not be closed a second time.
 */
export class OpenElements {
  readonly #names: string[] = [];
  /** The HTML that is written before the end tag of each open element. */
  readonly #lastWords: string[] = [];
  /** Where each name stands among them. */
  readonly #places = new Map<string, number[]>();

  /**
   * The tag that begins an element, after the ends of those that it cannot be in; nothing where it has no place.
   * `lastWords` is HTML that the element ends with.
   */
  start(name: string, attributes: string, lastWords = ''): string {
    const { inside, ends } = rules.get(name) ?? {};
    const parentIndex = inside ? this.#last(inside) : -1;
    if (inside && parentIndex < 0) return '';
    const ended = ends ? this.#last(ends) : parentIndex + 1;
    const isEnding = ends ? ended > parentIndex : inside !== undefined;
    const closed = (isEnding ? this.#closeTo(ended) : '') + (name === 'table' ? this.#closeTables() : '');
    if (!voids.has(name)) this.#push(name, lastWords);
    return `${closed}<${name}${attributes}>`;
  }

  /** The tag that ends an element, after the ends of all that is in it; nothing where there is no such element. */
  end(name: string): string {
    const at = this.#last([name]);
    const border = this.#last(tableParts.has(name) ? ['table'] : name === 'table' ? [] : [...cells, 'table']);
    return at < 0 || at < border ? '' : this.#closeTo(at);
  }

  /** Closes what no block of Markdown, or of the service, can be in. */
  makeRoom(): string {
    const at = Math.min(...['p', 'button'].map(name => this.#places.get(name)?.[0] ?? Infinity));
    return this.#closeTo(at) + this.#closeTables();
  }

  closeAll(): string {
    return this.#closeTo(0);
  }

  /** Closes the tables that are open without a cell: a browser closes them when another table begins. */
  #closeTables(): string {
    let ends = '';
    for (let at = this.#last(['table']); at > this.#last(cells); at = this.#last(['table'])) ends += this.#closeTo(at);
    return ends;
  }

  #closeTo(count: number): string {
    let ends = '';
    while (this.#names.length > count) {
      const name = this.#names.pop() ?? '';
      this.#places.get(name)?.pop();
      ends += `${this.#lastWords.pop() ?? ''}</${name}>`;
    }
    return ends;
  }

  #push(name: string, lastWords: string): void {
    const places = this.#places.get(name) ?? [];
    this.#places.set(name, places);
    places.push(this.#names.length);
    this.#names.push(name);
    this.#lastWords.push(lastWords);
  }

  /** Where the innermost of these stands; -1 where none is open. */
  #last(names: readonly string[]): number {
    return Math.max(-1, ...names.map(name => this.#places.get(name)?.at(-1) ?? -1));
  }
}

/** Whether an element of a page's HTML is shown: one that is text, a picture, a table, a list, or marks these. */
export function isRenderedElement(name: string): boolean {
  return renderedElements.has(name);
}

const voids: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'source', 'wbr']);
const cells = ['td', 'th', 'caption'];
const sections = ['thead', 'tbody', 'tfoot'];
const tableParts: ReadonlySet<string> = new Set([...cells, ...sections, 'tr', 'colgroup', 'col']);
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const lists = ['ul', 'ol', 'dl'];
const blocks = [...headings, ...lists, ...words('p div table blockquote pre hr figure figcaption details summary')];
const moreBlocks = words('section article aside header footer main nav address center');
const inline = words('a abbr b bdi bdo br button cite code del dfn em font i img ins kbd mark picture q rp rt ruby s');
const moreInline = words('samp small source span strike strong sub sup time tt u var wbr');
const renderedElements = new Set([...blocks, ...moreBlocks, ...inline, ...moreInline, ...tableParts, 'li', 'dt', 'dd']);

/** Where an element may begin, and what ends there: what is named, else all that is inside the one it is in. */
interface Rule {
  inside?: readonly string[];
  ends?: readonly string[];
}

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...[...blocks, ...moreBlocks].map((name): [string, Rule] => [name, { ends: ['p'] }]),
  ['a', { ends: ['a'] }],
  ['button', { ends: ['button'] }],
  ['li', { inside: ['ul', 'ol'], ends: ['li'] }],
  ['dt', { inside: ['dl'], ends: ['dt', 'dd'] }],
  ['dd', { inside: ['dl'], ends: ['dt', 'dd'] }],
  ...['caption', 'colgroup', ...sections].map((name): [string, Rule] => [name, { inside: ['table'] }]),
  ['col', { inside: ['colgroup', 'table'] }],
  ['tr', { inside: [...sections, 'table'] }],
  ['td', { inside: ['tr', ...sections, 'table'] }],
  ['th', { inside: ['tr', ...sections, 'table'] }],
]);

function words(text: string): string[] {
  return text.split(' ');
}
