import type { ErrorObject } from 'ajv';

/** Returns a sentence about the most relevant violation: `body.subject must not have more than 100 characters.` */
export function describeViolations(errors: readonly ErrorObject[], root: string): string {
  const error = mostRelevant(errors);
  if (!error) return `${root} does not have the shape that is asked for.`;
  const parts = error.instancePath.split('/').slice(1).map(unescape);
  const missing = error.keyword === 'required' ? [String(error.params['missingProperty'])] : [];
  const field = fieldNameOf([...(root === '' ? [] : [root]), ...parts, ...missing]);
  const words = phrases.get(error.keyword)?.(error.params) ?? error.message ?? 'is not valid';
  return `${field.replace(/^path\./, '')} ${words}.`;
}

/** Formats a path as `body.changes[0].page`. */
export function fieldNameOf(path: readonly string[]): string {
  return path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/**
 * Returns the error to report. If none of several alternative schemas matches, it is the deepest error in a schema that
 * the sender probably meant: one of the right type whose constant members match ("operation": "delete_page").
 */
function mostRelevant(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const choice = errors.find(error => error.keyword === 'oneOf' || error.keyword === 'anyOf');
  if (!choice) return errors[0];
  const inside = errors.filter(error => error !== choice && error.instancePath.startsWith(choice.instancePath));
  const isOtherType = (error: ErrorObject) => error.keyword === 'type' && error.instancePath === choice.instancePath;
  const ofType = inside.filter(outsideShapesOf(inside.filter(isOtherType)));
  const candidates = ofType.length > 0 ? ofType : inside;
  const relevant = candidates.filter(outsideShapesOf(inside.filter(error => error.keyword === 'const')));
  const deepest = Math.max(...relevant.map(depth));
  return relevant.find(error => depth(error) === deepest) ?? choice;
}

/** Returns a filter for errors outside of the schemas that these errors rule out. */
function outsideShapesOf(decisive: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const others = decisive.map(shapeOf);
  return error => !others.some(other => error.schemaPath.startsWith(`${other}/`));
}

/** Returns the path of the referenced or alternative schema that an error belongs to. */
function shapeOf(error: ErrorObject): string {
  const place = /^.*(?:#\/components\/schemas\/\w+|\/(?:oneOf|anyOf)\/\d+)/.exec(error.schemaPath);
  return place?.[0] ?? '';
}

function depth(error: ErrorObject): number {
  return error.instancePath.split('/').length;
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

const phrases: ReadonlyMap<string, (params: Record<string, unknown>) => string> = new Map(
  Object.entries({
    required: () => 'is missing',
    type: ({ type }) => `must be ${[type].flat().map(String).map(withArticle).join(' or ')}`,
    enum: ({ allowedValues }) => `must be one of: ${[allowedValues].flat().map(String).join(', ')}`,
    const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
    maxLength: ({ limit }) => `must not have more than ${String(limit)} characters`,
    minLength: ({ limit }) => `must have at least ${String(limit)} ${limit === 1 ? 'character' : 'characters'}`,
    maximum: ({ limit }) => `must not be more than ${String(limit)}`,
    minimum: ({ limit }) => `must not be less than ${String(limit)}`,
    maxItems: ({ limit }) => `must not have more than ${String(limit)} items`,
    minItems: ({ limit }) => `must have at least ${String(limit)} ${limit === 1 ? 'item' : 'items'}`,
    pattern: ({ pattern }) => `must match the pattern ${String(pattern)}`,
    format: ({ format }) => `must be in the format '${String(format)}'`,
    oneOf: ({ passingSchemas }) =>
      passingSchemas === null
        ? 'has none of the shapes that are allowed'
        : 'has members of more than one of the shapes that are allowed: leave those of the others out',
    anyOf: () => 'has none of the shapes that are allowed',
  }),
);

function withArticle(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
