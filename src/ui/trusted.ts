const mark = Symbol.for('marginalia.own');

/**
 * Marks what commands may be called on: a row, what it stands for, a comment. In the source of any Markdown document VS
 * Code follows links to commands with arguments of their author's, which are JSON: there are no symbols in it.
 */
export function markTrusted<T extends object>(target: T): T {
  return Object.assign(target, { [mark]: true });
}

export function isTrustedTarget(value: unknown): boolean {
  return typeof value === 'object' && value !== null && mark in value;
}
