/** A tag of the service, such as `{% hint style="info" %}`. */
export interface Tag {
  name: string;
  attributes: Record<string, string>;
}

/** What a tag is shown as. */
interface Box {
  className: string;
  /** HTML of its own, before what follows in the page. */
  content: string;
  /** Whether what follows is inside until it is ended. */
  isOpen: boolean;
}

export function boxOf({ name, attributes }: Tag): Box {
  const describe = containers.get(name);
  if (!describe) return { className: 'marginalia-leaf', content: leaf(name, attributes), isOpen: false };
  const { className, title } = describe(attributes);
  const content = title === undefined ? '' : `<div class="marginalia-title">${escaped(title)}</div>\n`;
  return { className, content, isOpen: true };
}

type Describe = (attributes: Record<string, string>) => { className: string; title?: string | undefined };

const plain =
  (className: string): Describe =>
  () => ({ className });

const containers = new Map<string, Describe>([
  [
    'hint',
    ({ style = '' }) => ({ className: `marginalia-hint marginalia-hint-${styles.has(style) ? style : 'info'}` }),
  ],
  ['tabs', plain('marginalia-tabs')],
  ['tab', ({ title = 'Tab' }) => ({ className: 'marginalia-tab', title })],
  ['stepper', plain('marginalia-stepper')],
  ['step', plain('marginalia-step')],
  ['columns', plain('marginalia-columns')],
  ['column', plain('marginalia-column')],
  ['code', ({ title }) => ({ className: 'marginalia-code', title: title || undefined })],
  ['content-ref', plain('marginalia-content-ref')],
]);

const styles: ReadonlySet<string> = new Set(['info', 'success', 'warning', 'danger']);

/** A block without content of its own: its address, or its name where it has none. */
function leaf(name: string, { url, src }: Record<string, string>): string {
  const address = url ?? src ?? '';
  const label = `<span class="marginalia-title">${escaped(name)}</span> ${escaped(address)}`;
  return /^https?:\/\//i.test(address) ? `<a href="${escaped(address)}">${label}</a>\n` : `${label}\n`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
