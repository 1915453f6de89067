import { escapeAttribute } from './writeInlines.ts';

/** Returns the attributes of an element that are not undefined. An empty value is written as a name only. */
export function htmlAttributes(attributes: unknown): string {
  const set = Object.entries(attributes ?? {}).filter(([, value]) => value !== undefined);
  return set
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`))
    .join('');
}

/** Returns a property of a value, if it is an object. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
