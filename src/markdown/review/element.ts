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

/** The names of a class list, those that are there. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(name => name).join(' ');
}
