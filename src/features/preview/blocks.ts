import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { tagAttributes } from '../../markdown/tagAttributes.ts';
import { type Around, boxOf, type Tag } from './boxes.ts';
import { serviceContent } from './serviceContent.ts';

/** Shows the service's own blocks, such as `{% hint %}`, in the Markdown preview of the service's content. */
export function addServiceBlocks(md: MarkdownIt): void {
  const { block, core, renderer } = md;
  block.ruler.before('fence', 'marginalia_tag', tagRule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  block.ruler.before('html_block', 'marginalia_html_before_tag', htmlBeforeTagRule());
  core.ruler.after('block', 'marginalia_blocks', state => {
    if (serviceContent(state.env)) state.tokens = balanced(state);
  });
  renderer.rules['marginalia_content'] = (tokens, index) => tokens[index]?.content ?? '';
}

/** Reads a line that is nothing but a tag of the service. What it opens or closes is worked out for all of the page. */
function tagRule(state: StateBlock, start: number, _end: number, silent: boolean): boolean {
  const tag = serviceContent(state.env) && readTag(lineAt(state, start));
  if (!tag) return false;
  if (silent) return true;
  const token = state.push('marginalia_tag', '', 0);
  token.meta = tag;
  token.map = [start, start + 1];
  state.line = start + 1;
  return true;
}

/** In Markdown, HTML goes on until a blank line. In the service's it ends before a tag, unless it is verbatim text. */
function htmlBeforeTagRule(): typeof tagRule {
  const known = new WeakMap<StateBlock, { level: number; end: number }>();
  return (state, start, end, silent) => {
    const isHtml = !silent && lineAt(state, start).startsWith('<') && serviceContent(state.env);
    if (!isHtml || /^<(?:[!?]|(?:script|pre|style|textarea)(?:[\s>]|$))/i.test(lineAt(state, start))) return false;
    // Where no tag was found from a line above, none needs to be looked for again.
    const { level, end: searched } = known.get(state) ?? { level: -1, end: -1 };
    if (level === state.level && start < searched) return false;
    let line = start + 1;
    while (line < end && !state.isEmpty(line) && !readTag(lineAt(state, line))) line++;
    known.set(state, { level: state.level, end: line });
    if (line >= end || state.isEmpty(line)) return false;
    state.md.block.tokenize(state, start, line);
    return true;
  };
}

function lineAt({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
}

function readTag(text: string): Tag | undefined {
  const line = text.trimEnd();
  if (!line.startsWith('{%') || !line.endsWith('%}')) return undefined;
  const inner = line.slice(2, -2);
  const [start = '', name] = /^-?\s*([\w-]+)/.exec(inner) ?? [];
  if (name === undefined || inner.includes('%}')) return undefined;
  return { name, attributes: tagAttributes(inner.slice(start.length)) };
}

/**
 * Makes elements of the tags, each of which ends where the element around it ends at the latest. An end closes what was
 * begun last under its name, with everything inside; an end without a beginning is nothing.
 */
function balanced(state: StateCore): Token[] {
  const result: Token[] = [];
  // What is open in each element of Markdown around a place.
  const levels = [new OpenBlocks()];
  for (const token of state.tokens) {
    const open = levels.at(-1) ?? new OpenBlocks();
    if (token.type === 'marginalia_tag') result.push(...elementsOf(state, token, open));
    if (token.nesting < 0) result.push(...closed(state, levels.pop()?.closeAll() ?? []));
    if (token.nesting > 0) levels.push(new OpenBlocks());
    if (token.type !== 'marginalia_tag') result.push(token);
  }
  return [...result, ...closed(state, levels[0]?.closeAll() ?? [])];
}

function elementsOf(state: StateCore, token: Token, open: OpenBlocks): Token[] {
  const tag = token.meta as Tag;
  if (tag.name.startsWith('end')) return closed(state, open.close(tag.name.slice(3)));
  const { element, attributes, content, isOpen } = boxOf(tag, open.around(tag.name, token.map?.[0] ?? 0));
  const box = new state.Token('marginalia_open', element, 1);
  Object.assign(box, { block: true, map: token.map, attrs: attributes });
  const inside = Object.assign(new state.Token('marginalia_content', '', 0), { content });
  if (!isOpen) return [box, inside, ...closed(state, [element])];
  open.begin(tag.name, element);
  return content ? [box, inside] : [box];
}

function closed(state: StateCore, elements: readonly string[]): Token[] {
  return elements.map(name => Object.assign(new state.Token('marginalia_close', name, -1), { block: true }));
}

interface OpenBlock {
  name: string;
  element: string;
  /** The line on which the first of its items begins, which no other block has, and how many have begun. */
  id: number;
  count: number;
}

/** The blocks that have been begun and not ended yet, one inside the other. */
class OpenBlocks {
  readonly #blocks: OpenBlock[] = [];
  readonly #counts = new Map<string, number>();

  begin(name: string, element: string): void {
    this.#blocks.push({ name, element, id: 0, count: 0 });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** What something that begins on a line stands in. */
  around(name: string, line: number): Around {
    const block = this.#blocks.at(-1);
    if (block && name === 'tab') [block.id, block.count] = [block.count ? block.id : line, block.count + 1];
    return { ...block };
  }

  /** Ends the innermost of a name and what is inside; gives their elements, the innermost first. */
  close(name: string): string[] {
    if (!this.#counts.get(name)) return [];
    const elements: string[] = [];
    for (let last = ''; last !== name;) {
      const block = this.#blocks.pop();
      last = block?.name ?? name;
      this.#counts.set(last, (this.#counts.get(last) ?? 0) - 1);
      if (block) elements.push(block.element);
    }
    return elements;
  }

  closeAll(): string[] {
    const open = this.#blocks.splice(0).reverse();
    return open.map(({ element }) => element);
  }
}
