import { t } from '@vscode/l10n';
import table from './limits.json' with { type: 'json' };
import type { Route } from './routes.ts';

/** The limits of a member of a request body, with the keywords of JSON Schema. */
export interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly (string | number | boolean | null)[];
}

/** Returns a sentence for the user about the violated limit; undefined if the value is valid. */
export function violation(route: Route, field: string, value: unknown): string | undefined {
  const limits = limitsOf(route, field);
  if (value === undefined) return undefined;
  if (limits.enum) return limits.enum.some(allowed => allowed === value) ? undefined : notOneOf(field, limits.enum);
  if (typeof value === 'string') return violationOfText(nameOf(field), limits, value);
  if (typeof value === 'number') return violationOfNumber(nameOf(field), limits, value);
  return Array.isArray(value) ? violationOfList(nameOf(field), limits, value) : undefined;
}

/** Returns the limits of a body member, `source.text` for a nested one; empty if it has none. */
export function limitsOf(route: Route, field: string): Limits {
  return byRoute[route]?.[field] ?? {};
}

const byRoute: Readonly<Record<string, Readonly<Record<string, Limits>>>> = table;

function violationOfText(name: string, { minLength = 0, maxLength = Infinity, pattern }: Limits, value: string) {
  // The contract counts characters, not UTF-16 code units, of which an emoji has two.
  const length = [...value].length;
  if (length === 0 && minLength > 0) return t`${name} cannot be empty.`;
  if (length > maxLength) return `${name} can have at most ${counted(maxLength, 'character')}; this has ${length}.`;
  if (length < minLength) return `${name} must have at least ${counted(minLength, 'character')}; this has ${length}.`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return `${name} ${wordsFor(pattern)}.`;
  return undefined;
}

function violationOfNumber(name: string, { minimum = -Infinity, maximum = Infinity }: Limits, value: number) {
  if (value < minimum) return `${name} must be at least ${minimum}; this is ${value}.`;
  if (value > maximum) return `${name} can be at most ${maximum}; this is ${value}.`;
  return undefined;
}

function violationOfList(name: string, { minItems = 0, maxItems = Infinity }: Limits, value: readonly unknown[]) {
  const { length } = value;
  if (length > maxItems) return `${name} can have at most ${counted(maxItems, 'item')}; this has ${length}.`;
  if (length < minItems) return `${name} must have at least ${counted(minItems, 'item')}; this has ${length}.`;
  return undefined;
}

function notOneOf(field: string, values: readonly unknown[]): string {
  const words = values.map(value => (value === null ? 'nothing' : String(value)));
  return t`${nameOf(field)} must be one of ${words.join(', ')}.`;
}

/** Returns the label of a field: `source.text` becomes "Text", `defaultLevel` "Default level", `ssoURL` "SSO URL". */
function nameOf(field: string): string {
  const words = field.slice(field.lastIndexOf('.') + 1).split(/(?<=[a-z])(?=[A-Z])/);
  const spoken = words.map(word => acronyms.get(word.toLowerCase()) ?? (isUpperCase(word) ? word : word.toLowerCase()));
  const text = spoken.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const acronyms: ReadonlyMap<string, string> = new Map(Object.entries({ id: 'ID', sso: 'SSO', url: 'URL' }));

function isUpperCase(word: string): boolean {
  return word === word.toUpperCase();
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

// Regular expressions are hard to read, so every pattern of the contract has a phrase. A test checks that.
function wordsFor(pattern: string): string {
  return phrases.get(pattern) ?? t`must match ${pattern}`;
}

const phrases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '^[a-z0-9]+(?:-[a-z0-9]+)*$': t('can have small letters, digits and single hyphens between them only'),
    '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$': t('must be a host with a path, like example.com/docs'),
  }),
);
