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
export function limitViolation(route: Route, field: string, value: unknown): string | undefined {
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
  if (length > maxLength) {
    return maxLength === 1
      ? t`${name} can have at most 1 character; this has ${length}.`
      : t`${name} can have at most ${maxLength} characters; this has ${length}.`;
  }
  // A text that is shorter than one character is empty.
  if (length < minLength) return t`${name} must have at least ${minLength} characters; this has ${length}.`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return violationOfPattern(name, pattern);
  return undefined;
}

function violationOfNumber(name: string, { minimum = -Infinity, maximum = Infinity }: Limits, value: number) {
  if (value < minimum) return t`${name} must be at least ${minimum}; this is ${value}.`;
  if (value > maximum) return t`${name} can be at most ${maximum}; this is ${value}.`;
  return undefined;
}

function violationOfList(name: string, { minItems = 0, maxItems = Infinity }: Limits, value: readonly unknown[]) {
  const { length } = value;
  if (length > maxItems) {
    return maxItems === 1
      ? t`${name} can have at most 1 item; this has ${length}.`
      : t`${name} can have at most ${maxItems} items; this has ${length}.`;
  }
  if (length < minItems) {
    return minItems === 1
      ? t`${name} must have at least 1 item; this has ${length}.`
      : t`${name} must have at least ${minItems} items; this has ${length}.`;
  }
  return undefined;
}

function notOneOf(field: string, values: readonly unknown[]): string {
  const words = values.map(value => (value === null ? t('nothing') : String(value)));
  return t`${nameOf(field)} must be one of ${words.join(', ')}.`;
}

// Regular expressions are hard to read, so every pattern of the contract has a sentence. A test checks that.
function violationOfPattern(name: string, pattern: string): string {
  return sentences.get(pattern)?.(name) ?? t`${name} must match ${pattern}.`;
}

const sentences: ReadonlyMap<string, (name: string) => string> = new Map(
  Object.entries({
    '^[a-z0-9]+(?:-[a-z0-9]+)*$': (name: string) =>
      t`${name} can have small letters, digits and single hyphens between them only.`,
    '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$': (name: string) =>
      t`${name} must be a host with a path, like example.com/docs.`,
  }),
);

/** Returns the label of a field: that of `text` for `source.text`. A test checks that every field has one. */
function nameOf(field: string): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  return labels.get(name)?.() ?? name;
}

// The texts are functions, because this module is loaded before the translations.
const labels: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    agentsContext: () => t('Agents context'),
    basename: () => t('Basename'),
    certificate: () => t('Certificate'),
    changes: () => t('Changes'),
    condition: () => t('Condition'),
    defaultLevel: () => t('Default level'),
    defaultRole: () => t('Default role'),
    description: () => t('Description'),
    editMode: () => t('Edit mode'),
    emoji: () => t('Emoji'),
    entityID: () => t('Entity ID'),
    externalLinks: () => t('External links'),
    hostname: () => t('Hostname'),
    icon: () => t('Icon'),
    label: () => t('Label'),
    links: () => t('Links'),
    logo: () => t('Logo'),
    name: () => t('Name'),
    path: () => t('Path'),
    previewImages: () => t('Preview images'),
    proxy: () => t('Proxy'),
    role: () => t('Role'),
    runtime: () => t('Runtime'),
    slug: () => t('Slug'),
    source: () => t('Source'),
    ssoURL: () => t('SSO URL'),
    status: () => t('Status'),
    subject: () => t('Subject'),
    summary: () => t('Summary'),
    target: () => t('Target'),
    text: () => t('Text'),
    title: () => t('Title'),
    type: () => t('Type'),
    url: () => t('URL'),
    visibility: () => t('Visibility'),
  }),
);
