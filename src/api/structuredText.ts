import { isNode, parse, parseDocument } from 'yaml';

/** A part of a text. */
export interface Span {
  offset: number;
  length: number;
}

/**
 * Where something stands in JSON: the names and places in lists that lead to it. With the name of the member where it has
 * one; what is not there is where it would be. Text that is no JSON is searched as far as it can be read.
 */
export function placeOf(text: string, path: readonly (string | number)[]): Span | undefined {
  // What is JSON is YAML, too, and that is read with its places.
  const document = parseDocument(text, { keepSourceTokens: true });
  for (let length = path.length; length > 0; length--) {
    const value = document.getIn(path.slice(0, length), true);
    if (!isNode(value) || !value.range) continue;
    const [offset, end] = value.range;
    const name = path[length - 1];
    const key = typeof name === 'string' ? text.lastIndexOf(JSON.stringify(name), offset - 1) : -1;
    const from = key < 0 ? offset : key;
    return { offset: from, length: end - from };
  }
  return undefined;
}

/** What a text in JSON or YAML says. Throws an Error that says where it is neither. */
export function valueOf(text: string): unknown {
  return parse(text) as unknown;
}
