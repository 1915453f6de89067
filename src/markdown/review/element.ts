import { mapInvisible, mapOtherBlanks } from '../invisibleCharacters.ts';

/** HTML that is whole: whatever of it is not ours is escaped or has been looked at. */
export type Html = string;

type Value = string | number | boolean | undefined;

/** Makes an element. Attributes that are undefined or false are left out. */
export function element(name: string, attributes: Record<string, Value>, ...inside: Html[]): Html {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false && value !== '')
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escaped(String(value))}"`));
  const start = `<${name}${written.join('')}>`;
  return voids.has(name) ? start : `${start}${inside.join('')}</${name}>`;
}

const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** Makes a text of others one that a browser takes for nothing else. */
export function escaped(text: string): Html {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/** Escapes a text for reading: its invisible characters are signs, and none of them gives others another order. */
export function readable(text: string): Html {
  return mapInvisible(text, escaped, name => element('span', { class: 'marginalia-invisible' }, name));
}

/** The same of what is written: blanks that are no spaces are signs, too. */
export function readableSource(text: string): Html {
  const sign = (name: string) => element('span', { class: 'marginalia-invisible' }, name);
  return mapOtherBlanks(mapInvisible(text, escaped, sign), sign);
}

/** The names of a class list, those that are there. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(name => name).join(' ');
}
