import type { Block } from '../block.ts';
import { withSigns } from '../invisibleCharacters.ts';
import type { Steps } from '../steps.ts';
import { isAllowedLinkTarget } from '../targets.ts';
import type { Change } from './change.ts';
import { element, type Html, readable } from './element.ts';
import { kindOf } from './kinds.ts';
import { referenceLooks } from './looks.ts';
import { fated, type WordView, wordsHtml } from './wordsHtml.ts';

/** Renders a block that refers to other content: its address, and the text about it. */
export function* referenceHtml({ words = [] }: Change, view: WordView, block: Block): Steps<Html> {
  const { address, label: written } = referenceLooks(block.attributes);
  const label = readable(written);
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
  return leafHtml(block.type, kindOf(block), [isSaid ? '' : fated(link, view.fate), text].filter(Boolean).join(' '));
}

/** Renders a line with a less prominent title. */
export function leafHtml(type: string, title: string, inside: Html): Html {
  const head = title && element('span', { class: 'marginalia-title' }, readable(title));
  return element('div', { class: `marginalia-leaf marginalia-${type}` }, head, head && ' ', inside);
}
