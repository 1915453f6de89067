import { violation } from '../../api/limits.ts';
import type { Source } from './source.ts';

/** Names of files that say nothing about the spec in them. */
const genericName = /^(openapi|swagger|api-docs|index|spec|schema)$/;

/** Suggests the slug of a new spec: from the title in a file, else from the last part of an address. Empty if neither fits. */
export function suggestSlug({ sent, name }: Source): string {
  const title = 'text' in sent ? titleIn(sent.text) : undefined;
  const fileName = (name.split(/[?#]/)[0] ?? '').replace(/^.*\//, '').replace(/\.\w+$/, '');
  const slug = asSlug(title ?? fileName);
  const fits = !genericName.test(slug) && !violation('POST /orgs/{organizationId}/openapi', 'slug', slug);
  return fits ? slug : '';
}

/** The first title in a description, which is that of `info` in nearly all of them. */
function titleIn(text: string): string | undefined {
  const [, quoted, bare] =
    /^(?:\s*|.*?[{,]\s*)"?title"?:\s*(?:["'](.+?)["']\s*(?:[,}#]|$)|([^\n#]+))/m.exec(text) ?? [];
  return quoted ?? bare;
}

function asSlug(text: string): string {
  return decoded(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An address may hold a percent sign that escapes nothing.
    return text;
  }
}
