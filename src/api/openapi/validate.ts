import { t } from '@vscode/l10n';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type ParseError, parse as parseWithComments, visit as visitJson } from 'jsonc-parser';
import { type Document, isScalar, LineCounter, parseAllDocuments, type Scalar, visit } from 'yaml';

/** Returns why an OpenAPI description (JSON or YAML) is invalid, in whole sentences, or undefined if it is valid. */
export async function openApiViolation(text: string): Promise<string | undefined> {
  try {
    const description = parse(text);
    return typeof description === 'string' ? description : await violationOf(description);
  } catch (error) {
    if (isStackOverflow(error)) return tooDeep();
    throw error;
  }
}

const tooDeep = () =>
  t('The file is nested too deeply to be checked. Move inner parts to "components" and refer to them.');

/**
 * Returns true if nesting exhausted the stack. The parsers and the validator are recursive, and some wrap the error.
 */
function isStackOverflow(error: unknown): boolean {
  return /maximum call stack/i.test(error instanceof Error ? error.message : String(error));
}

async function violationOf(description: Record<string, unknown>): Promise<string | undefined> {
  const { valid, errors } = await new Validator().validate(description);
  if (valid) return undefined;
  if (typeof errors === 'string') return isStackOverflow(errors) ? tooDeep() : `${errors.replace(/\.$/, '')}.`;
  const lines = (errors ?? []).map(({ instancePath, message }) =>
    message === undefined ? t`${instancePath || '/'} is not valid` : `${instancePath || '/'} ${message}`,
  );
  if (lines.length === 0) return t('It is not an OpenAPI description.');
  return `${[...new Set(lines)].slice(0, 3).join('; ')}.`;
}

/** Returns the parsed object, or a sentence why there is none. The validator would take a string for a file name. */
function parse(text: string): Record<string, unknown> | string {
  try {
    // JSON is parsed first, because the YAML parser takes a hundred times as long for it.
    const json = text.replace(/^\uFEFF/, '');
    const value: unknown = JSON.parse(json);
    return duplicateKeyInJson(json) ?? checkDescription(value);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return isJsonWithComments(text)
      ? t('The file is JSON with comments or trailing commas. Remove them and try again.')
      : parseYaml(text);
  }
}

function parseYaml(text: string): Record<string, unknown> | string {
  const lineCounter = new LineCounter();
  const documents = [parseAllDocuments(text, { merge: true, uniqueKeys: false, lineCounter })].flat();
  if (documents.length > 1) {
    return t`The file contains ${documents.length} YAML documents. Split it into one file per document.`;
  }
  const [document] = documents;
  try {
    const [error] = document?.errors ?? [];
    if (error) throw error;
    const repeated = document && findDuplicateKey(document);
    if (repeated) {
      const { line } = lineCounter.linePos(repeated.range?.[0] ?? 0);
      return duplicateKeyMessage(String(repeated.value), line);
    }
    // Limits alias expansion, which could exhaust memory. Real specifications use hundreds of aliases.
    return checkDescription(document?.toJS({ maxAliasCount: 100_000 }));
  } catch (error) {
    if (isStackOverflow(error)) throw error;
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    if (/alias count/i.test(reason)) return t('The file has too many YAML aliases to be checked. Use "$ref" instead.');
    return t`Invalid JSON or YAML: ${reason.replace(/[:.]$/, '')}.`;
  }
}

function duplicateKeyMessage(key: string, line: number): string {
  return t`Duplicate key "${key}" in line ${line}. Remove one of the two.`;
}

/**
 * Returns a sentence about a duplicate key in valid JSON, of which `JSON.parse` keeps only the last; otherwise
 * undefined.
 */
function duplicateKeyInJson(json: string): string | undefined {
  const objects: Set<string>[] = [];
  let repeated: string | undefined;
  visitJson(json, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectProperty: (key, _offset, _length, line) => {
      const keys = objects.at(-1);
      if (keys?.has(key)) repeated ??= duplicateKeyMessage(key, line + 1);
      keys?.add(key);
    },
    onObjectEnd: () => void objects.pop(),
  });
  return repeated;
}

/** Returns the first duplicate key. The parser's own check compares all pairs of keys, which takes minutes. */
function findDuplicateKey(document: Document): Scalar | undefined {
  let repeated: Scalar | undefined;
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue;
        if (names.has(key.value)) {
          repeated = key;
          return visit.BREAK;
        }
        names.add(key.value);
      }
    },
  });
  return repeated;
}

function checkDescription(value: unknown): Record<string, unknown> | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return t('The file must contain an object.');
  return externalReference(value) ?? (value as Record<string, unknown>);
}

function isJsonWithComments(text: string): boolean {
  const errors: ParseError[] = [];
  const value: unknown = parseWithComments(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  return errors.length === 0 && typeof value === 'object' && value !== null;
}

/** The kind of a member: an OpenAPI object, a map from names to such objects, or the author's data. */
type Kind = 'object' | 'map' | 'data' | 'examples' | 'example';

/**
 * Returns a sentence if a description refers to another file, otherwise undefined. A reference may also name an `$id`
 * in the description. Removes from its data whatever the validator would resolve as a reference.
 */
function externalReference(description: object): string | undefined {
  const visited = new Set<object>();
  const cleaned = new Map<unknown, object>();
  const ids = new Set<unknown>();
  const references: { $ref: string; path: string }[] = [];
  const open: { value: object; path: string; kind: Kind; name: string }[] = [
    { value: description, path: '', kind: 'object', name: '' },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, kind, name } = next;
    if (visited.has(value)) continue;
    visited.add(value);
    const { $ref, $id } = value as { $ref?: unknown; $id?: unknown };
    ids.add($id);
    if (typeof $ref === 'string' && !$ref.startsWith('#')) references.push({ $ref, path });
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'object' || member === null) continue;
      const memberKind = kindOf(key, member as object, kind, name);
      if (memberKind === 'data') {
        const data = cleaned.get(member) ?? withoutReferences(member as object);
        cleaned.set(member, data);
        (value as Record<string, unknown>)[key] = data;
        continue;
      }
      const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
      open.push({ value: member as object, path: `${path}/${escaped}`, kind: memberKind, name: key });
    }
  }
  const outside = references.find(({ $ref }) => !ids.has($ref.replace(/#.*$/, '')));
  if (!outside) return undefined;
  const { $ref, path } = outside;
  return path === ''
    ? t`"${$ref}" at the root refers to another file, which would not be sent. Bundle the specification into one file first.`
    : t`"${$ref}" at ${path} refers to another file, which would not be sent. Bundle the specification into one file first.`;
}

/**
 * Returns a copy without references. It is a copy, because a YAML alias may be data in one place and not in another.
 */
function withoutReferences(data: object): object {
  const copy = structuredClone(data);
  const visited = new Set<object>();
  const open: object[] = [copy];
  for (let next = open.pop(); next; next = open.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    for (const [key, member] of Object.entries(next)) {
      if (/^\$(?:ref|id|anchor|dynamicRef|dynamicAnchor|schema)$/.test(key))
        delete (next as Record<string, unknown>)[key];
      else if (typeof member === 'object' && member !== null) open.push(member as object);
    }
  }
  return copy;
}

/** Returns the kind of a member; `kind` and `name` are those of its parent. */
function kindOf(key: string, member: object, kind: Kind, name: string): Kind {
  // In OpenAPI 2, the members of `examples` are media types with data.
  if (kind === 'examples') return key.includes('/') ? 'data' : 'example';
  if (kind === 'example') return 'data';
  const isExtension = key.startsWith('x-');
  if (kind === 'map') return isExtension && (name === 'paths' || name === 'responses') ? 'data' : 'object';
  if (isExtension || ['default', 'enum', 'const', 'example'].includes(key)) return 'data';
  if (key === 'examples') return Array.isArray(member) ? 'data' : 'examples';
  return mapNames.has(key) && !Array.isArray(member) ? 'map' : 'object';
}

/** Members whose keys are names chosen by authors. */
const mapNames = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'schemas'],
  ...['paths', 'webhooks', 'pathItems', 'responses', 'parameters', 'requestBodies', 'headers', 'content', 'encoding'],
  ...['callbacks', 'links', 'securitySchemes', 'securityDefinitions', 'variables'],
]);
