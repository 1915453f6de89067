import { escapeAttribute } from './writeInlines.ts';

/** The names of the attributes of an element whose values are not undefined; an empty value is left out. */
export function htmlAttributes(attributes: unknown): string {
  const set = Object.entries(attributes ?? {}).filter(([, value]) => value !== undefined);
  return set
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`))
    .join('');
}

/** Returns a property of what may be an object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
