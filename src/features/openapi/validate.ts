import { Validator } from '@seriousme/openapi-schema-validator';
import { type ParseError, parse as parseWithComments } from 'jsonc-parser';
import { parseAllDocuments } from 'yaml';

/** Returns why an OpenAPI description (JSON or YAML) is invalid, in whole sentences, or undefined if it is valid. */
export async function openApiViolation(text: string): Promise<string | undefined> {
  const description = parsed(text);
  if (typeof description === 'string') return description;
  const { valid, errors } = await new Validator().validate(description);
  if (valid) return undefined;
  if (typeof errors === 'string') return `${errors.replace(/\.$/, '')}.`;
  const lines = (errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`,
  );
  return `${[...new Set(lines)].slice(0, 3).join('; ') || 'It is not an OpenAPI description'}.`;
}

/** The object that the text describes, or why there is none. The validator itself would take a text for a file's name. */
function parsed(text: string): Record<string, unknown> | string {
  if (isJsonWithComments(text)) {
    return 'The file is JSON with comments or trailing commas. Remove them and try again.';
  }
  const documents = [parseAllDocuments(text, { merge: true })].flat();
  if (documents.length > 1) {
    return `The file contains ${documents.length} YAML documents. Split it into one file per document.`;
  }
  const [document] = documents;
  try {
    const [error] = document?.errors ?? [];
    if (error) throw error;
    // Limits alias expansion, which could exhaust memory. Real specifications use hundreds of aliases.
    const value: unknown = document?.toJS({ maxAliasCount: 100_000 });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The file must contain an object.';
    return referenceElsewhere(value) ?? (value as Record<string, unknown>);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return `Invalid JSON or YAML: ${reason.replace(/[:.]$/, '')}.`;
  }
}

function isJsonWithComments(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return false;
  } catch {
    // What is no JSON may be JSON with comments, or YAML.
    const errors: ParseError[] = [];
    const value: unknown = parseWithComments(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
    return errors.length === 0 && typeof value === 'object' && value !== null;
  }
}

/** Returns why a description is incomplete if it refers to another file, or undefined. A reference may name an `$id` in it. */
function referenceElsewhere(description: object): string | undefined {
  const visited = new Set<object>();
  const ids = new Set<unknown>();
  const references: { $ref: string; where: string }[] = [];
  const open: [value: object, path: string][] = [[description, '']];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, path] = next;
    if (visited.has(value)) continue;
    visited.add(value);
    const { $ref, $id } = value as { $ref?: unknown; $id?: unknown };
    ids.add($id);
    if (typeof $ref === 'string' && !$ref.startsWith('#')) references.push({ $ref, where: path || 'the root' });
    for (const [key, member] of Object.entries(value)) {
      const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
      if (typeof member === 'object' && member !== null) open.push([member as object, `${path}/${escaped}`]);
    }
  }
  const outside = references.find(({ $ref }) => !ids.has($ref.replace(/#.*$/, '')));
  if (!outside) return undefined;
  const { $ref, where } = outside;
  return `"${$ref}" at ${where} refers to another file, which would not be sent. Bundle the specification into one file first.`;
}
