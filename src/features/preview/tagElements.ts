import { t } from '@vscode/l10n';
import { boxHead } from '../../markdown/review/boxHeads.ts';
import { element, escapeHtml, escapeVisibly } from '../../markdown/review/element.ts';
import { kindOf } from '../../markdown/review/kinds.ts';
import { columnClass, hintPresentation, referencePresentation } from '../../markdown/review/presentation.ts';
import { voidTags, wrapperTags } from '../../markdown/tags.ts';

/** A tag of the service, such as `{% hint style="info" %}`. */
export interface Tag {
  name: string;
  isEnd?: boolean;
  attributes: Record<string, string>;
  /** True if an end tag follows. */
  hasEnd?: boolean;
}

/** The context of a tag: the enclosing block, and the number of its items so far. */
export interface TagContext {
  name?: string | undefined;
  /** A number that is unique on the page. */
  id?: number;
  count?: number;
}

/** The HTML element of a tag. */
interface TagElement {
  element: string;
  attributes: [string, string][];
  /** HTML that precedes the content of the block. */
  content: string;
  /** True if the content that follows belongs to the element until it is closed. */
  isOpen: boolean;
  /** True if `content` has a link as written in the page, which must still be resolved. */
  hasPageLink?: boolean;
}

export function elementOfTag({ name, attributes, hasEnd = false }: Tag, context: TagContext): TagElement {
  if (name === 'tab') return tab(attributes, context);
  // A step outside a stepper must not be an `li`, because that would close the Markdown list item around it.
  const isStep = name === 'step' && context.name === 'stepper';
  const list = name === 'stepper' ? 'ol' : isStep ? 'li' : 'div';
  const appearance = containers.get(name)?.(attributes) ?? (isBox(name, hasEnd) ? box(name, attributes) : undefined);
  if (appearance) {
    return {
      element: list,
      attributes: [['class', appearance.className]],
      content: appearance.content ?? '',
      isOpen: true,
    };
  }
  const kind = voidTags.get(name);
  const className = kind ? `marginalia-leaf marginalia-${kind}` : 'marginalia-box';
  const content = kind ? leaf(name, attributes) : boxHead(name, attributes);
  return { element: 'div', attributes: [['class', className]], content, isOpen: false, hasPageLink: isPage(name) };
}

/** Returns true if a tag starts a box around what follows. `swagger` contains content only in older pages. */
function isBox(name: string, hasEnd: boolean): boolean {
  return wrapperTags.has(name) || (hasEnd && (!voidTags.has(name) || voidTags.get(name) === 'swagger'));
}

/** Returns a paragraph that explains why a block is empty. */
export function problemHtml(problem: string): string {
  return `${element('p', {}, escapeVisibly(problem))}\n`;
}

interface Appearance {
  className: string;
  content?: string;
}

const withClass = (className: string) => (): Appearance => ({ className });

const containers = new Map<string, (attributes: Record<string, string>) => Appearance>([
  [
    'hint',
    attributes => {
      const { className, accessibleLabel: label } = hintPresentation(attributes);
      return { className, content: element('span', { class: 'marginalia-said' }, escapeHtml(label)) };
    },
  ],
  ['tabs', withClass('marginalia-tabs')],
  ['stepper', withClass('marginalia-stepper')],
  ['step', withClass('marginalia-stepper-step')],
  ['columns', withClass('marginalia-columns')],
  ['column', attributes => ({ className: columnClass(attributes) })],
  ['code', ({ title = '' }) => ({ className: 'marginalia-code', content: title && titleHtml(title) })],
  ['content-ref', () => ({ className: 'marginalia-leaf marginalia-content-ref', content: kindTitle('content-ref') })],
]);

function box(name: string, attributes: Record<string, string>): Appearance {
  const content = boxHead(name, attributes);
  return { className: 'marginalia-box', ...(content && { content: `${content}\n` }) };
}

/** Tabs are exclusive `details` elements, which need no script. */
function tab({ title = t('Tab') }: Record<string, string>, { name, id = 0, count = 1 }: TagContext): TagElement {
  const isFirst = name !== 'tabs' || count === 1;
  const attributes: TagElement['attributes'] = [['class', 'marginalia-tabs-item']];
  if (name === 'tabs') attributes.push(['name', `marginalia-tabs-${id}`]);
  if (isFirst) attributes.push(['open', '']);
  return { element: 'details', attributes, content: element('summary', {}, escapeHtml(title)), isOpen: true };
}

function titleHtml(text: string): string {
  return `${element('div', { class: 'marginalia-title' }, escapeHtml(text))}\n`;
}

/** Returns the content of a block without children: a link to its address, or else its name. */
function leaf(name: string, attributes: Record<string, string>): string {
  const { address, label } = referencePresentation(attributes);
  const isLink = /^https?:\/\//i.test(address) || isPage(name);
  const link = isLink ? element('a', { href: address }, escapeHtml(label)) : escapeHtml(label);
  return `${kindTitle(name)} ${link}\n`;
}

/** Returns true if a tag refers to a page. */
function isPage(name: string): boolean {
  return voidTags.get(name) === 'content-ref';
}

function kindTitle(name: string): string {
  const text = kindOf({ type: voidTags.get(name) ?? 'integration', tag: name });
  return element('span', { class: 'marginalia-title' }, escapeHtml(text));
}
