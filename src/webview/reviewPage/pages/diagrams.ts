/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { withSigns } from '../../../markdown/invisibleCharacters.ts';
import { exceededLimit } from '../../diagrams/limits.ts';
import { createElement } from '../../dom.ts';
import type { FromPage, ToPage } from '../messages.ts';
import { DiagramFrame, type Drawing } from './diagramFrame.ts';

type Answer = Extract<ToPage, { type: 'diagramScript' }>;

/**
 * Draws diagrams as images when they come near the viewport. A diagram that cannot be drawn shows the reason and its
 * source. Returns the handler of the extension's answer.
 */
export function diagrams(root: HTMLElement, post: (message: FromPage) => void): (answer: Answer) => void {
  const frame = new DiagramFrame(() => post({ type: 'diagramScript' }));
  /** The drawings, or the reasons why there are none, by source. */
  let known = new Map<string, Drawing | string>();
  let isDark = hasDarkTheme();

  const near = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        for (const box of target.querySelectorAll<HTMLElement>(selector)) draw(box);
      }
    },
    { rootMargin: '400px' },
  );

  const draw = (box: HTMLElement) => {
    const source = box.dataset['diagram'] ?? '';
    const result = known.get(source) ?? exceededLimit(source);
    if (result !== undefined) return show(box, result);
    const results = known;
    const take = (drawing: Drawing | string) => {
      results.set(source, drawing);
      // A drawing that was requested for another theme is stored but not shown.
      if (results === known) show(box, drawing);
    };
    const { fontFamily } = getComputedStyle(document.body);
    frame.draw({ source, isDark, fontFamily }, take, take);
  };

  const watch = (element: Element) => {
    const figures = [...element.querySelectorAll(figureSelector)];
    for (const figure of element.matches(figureSelector) ? [element, ...figures] : figures) near.observe(figure);
  };

  new MutationObserver(changes => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) watch(node);
    }
  }).observe(root, { childList: true, subtree: true });
  new MutationObserver(() => {
    if (isDark === hasDarkTheme()) return;
    isDark = hasDarkTheme();
    known = new Map();
    watch(root);
  }).observe(document.body, { attributes: true, attributeFilter: ['class'] });

  return ({ script, why = '' }) => (script === undefined ? frame.fail(why) : frame.begin(script));
}

const selector = '[data-diagram]';
const figureSelector = '.marginalia-diagram';

function hasDarkTheme(): boolean {
  const { classList } = document.body;
  const isHighContrast = classList.contains('vscode-high-contrast');
  return classList.contains('vscode-dark') || (isHighContrast && !classList.contains('vscode-high-contrast-light'));
}

function show(box: HTMLElement, drawing: Drawing | string): void {
  if (typeof drawing === 'string') {
    const why = t`This diagram cannot be drawn. ${withSigns(drawing)}`;
    return box.replaceChildren(createElement('p', { class: 'marginalia-undrawn' }, why));
  }
  const { svg, width, height } = drawing;
  const [label = ''] = (box.dataset['diagram'] ?? '').trim().split('\n');
  const picture = createElement('img', {
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed())}`,
    ...{ alt: t`Diagram: ${label}`, width: Math.ceil(width), height: Math.ceil(height) },
  });
  picture.addEventListener('load', () => box.closest(figureSelector)?.classList.add('marginalia-drawn'));
  picture.addEventListener('error', () => show(box, t('Its picture is broken.')));
  box.replaceChildren(picture);
}
