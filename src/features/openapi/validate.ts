import { Validator } from '@seriousme/openapi-schema-validator';

/** What is wrong with an OpenAPI description (JSON or YAML), in at most a few lines; undefined when nothing is. */
export async function openApiViolation(text: string): Promise<string | undefined> {
  const { valid, errors } = await new Validator().validate(text);
  if (valid) return undefined;
  if (typeof errors === 'string') return errors;
  const lines = (errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`,
  );
  return [...new Set(lines)].slice(0, 3).join('; ') || 'it is not an OpenAPI description';
}
