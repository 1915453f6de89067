const mark = Symbol.for('marginalia.own');

/**
 * Marks an object that the extension created as a valid target of commands. A command link in any Markdown document can
 * run commands with arguments chosen by its author. These are JSON, which cannot contain the symbol.
 */
export function markTrusted<T extends object>(target: T): T {
  return Object.assign(target, { [mark]: true });
}

export function isTrustedTarget(value: unknown): boolean {
  return typeof value === 'object' && value !== null && mark in value;
}
