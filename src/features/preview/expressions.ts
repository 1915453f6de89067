import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { withSigns } from '../../markdown/invisibleCharacters.ts';
import { decodeEntities } from '../../markdown/plainText.ts';
import { element, type Html, escapeVisibly } from '../../markdown/review/element.ts';
import { type ServiceContent, serviceContentOf } from './serviceContent.ts';

/** Replaces expressions with their values, if these are known. */
export function addExpressions(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'marginalia_expressions', state => {
    const content = serviceContentOf(state.env);
    if (!content?.evaluate) return;
    for (const token of state.tokens) {
      if (token.type === 'inline' && token.children) token.children = withValues(state, token.children, content);
      if (token.type === 'html_block') token.content = htmlWithValues(token.content, content);
    }
  });
}

function withValues(state: StateCore, tokens: readonly Token[], content: ServiceContent): Token[] {
  const result: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token) continue;
    const end = isExpression(token) ? tokens.findIndex((token, at) => at > index && isEnd(token)) : -1;
    const inside = end < 0 ? [] : tokens.slice(index + 1, end).map(token => token.content);
    const html = end < 0 ? undefined : valueHtml(inside.join(''), content);
    if (html === undefined) result.push(token);
    else {
      result.push(Object.assign(new state.Token('marginalia_content', '', 0), { content: html }));
      index = end;
    }
  }
  return result;
}

function isExpression({ type, content }: Token): boolean {
  return type === 'html_inline' && /^<code\s+class=["']?expression["']?\s*>$/.test(content);
}

function isEnd({ type, content }: Token): boolean {
  return type === 'html_inline' && /^<\/code\s*>$/.test(content);
}

/** Replaces expressions in HTML with their values. The result is still unsanitized. */
function htmlWithValues(html: string, content: ServiceContent): string {
  if (!html.includes('expression')) return html;
  return html.replace(/<code\s+class=["']?expression["']?\s*>([^<]*)<\/code\s*>/g, (code, expression: string) => {
    return valueHtml(decodeEntities(expression), content) ?? code;
  });
}

function valueHtml(expression: string, content: ServiceContent): Html | undefined {
  const value = content.evaluate?.(expression.trim());
  if (value === undefined) return undefined;
  return element('span', { class: 'marginalia-variable', title: withSigns(expression.trim()) }, escapeVisibly(value));
}
