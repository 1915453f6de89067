/** Reads what a tag of the service says. `{% include "path" %}` names its target without a name of an attribute. */
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
