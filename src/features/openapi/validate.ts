import { Validator } from '@seriousme/openapi-schema-validator';
import { parse } from 'yaml';

/** What is wrong with an OpenAPI description (JSON or YAML), in at most a few words; undefined when nothing is. */
export async function openApiViolation(text: string): Promise<string | undefined> {
  const description = parsed(text);
  if (typeof description === 'string') return description;
  const { valid, errors } = await new Validator().validate(description);
  if (valid) return undefined;
  if (typeof errors === 'string') return errors;
  const lines = (errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`,
  );
  return [...new Set(lines)].slice(0, 3).join('; ') || 'it is not an OpenAPI description';
}

/** The object that the text describes, or why there is none. The validator itself would take a text for a file's name. */
function parsed(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : 'It holds no object';
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return `It is neither JSON nor YAML (${reason.replace(/:$/, '')})`;
  }
}
