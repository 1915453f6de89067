import { t } from '@vscode/l10n';
import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { parseHtmlCode } from '../../markdown/htmlCode.ts';
import { attributesOfTag, blocksOnOwnLines, customTagAt } from '../../markdown/customTags.ts';
import type { IncludedText } from '../../markdown/review/context.ts';
import { includedHead } from '../../markdown/review/boxHeads.ts';
import { type TagContext, elementOfTag, problemHtml, type Tag } from './tagElements.ts';
import { serviceContentOf } from './serviceContent.ts';

/** Renders the service's custom blocks, such as `{% hint %}`, in the Markdown preview of the service's content. */
export function addServiceBlocks(md: MarkdownIt): void {
  const { block, core, renderer } = md;
  block.ruler.before('fence', 'marginalia_tag', tagRule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  block.ruler.before('html_block', 'marginalia_html_before_tag', htmlBeforeTagRule());
  const options = { alt: ['paragraph', 'reference', 'blockquote'] };
  block.ruler.before('html_block', 'marginalia_html_code', htmlCodeRule, options);
  /** The line of the page for each parsed line, because tags are moved to lines of their own before parsing. */
  const lineNumbers = new WeakMap<StateCore, readonly number[]>();
  core.ruler.before('block', 'marginalia_tag_lines', state => {
    const separated = serviceContentOf(state.env) && blocksOnOwnLines(state.src);
    if (!separated) return;
    state.src = separated.text;
    lineNumbers.set(state, separated.lineNumbers);
  });
  core.ruler.after('block', 'marginalia_blocks', state => {
    if (!serviceContentOf(state.env)) return;
    state.tokens = toElements(state, []);
    const numbers = lineNumbers.get(state);
    for (const token of numbers ? state.tokens : []) {
      const [start, end] = token.map ?? [0, 0];
      if (token.map) token.map = [numbers?.[start] ?? start, (numbers?.[Math.max(end - 1, start)] ?? end) + 1];
    }
  });
  renderer.rules['marginalia_content'] = (tokens, index) => tokens[index]?.content ?? '';
}

/** Parses a line that contains only a tag. Start and end tags are matched later, over the whole page. */
function tagRule(state: StateBlock, start: number, _end: number, silent: boolean): boolean {
  const tag = serviceContentOf(state.env) && readTag(lineAt(state, start));
  if (!tag) return false;
  if (silent) return true;
  const token = state.push('marginalia_tag', '', 0);
  token.meta = tag;
  token.map = [start, start + 1];
  state.line = start + 1;
  return true;
}

/** Parses code that Git Sync writes as HTML into a fence inside a `code` tag. */
function htmlCodeRule(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (!/^<pre[\s>]/i.test(lineAt(state, start)) || !serviceContentOf(state.env)) return false;
  let last = start;
  while (last < end && !/<\/pre\s*>/i.test(lineAt(state, last))) last++;
  if (last >= end || !/<\/pre\s*>\s*$/i.test(lineAt(state, last))) return false;
  const code = parseHtmlCode(state.getLines(start, last + 1, state.blkIndent, false));
  if (!code) return false;
  if (silent) return true;
  const map: [number, number] = [start, last + 1];
  const tag = (isEnd: boolean): Tag => ({ name: 'code', isEnd, attributes: code.attributes });
  Object.assign(state.push('marginalia_tag', '', 0), { meta: tag(false), map });
  const content = `${code.source}\n`;
  Object.assign(state.push('fence', 'code', 0), { info: code.language ?? '', content, markup: '```', map });
  Object.assign(state.push('marginalia_tag', '', 0), { meta: tag(true), map });
  state.line = last + 1;
  return true;
}

/**
 * Ends an HTML block before a tag. In Markdown, an HTML block continues until a blank line, except for verbatim text.
 */
function htmlBeforeTagRule(): typeof tagRule {
  const searchedRanges = new WeakMap<StateBlock, { level: number; end: number }>();
  return (state, start, end, silent) => {
    const isHtml = !silent && lineAt(state, start).startsWith('<') && serviceContentOf(state.env);
    if (!isHtml || /^<(?:[!?]|(?:script|pre|style|textarea)(?:[\s>]|$))/i.test(lineAt(state, start))) return false;
    // An earlier line has already searched this range and found no tag.
    const { level, end: searched } = searchedRanges.get(state) ?? { level: -1, end: -1 };
    if (level === state.level && start < searched) return false;
    let line = start + 1;
    while (line < end && !state.isEmpty(line) && !readTag(lineAt(state, line))) line++;
    searchedRanges.set(state, { level: state.level, end: line });
    if (line >= end || state.isEmpty(line)) return false;
    state.md.block.tokenize(state, start, line);
    return true;
  };
}

function lineAt({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
}

function readTag(text: string): Tag | undefined {
  const line = text.trim();
  const tag = customTagAt(line, 0);
  if (tag?.end !== line.length) return undefined;
  return { name: tag.name, isEnd: tag.isEnd, attributes: attributesOfTag(tag) };
}

/**
 * Turns tags into elements that end at the latest where their parent ends. An end tag closes the last open element of
 * its name and everything inside it; an end tag without a start tag is dropped.
 */
function toElements(state: StateCore, outerTexts: readonly string[]): Token[] {
  const result: Token[] = [];
  setHasEnd(state.tokens);
  // The open blocks, for each enclosing Markdown element.
  const levels = [new OpenBlocks()];
  for (const token of state.tokens) {
    const open = levels.at(-1) ?? new OpenBlocks();
    if (token.type === 'marginalia_tag') result.push(...elementsOf(state, token, open, outerTexts));
    if (token.nesting < 0) result.push(...closeTokens(state, levels.pop()?.closeAll() ?? []));
    if (token.nesting > 0) levels.push(new OpenBlocks());
    if (token.type !== 'marginalia_tag') result.push(token);
  }
  return [...result, ...closeTokens(state, levels[0]?.closeAll() ?? [])];
}

/** Sets `hasEnd` of each tag that has a matching end tag in the same parent. */
function setHasEnd(tokens: readonly Token[]): void {
  const levels = [new Map<string, Tag[]>()];
  for (const token of tokens) {
    if (token.nesting < 0) levels.pop();
    if (token.nesting > 0) levels.push(new Map());
    const open = levels.at(-1);
    if (token.type !== 'marginalia_tag' || !open) continue;
    const tag = token.meta as Tag;
    const same = open.get(tag.name) ?? [];
    open.set(tag.name, same);
    if (!tag.isEnd) same.push(tag);
    else {
      const opening = same.pop();
      if (opening) opening.hasEnd = true;
    }
  }
}

function elementsOf(state: StateCore, token: Token, open: OpenBlocks, outerTexts: readonly string[]): Token[] {
  const tag = token.meta as Tag;
  const text = tag.name === 'include' && !tag.isEnd ? findIncludedText(state, tag, outerTexts) : undefined;
  if (text) return includedTokens(state, token, text, outerTexts);
  if (tag.isEnd) return closeTokens(state, open.close(tag.name));
  const { element, attributes, content, isOpen, hasPageLink } = elementOfTag(
    tag,
    open.contextOf(tag.name, token.map?.[0] ?? 0),
  );
  const box = new state.Token('marginalia_open', element, 1);
  Object.assign(box, { block: true, map: token.map, attrs: attributes });
  const type = hasPageLink ? 'html_block' : 'marginalia_content';
  const inside = Object.assign(new state.Token(type, '', 0), { content });
  if (!isOpen) return [box, inside, ...closeTokens(state, [element])];
  open.begin(tag.name, element);
  return content ? [box, inside] : [box];
}

function findIncludedText(
  { env }: StateCore,
  { attributes }: Tag,
  outerTexts: readonly string[],
): IncludedText | undefined {
  return serviceContentOf(env)?.includedText?.(attributes['src'] ?? '', outerTexts.at(-1));
}

/** Maximum depth of nested includes. */
const maxDepth = 10;

/** Returns the tokens of an included text and its title. They have no line, because they are not part of the page. */
function includedTokens(state: StateCore, token: Token, text: IncludedText, outerTexts: readonly string[]): Token[] {
  const { id, title, markdown, problem: textProblem } = text;
  const box = Object.assign(new state.Token('marginalia_open', 'div', 1), { block: true, map: token.map });
  box.attrs = [['class', 'marginalia-box marginalia-included']];
  const content = (html: string) => Object.assign(new state.Token('marginalia_content', '', 0), { content: html });
  const isRecursive = outerTexts.includes(id) || outerTexts.length >= maxDepth;
  const problem = textProblem ?? (isRecursive ? t('This text includes itself.') : undefined);
  const inside =
    problem === undefined ? blocksOf(state, markdown ?? '', [...outerTexts, id]) : [content(problemHtml(problem))];
  return [box, content(`${includedHead(title)}\n`), ...inside, ...closeTokens(state, ['div'])];
}

/** Parses blocks like those of the page. Their inline content is parsed together with the page. */
function blocksOf(state: StateCore, markdown: string, includingTexts: readonly string[]): Token[] {
  const { md, env } = state;
  const text = markdown.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
  const inner = new md.core.State(blocksOnOwnLines(text)?.text ?? text, md, env);
  md.block.parse(inner.src, md, env, inner.tokens);
  const tokens = toElements(inner, includingTexts);
  for (const token of tokens) token.map = null;
  return tokens;
}

function closeTokens(state: StateCore, elements: readonly string[]): Token[] {
  return elements.map(name => Object.assign(new state.Token('marginalia_close', name, -1), { block: true }));
}

interface OpenBlock {
  name: string;
  element: string;
  /** The line of the block's first item, as a unique ID, and the number of its items so far. */
  id: number;
  count: number;
}

/** The stack of blocks that are open. */
class OpenBlocks {
  readonly #blocks: OpenBlock[] = [];
  readonly #counts = new Map<string, number>();

  begin(name: string, element: string): void {
    this.#blocks.push({ name, element, id: 0, count: 0 });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Returns the context of a tag that begins on a line. */
  contextOf(name: string, line: number): TagContext {
    const block = this.#blocks.at(-1);
    if (block && name === 'tab') [block.id, block.count] = [block.count ? block.id : line, block.count + 1];
    return { ...block };
  }

  /** Closes the innermost block of a name and everything inside it. Returns their elements, innermost first. */
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
