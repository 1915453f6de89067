import type { Block } from '../block.ts';
import type { Change } from './change.ts';
import { classes, element, escaped, type Html } from './element.ts';
import { fateOf } from './view.ts';
import type { WordView } from './wordsHtml.ts';

/** Shows code line by line, with its title and the name of its language. */
export function codeHtml({ lines = [] }: Change, view: WordView, { type, attributes, language }: Block): Html {
  const isFormula = type === 'math';
  const shown = lines.filter(
    ({ kind }) => view.side === 'both' || kind !== (view.side === 'before' ? 'added' : 'removed'),
  );
  const written = shown.map(({ kind, text }) => {
    const fate = view.fate ?? fateOf(kind);
    return element(fate ?? 'span', { class: 'marginalia-line' }, escaped(text) || '\u200b');
  });
  const head = headHtml(attributes['title'] || (isFormula ? 'Formula' : ''), language ?? '');
  const className = classes(
    'marginalia-code',
    attributes['lineNumbers'] === 'true' && 'marginalia-numbered',
    attributes['overflow'] === 'wrap' && 'marginalia-wrapped',
  );
  const code = element('code', { 'data-language': language, class: isFormula && 'marginalia-math' }, ...written);
  return element('figure', { class: className }, head, element('pre', { tabindex: 0 }, code));
}

function headHtml(title: string, language: string): Html {
  const isNamed = language !== '' && !plain.has(language.toLowerCase());
  if (!title && !isNamed) return '';
  const name = isNamed && element('span', { class: 'marginalia-language' }, escaped(language));
  return element('figcaption', { class: 'marginalia-title' }, escaped(title), name || '');
}

/** Names for what is in no language. */
const plain: ReadonlySet<string> = new Set(['text', 'txt', 'plain', 'plaintext']);
