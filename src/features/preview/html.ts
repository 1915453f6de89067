import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { type HtmlAttribute, tokenizeHtml } from '../../markdown/htmlTokens.ts';
import { isAllowedAddress, imageAddressAttributes } from '../../markdown/targets.ts';
import { isRenderedElement, OpenElements } from '../../markdown/openElements.ts';
import { renderCards } from './cards.ts';
import { classes, escapeVisibly } from '../../markdown/review/element.ts';
import { coloursOf } from '../../markdown/review/presentation.ts';
import { type ServiceContent, serviceContentOf } from './serviceContent.ts';

/**
 * Sanitizes the HTML of a page: escapes unsafe elements and closes open ones. So a page cannot run scripts, break out
 * of its blocks or the page, or link to anything but pages, files and the web.
 */
export function addWholeHtml(md: MarkdownIt): void {
  md.core.ruler.push('marginalia_html', state => {
    const content = serviceContentOf(state.env);
    if (content) state.tokens = withClosedHtml(state, state.tokens, content);
  });
}

function withClosedHtml(state: StateCore, tokens: readonly Token[], content: ServiceContent): Token[] {
  const result: Token[] = [];
  const add = (html: string) => {
    if (html) result.push(Object.assign(new state.Token('marginalia_content', '', 0), { content: html }));
  };
  // The open HTML elements of the page, for each enclosing Markdown element.
  const levels = [new OpenElements()];
  for (const token of tokens) {
    const open = levels.at(-1) ?? new OpenElements();
    const isHtml = token.type === 'html_block' || token.type === 'html_inline';
    if (isHtml) token.content = sanitizedHtml(renderCards(token.content), open, content);
    if (token.nesting > 0 && token.block) add(open.makeRoom());
    if (token.nesting > 0) levels.push(new OpenElements());
    if (token.nesting < 0) add(levels.pop()?.closeAll() ?? '');
    if (token.type === 'inline') token.children = withClosedHtml(state, token.children ?? [], content);
    resolveReferences(token, content);
    result.push(token);
  }
  add(levels[0]?.closeAll() ?? '');
  return result;
}

function sanitizedHtml(html: string, open: OpenElements, content: ServiceContent): string {
  let result = '';
  for (const token of tokenizeHtml(html)) {
    if (token.kind === 'text' || !isRenderedElement(token.name)) result += token.source.replaceAll('<', '&lt;');
    else if (token.kind === 'end') result += open.end(token.name);
    else
      result += open.start(
        token.name,
        attributesWithClasses(token)
          .map(one => attribute(one, content))
          .join(''),
        questionOf(token),
      );
  }
  return result;
}

/** Returns the question that a button asks, to be appended to its text. */
function questionOf({ name, attributes }: StartTag): string {
  const question = name === 'button' ? attributes.find(isQuestion)?.value : undefined;
  return question ? escapeVisibly(` “${question}”`) : '';
}

function isQuestion({ name }: HtmlAttribute): boolean {
  return name === 'data-query';
}

interface StartTag {
  name: string;
  attributes: readonly HtmlAttribute[];
}

/** Returns the attributes of an element, with the classes that make it look as on the review page. */
function attributesWithClasses({ name, attributes }: StartTag): readonly HtmlAttribute[] {
  const valueOf = (key: string) => attributes.find(attribute => attribute.name === key)?.value ?? '';
  const originalClass = valueOf('class');
  const colourClasses = name === 'mark' ? coloursOf(valueOf('style')) : [];
  const className =
    originalClass === 'expression'
      ? 'marginalia-variable'
      : classes(classesByElement.get(name), ...colourClasses, originalClass);
  if (className === originalClass) return attributes;
  const others = attributes.filter(
    attribute =>
      attribute.name !== 'class' &&
      !(colourClasses.length && attribute.name === 'style') &&
      // The question is rendered as text.
      !(name === 'button' && isQuestion(attribute)),
  );
  return [{ name: 'class', value: className }, ...others];
}

const classesByElement: ReadonlyMap<string, string> = new Map([
  ['button', 'marginalia-button'],
  ['details', 'marginalia-expandable'],
  ['figure', 'marginalia-figure'],
]);

function attribute({ name, value }: HtmlAttribute, content: ServiceContent): string {
  if (!/^[a-z][\w:.-]*$/.test(name) || name.startsWith('on') || sendingAttributes.has(name)) return '';
  if (value === undefined) return ` ${name}`;
  const isReference = name === 'href' || imageAddressAttributes.has(name);
  const target = isReference ? resolveTarget(name, value, content) : undefined;
  const isRefused = isReference && target === undefined && !isAllowedAddress(name, value.replaceAll('&', '&amp;'));
  return isRefused ? '' : ` ${name}="${escapeAttribute(target ?? value)}"`;
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** Attributes that send data or load something other than an image. */
const sendingAttributes: ReadonlySet<string> = new Set([
  'action',
  'formaction',
  'ping',
  'background',
  'poster',
  'xlink:href',
]);

/** Resolves links and images written in Markdown. */
function resolveReferences(token: Token, content: ServiceContent): void {
  for (const name of ['src', 'href']) {
    const reference = token.attrGet(name);
    if (reference === null) continue;
    const target = resolveTarget(name, reference, content);
    if (target !== undefined) {
      token.attrSet(name, target);
      // VS Code resolves `data-src` itself. The path is enough there, and much shorter than a data URI.
      if (name === 'src') token.attrSet('data-src', content.resolve(reference) ?? target);
    } else if (!isAllowedAddress(name, reference.replaceAll('&', '&amp;'))) {
      token.attrs = (token.attrs ?? []).filter(([other]) => other !== name);
    }
  }
}

function resolveTarget(name: string, target: string, content: ServiceContent): string | undefined {
  return imageAddressAttributes.has(name) ? content.image(target) : content.resolve(target);
}
