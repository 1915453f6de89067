import { element, escaped } from '../../markdown/review/element.ts';
import { kindOf } from '../../markdown/review/kinds.ts';
import { columnClass, hintLooks, referenceLooks } from '../../markdown/review/looks.ts';
import { voids, wrappers } from '../../markdown/tags.ts';

/** A tag of the service, such as `{% hint style="info" %}`. */
export interface Tag {
  name: string;
  attributes: Record<string, string>;
}

/** What the tag stands in: the block around it, and how many of its kind have begun there. */
export interface Around {
  name?: string | undefined;
  /** Its number on the page. */
  id?: number;
  count?: number;
}

/** What a tag is shown as. */
interface Box {
  element: string;
  attributes: [string, string][];
  /** HTML of its own, before what follows in the page. */
  content: string;
  /** Whether what follows is inside until it is ended. */
  isOpen: boolean;
}

export function boxOf({ name, attributes }: Tag, around: Around): Box {
  if (name === 'tab') return tab(attributes, around);
  // An item without its list would end the one of Markdown that it is in.
  const isStep = name === 'step' && around.name === 'stepper';
  const list = name === 'stepper' ? 'ol' : isStep ? 'li' : 'div';
  const looks = containers.get(name)?.(attributes) ?? (wrappers.has(name) ? wrapper(name) : undefined);
  if (looks) {
    return { element: list, attributes: [['class', looks.className]], content: looks.content ?? '', isOpen: true };
  }
  const className = `marginalia-leaf marginalia-${voids.get(name) ?? 'integration'}`;
  return { element: 'div', attributes: [['class', className]], content: leaf(name, attributes), isOpen: false };
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
      const { className, said } = hintLooks(attributes);
      return { className, content: element('span', { class: 'marginalia-said' }, escaped(said)) };
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

function wrapper(name: string): Looks {
  return { className: 'marginalia-box', content: titled(name) };
}

/** Tabs are what unfolds, one of them at a time: that needs no script. */
function tab({ title = 'Tab' }: Record<string, string>, { name, id = 0, count = 1 }: Around): Box {
  const isFirst = name !== 'tabs' || count === 1;
  const attributes: Box['attributes'] = [['class', 'marginalia-tabs-item']];
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
  const isWeb = /^https?:\/\//i.test(address);
  const link = isWeb ? element('a', { href: address }, escaped(label)) : escaped(label);
  return `${kindTitle(name)} ${link}\n`;
}

function kindTitle(name: string): string {
  const words = kindOf({ type: voids.get(name) ?? 'integration', tag: name });
  return element('span', { class: 'marginalia-title' }, escaped(words));
}
