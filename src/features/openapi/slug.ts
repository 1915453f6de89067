import { limitViolation } from '../../api/limits.ts';
import type { Source } from './source.ts';

/** File names that do not describe the spec. */
const genericName = /^(openapi|swagger|api-docs|index|spec|schema)$/;

/**
 * Suggests the slug of a new spec from the title in a file, or else from the last segment of a URL. Returns an empty
 * string if neither is suitable.
 */
export function suggestSlug({ sent, name }: Source): string {
  const title = 'text' in sent ? titleIn(sent.text) : undefined;
  const fileName = (name.split(/[?#]/)[0] ?? '').replace(/^.*\//, '').replace(/\.\w+$/, '');
  const slug = asSlug(title ?? fileName);
  const isValid = !genericName.test(slug) && !limitViolation('POST /orgs/{organizationId}/openapi', 'slug', slug);
  return isValid ? slug : '';
}

/** Returns the first title in a description, which is nearly always that of `info`. */
function titleIn(text: string): string | undefined {
  const [, quoted, bare] =
    /^(?:\s*|.*?[{,]\s*)"?title"?:\s*(?:["'](.+?)["']\s*(?:[,}#]|$)|([^\n#]+))/m.exec(text) ?? [];
  return quoted ?? bare;
}

function asSlug(text: string): string {
  return decodeIfValid(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function decodeIfValid(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A URL may contain a percent sign that is not an escape.
    return text;
  }
}
