import { boxHead } from '../../markdown/review/boxLooks.ts';
import { element, escaped, readable } from '../../markdown/review/element.ts';
import { kindOf } from '../../markdown/review/kinds.ts';
import { columnClass, hintLooks, referenceLooks } from '../../markdown/review/looks.ts';
import { voids, wrappers } from '../../markdown/tags.ts';

/** A tag of the service, such as `{% hint style="info" %}`. */
export interface Tag {
  name: string;
  isEnd?: boolean;
  attributes: Record<string, string>;
  /** Whether an end tag follows. */
  hasEnd?: boolean;
}

/** The context of a tag: the enclosing block, and how many items have begun in it. */
export interface TagContext {
  name?: string | undefined;
  /** Its number on the page. */
  id?: number;
  count?: number;
}

/** The HTML element of a tag. */
interface TagElement {
  element: string;
  attributes: [string, string][];
  /** HTML of its own, before what follows in the page. */
  content: string;
  /** Whether what follows is inside until it is ended. */
  isOpen: boolean;
  /** Whether the content has a link as the page writes it, of which the place is to be found. */
  hasPageLink?: boolean;
}

export function elementOfTag({ name, attributes, hasEnd = false }: Tag, context: TagContext): TagElement {
  if (name === 'tab') return tab(attributes, context);
  // An item without its list would end the one of Markdown that it is in.
  const isStep = name === 'step' && context.name === 'stepper';
  const list = name === 'stepper' ? 'ol' : isStep ? 'li' : 'div';
  const looks = containers.get(name)?.(attributes) ?? (isBox(name, hasEnd) ? box(name, attributes) : undefined);
  if (looks) {
    return { element: list, attributes: [['class', looks.className]], content: looks.content ?? '', isOpen: true };
  }
  const kind = voids.get(name);
  const className = kind ? `marginalia-leaf marginalia-${kind}` : 'marginalia-box';
  const content = kind ? leaf(name, attributes) : boxHead(name, attributes);
  return { element: 'div', attributes: [['class', className]], content, isOpen: false, hasPageLink: isPage(name) };
}

/** Whether a tag begins a box around what follows. Older editors described operations of an API within their tags. */
function isBox(name: string, hasEnd: boolean): boolean {
  return wrappers.has(name) || (hasEnd && (!voids.has(name) || voids.get(name) === 'swagger'));
}

/** Why there is nothing else to be seen. */
export function problemHtml(problem: string): string {
  return `${element('p', {}, readable(problem))}\n`;
}

interface Looks {
  className: string;
  content?: string;
}

const plain = (className: string) => (): Looks => ({ className });

const containers = new Map<string, (attributes: Record<string, string>) => Looks>([
  [
    'hint',
    attributes => {
      const { className, accessibleLabel: label } = hintLooks(attributes);
      return { className, content: element('span', { class: 'marginalia-said' }, escaped(label)) };
    },
  ],
  ['tabs', plain('marginalia-tabs')],
  ['stepper', plain('marginalia-stepper')],
  ['step', plain('marginalia-stepper-step')],
  ['columns', plain('marginalia-columns')],
  ['column', attributes => ({ className: columnClass(attributes) })],
  ['code', ({ title = '' }) => ({ className: 'marginalia-code', content: title && titled(title) })],
  ['content-ref', () => ({ className: 'marginalia-leaf marginalia-content-ref', content: kindTitle('content-ref') })],
]);

function box(name: string, attributes: Record<string, string>): Looks {
  const content = boxHead(name, attributes);
  return { className: 'marginalia-box', ...(content && { content: `${content}\n` }) };
}

/** Tabs are what unfolds, one of them at a time: that needs no script. */
function tab({ title = 'Tab' }: Record<string, string>, { name, id = 0, count = 1 }: TagContext): TagElement {
  const isFirst = name !== 'tabs' || count === 1;
  const attributes: TagElement['attributes'] = [['class', 'marginalia-tabs-item']];
  if (name === 'tabs') attributes.push(['name', `marginalia-tabs-${id}`]);
  if (isFirst) attributes.push(['open', '']);
  return { element: 'details', attributes, content: element('summary', {}, escaped(title)), isOpen: true };
}

function titled(words: string): string {
  return `${element('div', { class: 'marginalia-title' }, escaped(words))}\n`;
}

/** A block without content of its own: its address, or its name where it has none. */
function leaf(name: string, attributes: Record<string, string>): string {
  const { address, label } = referenceLooks(attributes);
  const isLink = /^https?:\/\//i.test(address) || isPage(name);
  const link = isLink ? element('a', { href: address }, escaped(label)) : escaped(label);
  return `${kindTitle(name)} ${link}\n`;
}

/** Whether a block leads to a page. */
function isPage(name: string): boolean {
  return voids.get(name) === 'content-ref';
}

function kindTitle(name: string): string {
  const words = kindOf({ type: voids.get(name) ?? 'integration', tag: name });
  return element('span', { class: 'marginalia-title' }, escaped(words));
}
