import type { Block } from '../block.ts';
import { withSigns } from '../invisibleCharacters.ts';
import type { Resumable } from '../resumable.ts';
import { isAllowedLinkTarget } from '../targets.ts';
import type { BlockChange } from './change.ts';
import { element, type Html, escapeVisibly } from './element.ts';
import { kindOf } from './kinds.ts';
import { referencePresentation } from './presentation.ts';
import { withChangeMark, type WordView, wordsHtml } from './wordsHtml.ts';

/** Renders a block that refers to other content: its address, and the text about it. */
export function* referenceHtml({ words = [] }: BlockChange, view: WordView, block: Block): Resumable<Html> {
  const { address, label: written } = referencePresentation(block.attributes);
  const label = escapeVisibly(written);
  const isWeb = isAllowedLinkTarget(address) && /^https?:/i.test(address);
  const link = isWeb
    ? element('a', { href: address, title: withSigns(address) }, label)
    : element(
        'span',
        { 'data-target': isAllowedLinkTarget(address) ? address : undefined, title: withSigns(address) },
        label,
      );
  const text = yield* wordsHtml(words, view);
  // A link to a page contains the page as a link already, so the address is not repeated.
  const isSaid = block.type === 'content-ref' && text !== '';
  return leafHtml(
    block.type,
    kindOf(block),
    [isSaid ? '' : withChangeMark(link, view.changeMark), text].filter(Boolean).join(' '),
  );
}

/** Renders a line with a less prominent title. */
export function leafHtml(type: string, title: string, inside: Html): Html {
  const head = title && element('span', { class: 'marginalia-title' }, escapeVisibly(title));
  return element('div', { class: `marginalia-leaf marginalia-${type}` }, head, head && ' ', inside);
}
