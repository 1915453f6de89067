import { attributesOfTag, findCustomTags } from './customTags.ts';

/** A block of a page that refers to an OpenAPI spec. */
export interface SpecReference {
  /** The slug of the spec. */
  spec: string;
  /** The source of the attribute. */
  written: string;
  /** The offset of the attribute. */
  start: number;
}

const tagNames: ReadonlySet<string> = new Set([
  'openapi',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'swagger',
]);

/** Returns the OpenAPI specs that blocks of a page refer to. Some blocks refer to a file instead. */
export function specsIn(markdown: string): SpecReference[] {
  if (!/\bspec\s*=/.test(markdown)) return [];
  const tags = findCustomTags(markdown).blockTags.filter(({ name, isEnd }) => tagNames.has(name) && !isEnd);
  return tags.flatMap(tag => {
    const { spec } = attributesOfTag(tag);
    const attribute = /\bspec\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'%]+)/.exec(markdown.slice(tag.start, tag.end));
    return spec && attribute ? [{ spec, written: attribute[0], start: tag.start + attribute.index }] : [];
  });
}
