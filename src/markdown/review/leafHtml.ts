import type { Block } from '../block.ts';
import { withSigns } from '../invisibleCharacters.ts';
import type { Steps } from '../steps.ts';
import { isOpened } from '../targets.ts';
import type { Change } from './change.ts';
import { element, type Html, readable } from './element.ts';
import { kindOf } from './kinds.ts';
import { referenceLooks } from './looks.ts';
import { fated, type WordView, wordsHtml } from './wordsHtml.ts';

/** What shows something that is elsewhere: where, and what is said of it. */
export function* referenceHtml({ words = [] }: Change, view: WordView, block: Block): Steps<Html> {
  const { address, label: written } = referenceLooks(block.attributes);
  const label = readable(written);
  const isWeb = isOpened(address) && /^https?:/i.test(address);
  const link = isWeb
    ? element('a', { href: address, title: withSigns(address) }, label)
    : element('span', { 'data-target': isOpened(address) ? address : undefined, title: withSigns(address) }, label);
  const text = yield* wordsHtml(words, view);
  // What leads to a page is written as a link inside: where it leads is said once.
  const isSaid = block.type === 'content-ref' && text !== '';
  return leafHtml(block.type, kindOf(block), [isSaid ? '' : fated(link, view.fate), text].filter(Boolean).join(' '));
}

/** A line of its own with a quiet title. */
export function leafHtml(type: string, title: string, inside: Html): Html {
  const head = title && element('span', { class: 'marginalia-title' }, readable(title));
  return element('div', { class: `marginalia-leaf marginalia-${type}` }, head, head && ' ', inside);
}
