/**
 * The stack of open elements while the HTML of a page is written. End tags that browsers imply, such as that of an item
 * before the next item, are written explicitly and only once.
 */
export class OpenElements {
  readonly #names: string[] = [];
  /** The HTML that is written before the end tag of each open element. */
  readonly #lastWords: string[] = [];
  /** The positions of each name on the stack. */
  readonly #places = new Map<string, number[]>();

  /**
   * Opens an element. Returns its start tag, preceded by the end tags of open elements that cannot contain it. Returns
   * an empty string if the element is not allowed here. `lastWords` is HTML that is written before its end tag.
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

  /** Returns the end tag of an element, after the end tags of its open children; empty if the element is not open. */
  end(name: string): string {
    const at = this.#last([name]);
    const border = this.#last(tableParts.has(name) ? ['table'] : name === 'table' ? [] : [...cells, 'table']);
    return at < 0 || at < border ? '' : this.#closeTo(at);
  }

  /** Closes all elements that cannot contain a Markdown block or custom block. */
  makeRoom(): string {
    const at = Math.min(...['p', 'button'].map(name => this.#places.get(name)?.[0] ?? Infinity));
    return this.#closeTo(at) + this.#closeTables();
  }

  closeAll(): string {
    return this.#closeTo(0);
  }

  /** Closes open tables outside a cell, because browsers close them when another table begins. */
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

  /** Returns the position of the innermost of these elements; -1 if none is open. */
  #last(names: readonly string[]): number {
    return Math.max(-1, ...names.map(name => this.#places.get(name)?.at(-1) ?? -1));
  }
}

/** Returns whether an HTML element is rendered: text, images, tables, lists and their formatting. */
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

/**
 * The elements that may contain an element (`inside`), and those that it closes: `ends`, or else all elements inside
 * that one.
 */
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
