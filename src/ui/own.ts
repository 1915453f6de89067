const mark = Symbol.for('marginalia.own');

/**
 * Marks what commands may be called on: a row, what it stands for, a comment. In the source of any Markdown document VS
 * Code follows links to commands with arguments of their author's, which are JSON: there are no symbols in it.
 */
export function own<T extends object>(made: T): T {
  return Object.assign(made, { [mark]: true });
}

export function isOwn(value: unknown): boolean {
  return typeof value === 'object' && value !== null && mark in value;
}
