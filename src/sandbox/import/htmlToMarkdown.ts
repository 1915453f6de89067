import type { Element, Nodes, Root } from 'hast';
import { select, selectAll } from 'hast-util-select';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { simplifyNesting } from './nesting.ts';

export interface HtmlPage {
  /** The title from the page's heading or head, if it has one. */
  title: string | undefined;
  markdown: string;
}

/** Resolves the address of a link or a picture; `base` is the page's `<base href>`, or empty. */
export type AddressOf = (written: string, kind: 'link' | 'picture', base: string) => string;

/**
 * Converts the main content of an HTML page to Markdown. Returns undefined if there is none, and for a page that only
 * redirects.
 */
export function htmlToMarkdown(html: string, addressOf: AddressOf): HtmlPage | undefined {
  const tree = unified().use(rehypeParse).parse(html);
  simplifyNesting(tree);
  if (select('meta[http-equiv=refresh]', tree)) return undefined;
  const { content, isWhole } = contentOf(tree);
  remove(content, selectAll([...neverContent, ...(isWhole ? aroundContent : [])].join(','), content));
  unlinkHeadings(content);
  remove(content, selectAll('a[href]', content).filter(isEmpty));
  const title = textOf(select('h1', content)) || textOf(select('head > title', tree)) || textOf(select('h1', tree));
  setLanguages(content, []);
  resolveAddresses(content, addressOf, String(select('base', tree)?.properties['href'] ?? ''));
  const processor = unified().use(rehypeRemark).use(remarkGfm).use(remarkStringify);
  const markdown = processor.stringify(processor.runSync({ type: 'root', children: [content] } satisfies Root));
  return markdown.trim() === '' ? undefined : { title: title || undefined, markdown };
}

const neverContent = [
  ...[
    'script',
    'style',
    'noscript',
    'template',
    'nav',
    'button',
    'input',
    'select',
    'textarea',
    'dialog',
    'svg',
    'wbr',
  ],
  // Links from a heading to itself, and invisible elements.
  ...['.headerlink', '.anchor-link', '.hash-link', '[hidden]', '[aria-hidden=true]'],
];
const aroundContent = ['header', 'footer', 'aside', '[role=navigation]', '[role=banner]', '[role=contentinfo]'];

/**
 * Returns the element with the content of a page. `isWhole` is true if the page marks none, so that its body is used.
 */
function contentOf(tree: Root): { content: Element; isWhole: boolean } {
  const main = select('main', tree) ?? select('[role=main]', tree) ?? select('div#main-content', tree);
  const articles = selectAll('article', main ?? tree);
  const article = articles.length === 1 ? articles[0] : undefined;
  // The main element may contain lists of other pages beside the article. It is used whole if its heading is outside
  // the article.
  const isArticle = article && (!main || select('h1', article));
  const content = isArticle ? article : main;
  if (content) return { content, isWhole: false };
  const body = select('body', tree);
  return { content: body ?? { type: 'element', tagName: 'body', properties: {}, children: [] }, isWhole: true };
}

function remove(content: Element, elements: readonly Element[]): void {
  const unwanted = new Set<Nodes>(elements);
  const visit = (element: Element) => {
    element.children = element.children.filter(child => !unwanted.has(child));
    for (const child of element.children) if (child.type === 'element') visit(child);
  };
  visit(content);
}

/** Removes links from headings to themselves, which sites put on the text or on a symbol after the text. */
function unlinkHeadings(content: Element): void {
  for (const heading of selectAll('h1, h2, h3, h4, h5, h6', content)) {
    const ownLinks = new Set(selectAll('[id]', heading).map(({ properties }) => `#${String(properties['id'])}`));
    heading.children = heading.children.flatMap(child => {
      const isSelfLink =
        child.type === 'element' && child.tagName === 'a' && ownLinks.has(String(child.properties['href']));
      if (!isSelfLink) return child;
      return /^[\s#§¶]*$/.test(textOf(child)) ? [] : child.children;
    });
  }
}

/** Returns true for a link without text or picture, which only serves styling. */
function isEmpty(link: Element): boolean {
  return textOf(link) === '' && !select('img', link);
}

function textOf(node: Nodes | undefined): string {
  const text = (part: Nodes): string =>
    part.type === 'text' ? part.value : 'children' in part ? part.children.map(text).join('') : '';
  return node ? text(node).replace(/\s+/g, ' ').trim() : '';
}

/** Moves the language of code to the `code` element. Sites set it on the block or on one of two elements around it. */
function setLanguages(parent: Element, above: readonly (string | undefined)[]): void {
  const languages = [languageOf(parent), ...above].slice(0, 2);
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'pre') setLanguage(child, languages);
    else setLanguages(child, languages);
  }
}

function setLanguage(pre: Element, outerLanguages: readonly (string | undefined)[]): void {
  const code = pre.children.find((child): child is Element => child.type === 'element' && child.tagName === 'code');
  const language = [code && languageOf(code), languageOf(pre), ...outerLanguages].find(Boolean);
  const properties = language ? { className: [`language-${language}`] } : {};
  if (code) code.properties = properties;
  else pre.children = [{ type: 'element', tagName: 'code', properties, children: pre.children as Element[] }];
}

function languageOf({ properties }: Element): string | undefined {
  const { className, dataLang, dataLanguage } = properties;
  const classes = Array.isArray(className) ? className.map(String) : [];
  const named = classes.map(name => /^(?:language|lang|highlight(?:-source|-text)?)-([\w+#.-]+)$/.exec(name)?.[1]);
  const language = named.find(Boolean) ?? dataLang ?? dataLanguage;
  return typeof language === 'string' && !/^(?:default|none)$/.test(language) ? language : undefined;
}

function resolveAddresses(content: Element, addressOf: AddressOf, base: string): void {
  for (const { properties } of selectAll('a[href]', content)) {
    properties['href'] = addressOf(String(properties['href']), 'link', base);
  }
  for (const { properties } of selectAll('img[src]', content)) {
    properties['src'] = addressOf(String(properties['src']), 'picture', base);
  }
}
