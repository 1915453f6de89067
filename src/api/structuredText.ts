import { parse } from 'yaml';

/** What a text in JSON or YAML says. Throws an Error that says where it is neither. */
export function valueOf(text: string): unknown {
  return parse(text) as unknown;
}
