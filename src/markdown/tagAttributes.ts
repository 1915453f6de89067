/**
 * Parses the attributes of a tag of the service. They are not HTML: names keep their case (`lineNumbers`), quotes are
 * escaped by a backslash, `&amp;` stays as it is, and `{% include "path" %}` has a target without a name.
 */
export function tagAttributes(text: string): Record<string, string> {
  const bare = /^\s*(?:"([^"\n]*)"|'([^'\n]*)')/.exec(text);
  if (bare) return { src: bare[1] ?? bare[2] ?? '' };
  const attributes: Record<string, string> = {};
  for (const [, attribute, double, single, plain] of text.matchAll(
    /([\w:@-]+)(?:=(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^\s"']+)))?/g,
  )) {
    if (attribute) attributes[attribute] = plain ?? (double ?? single ?? 'true').replace(/\\(["'\\])/g, '$1');
  }
  return attributes;
}
