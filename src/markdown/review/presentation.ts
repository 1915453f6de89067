import { t } from '@vscode/l10n';
import { classes, element, type Html } from './element.ts';

/** Styles shared by the review page and the Markdown preview. */
type Attributes = Readonly<Record<string, string>>;

/** Returns the classes of a hint, and the label that screen readers announce in place of its icon. */
export function hintPresentation({ style = '' }: Attributes): { className: string; accessibleLabel: string } {
  const known = hintNames.has(style) ? style : 'info';
  const name = hintNames.get(known)?.() ?? known;
  return { className: `marginalia-hint marginalia-hint-${known}`, accessibleLabel: `${name}: ` };
}

const hintNames: ReadonlyMap<string, () => string> = new Map([
  ['info', () => t({ message: 'info', comment: ['style of a hint'] })],
  ['success', () => t({ message: 'success', comment: ['style of a hint'] })],
  ['warning', () => t({ message: 'warning', comment: ['style of a hint'] })],
  ['danger', () => t({ message: 'danger', comment: ['style of a hint'] })],
]);

/** Returns the classes of a column. Its width is a class, in twelfths, because pages must not have inline styles. */
export function columnClass({ width = '' }: Attributes): string {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(width) ?? [];
  const twelfths = Math.round((Number(percent) / 100) * 12);
  return classes('marginalia-column', twelfths >= 1 && twelfths <= 12 && `marginalia-twelfths-${twelfths}`);
}

/** Returns the address and the label of a reference to other content. */
export function referencePresentation({ url, src, spec, method, path, name }: Attributes): {
  address: string;
  label: string;
} {
  const address = url ?? src ?? spec ?? '';
  return { address, label: [method?.toUpperCase(), path ?? name, address].filter(part => part).join(' ') };
}

/** Returns the classes for the colours in a style, because the content security policy forbids inline styles. */
export function coloursOf(style: string): string[] {
  const declarations = style.matchAll(/(?:^|;)\s*(color|background-color)\s*:\s*([a-z]+)/gi);
  return [...declarations].map(([, of = '', colour = '']) => {
    const kind = of.toLowerCase() === 'color' ? 'color' : 'background';
    return `marginalia-${kind}-${colour.toLowerCase()}`;
  });
}

/** Renders the checkbox of a task. */
export function checkbox(isChecked: boolean): Html {
  const attributes = { role: 'img', 'aria-label': isChecked ? t('Done') : t('Not done') };
  return element('span', { class: classes('marginalia-checkbox', isChecked && 'marginalia-done'), ...attributes });
}
