import type { MarkdownIt, StateBlock } from 'markdown-it';

/** Shows the service's own blocks, such as `{% hint %}`, in the Markdown preview. */
export function addServiceBlocks(md: MarkdownIt): void {
  const rule = (state: StateBlock, start: number, _end: number, silent: boolean) => {
    const line = state.src.slice((state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0), state.eMarks[start]);
    const html = htmlOfTag(line.trim());
    if (html === undefined) return false;
    if (silent) return true;
    const token = state.push('html_block', '', 0);
    token.content = html;
    token.map = [start, start + 1];
    state.line = start + 1;
    return true;
  };
  md.block.ruler.before('fence', 'marginalia_block', rule, { alt: ['paragraph', 'blockquote', 'list'] });
}

/** The HTML of a line that is nothing but a tag of the service; undefined for any other line. */
export function htmlOfTag(line: string): string | undefined {
  const [, name, rest = ''] = /^\{%\s*([\w-]+)\s*(.*?)\s*%\}$/.exec(line) ?? [];
  if (!name) return undefined;
  if (name.startsWith('end')) return containers[name.slice(3)] ? '</div>\n' : '';
  const attributes = attributesIn(rest);
  const open = containers[name];
  return open ? open(attributes) : leaf(name, attributes);
}

type Attributes = Record<string, string>;

const containers: Record<string, (attributes: Attributes) => string> = {
  hint: ({ style = 'info' }) => {
    const known = ['info', 'success', 'warning', 'danger'].includes(style) ? style : 'info';
    return `<div class="marginalia-hint marginalia-hint-${known}">\n`;
  },
  tabs: () => '<div class="marginalia-tabs">\n',
  tab: ({ title = 'Tab' }) => titled('tab', title),
  stepper: () => '<div class="marginalia-stepper">\n',
  step: () => '<div class="marginalia-step">\n',
  columns: () => '<div class="marginalia-columns">\n',
  column: () => '<div class="marginalia-column">\n',
  code: ({ title }) => (title ? titled('code', title) : '<div class="marginalia-code">\n'),
  'content-ref': () => '<div class="marginalia-content-ref">\n',
};

function titled(kind: string, title: string): string {
  return `<div class="marginalia-${kind}"><div class="marginalia-title">${escaped(title)}</div>\n`;
}

/** A block without content of its own: its address, or its name where it has none. */
function leaf(name: string, { url, src }: Attributes): string {
  const address = url ?? src;
  const isWeb = address !== undefined && /^https?:/.test(address);
  const label = `<span class="marginalia-title">${escaped(name)}</span> ${escaped(address ?? '')}`;
  const shown = isWeb ? `<a href="${escaped(address)}">${label}</a>` : label;
  return `<div class="marginalia-leaf">${shown}</div>\n`;
}

function attributesIn(text: string): Attributes {
  const attributes: Attributes = {};
  for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)="([^"]*)"/g)) attributes[name] = value;
  return attributes;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
