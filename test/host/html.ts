import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

type Root = ReturnType<ReturnType<typeof parser>['parse']>;
type Node = Root['children'][number];
export type Element = Extract<Node, { type: 'element' }>;

/** Returns the elements of a preview page as a browser parses it, inside VS Code's wrapper. */
export function pageOf(html: string): Element[] {
  const wrapped = `<div class="markdown-body">${html}<div class="end-of-page"></div></div>`;
  return elements(parser().parse(wrapped));
}

/** Returns every element of a page, parents before children. */
export function elements({ children }: { children: readonly Node[] }): Element[] {
  const all: Element[] = [];
  // Pages may be nested deeper than the call stack allows.
  const waiting = [...children].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type !== 'element') continue;
    all.push(node);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return all;
}

export function classOf({ properties }: Element): string {
  const { className } = properties;
  return Array.isArray(className) ? className.join(' ') : '';
}

/**
 * Returns dangerous parts of a page: those that run code, load something, cover the editor's page, or leave its
 * wrapper.
 */
export function dangersIn(html: string): string[] {
  const page = pageOf(html);
  const wrapper = page.find(element => classOf(element) === 'markdown-body');
  const end = page.filter(element => classOf(element) === 'end-of-page');
  const isWhole = end.length === 1 && wrapper?.children.at(-1) === end[0];
  // The page consists of html, head, body, the wrapper, and the elements in the wrapper.
  const inside = wrapper ? elements(wrapper).length : 0;
  const isAlone = page.length === inside + 4;
  return [
    ...(isWhole ? [] : ['the wrapper of the page is closed, or something in it is not']),
    ...(isAlone ? [] : ['something stands beside the wrapper of the page']),
    ...page.slice(4).flatMap(dangersOf),
  ];
}

function dangersOf(element: Element): string[] {
  const { tagName, properties } = element;
  const attributes = Object.entries(properties);
  return [
    ...(active.has(tagName) ? [`<${tagName}>`] : []),
    ...attributes.filter(([name]) => /^on/i.test(name)).map(([name]) => `${tagName} ${name}`),
    ...attributes
      .filter(([name, value]) => targets.has(name) && !isHarmless(String(value)))
      .map(([name, value]) => `${tagName} ${name}=${String(value)}`),
  ];
}

const active = new Set(
  (
    'script iframe frame frameset object embed applet portal form input textarea select base meta link style svg math ' +
    'template noscript xmp plaintext title video audio dialog'
  ).split(' '),
);
const targets = new Set(['href', 'src', 'srcSet', 'action', 'formAction', 'poster', 'background', 'xLinkHref', 'data']);

function isHarmless(target: string): boolean {
  const scheme = /^[\s\0-\x20]*([a-z][a-z0-9+.\-\s]*):/i.exec(target)?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme) || /^data:image\//.test(target);
}

function parser() {
  return unified().use(rehypeParse, { fragment: false });
}
