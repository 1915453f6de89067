import { mapInvisible, mapOtherBlanks } from '../invisibleCharacters.ts';

/** Complete HTML in which all foreign text is escaped or sanitized. */
export type Html = string;

type Value = string | number | boolean | undefined;

/** Returns an element as HTML. Attributes that are undefined, false or empty are omitted. */
export function element(name: string, attributes: Record<string, Value>, ...inside: Html[]): Html {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false && value !== '')
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`));
  const start = `<${name}${written.join('')}>`;
  return voids.has(name) ? start : `${start}${inside.join('')}</${name}>`;
}

const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** Escapes foreign text for use in HTML and in attributes. */
export function escapeHtml(text: string): Html {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/** Escapes text for reading: invisible characters, also those that change the text direction, become signs. */
export function escapeVisibly(text: string): Html {
  return mapInvisible(text, escapeHtml, name => element('span', { class: 'marginalia-invisible' }, name));
}

/** Escapes source text like `readable`; blanks other than spaces become signs too. */
export function escapeSourceVisibly(text: string): Html {
  const sign = (name: string) => element('span', { class: 'marginalia-invisible' }, name);
  return mapOtherBlanks(mapInvisible(text, escapeHtml, sign), sign);
}

/** Returns a class attribute with the names that are not false or empty. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(name => name).join(' ');
}
