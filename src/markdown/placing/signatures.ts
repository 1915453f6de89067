/** Keeps letters and digits: emphasis, escapes, quotes, white space and emojis have several written forms. */
export function signatureOf(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.replace(/:[a-z0-9_+-]+:|[^A-Za-z0-9]+/g, '');
  return text.replace(/:[a-z0-9_+-]+:|[0-9#*]\ufe0f?\u20e3|[^\p{L}\p{N}]+/gu, '');
}

/** Returns code without white space, which is its only difference between formats. */
export function codeSignature(code: string): string {
  return code.replace(/\s+/g, '');
}

/** Reduces the target of a void block to the part that its written forms have in common. */
export function referenceSignature(target: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return signatureOf(target);
  const name = target.replace(/[?#].*$/, '').replace(/(?:\/README)?\.md$/i, '');
  return signatureOf(name.slice(name.lastIndexOf('/', name.length - 2) + 1));
}

/** Returns the part of a specification that a block shows; empty for blocks of other types. */
export function partSignature(type: string, wordOf: (name: string) => string): string {
  if (!type.startsWith('openapi-') && type !== 'swagger') return '';
  return signatureOf(['path', 'method', 'name', 'schemas'].map(wordOf).join(' '));
}

/** Returns the family of a type; types of one family may match each other. */
export function typeFamilyOf(type: string): string {
  return families.get(type) ?? (type.startsWith('heading-') ? 'text' : type);
}

const families: ReadonlyMap<string, string> = new Map(
  Object.entries({
    paragraph: 'text',
    heading: 'text',
    markup: 'text',
    'expandable-title': 'text',
    'list-ordered': 'list',
    'list-unordered': 'list',
    'list-tasks': 'list',
    image: 'images',
    embed: 'void',
    file: 'void',
    drawing: 'void',
    'content-ref': 'void',
    'reusable-content': 'void',
    swagger: 'void',
    'openapi-operation': 'void',
    'openapi-schemas': 'void',
    'openapi-webhook': 'void',
    integration: 'void',
  }),
);
