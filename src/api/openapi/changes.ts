import { t } from '@vscode/l10n';
import { inlineCode } from './inlineCode.ts';
import {
  type OperationChange,
  type Descriptions,
  type JsonObject,
  objectAt,
  isJsonObject,
  listAt,
  resolveReference,
  SchemaComparison,
  type Direction,
} from './schemas.ts';

export interface ApiChanges {
  /** Names of operations: `GET /lamps`. */
  added: string[];
  removed: string[];
  changed: { operation: string; changes: OperationChange[] }[];
}

/** Compares two OpenAPI descriptions by the differences that a client of the API would notice. */
export function apiChanges(before: unknown, after: unknown): ApiChanges {
  const [old, now] = [operationsOf(before), operationsOf(after)];
  const both = [...old].flatMap(([key, was]) => {
    const is = now.get(key);
    return is ? [{ was, is }] : [];
  });
  return {
    added: [...now].filter(([key]) => !old.has(key)).map(([, { name }]) => name),
    removed: [...old].filter(([key]) => !now.has(key)).map(([, { name }]) => name),
    changed: both
      .map(({ was, is }) => ({ operation: is.name, changes: compared({ before, after }, was, is) }))
      .filter(({ changes }) => changes.length > 0),
  };
}

/** Returns the OpenAPI description among the files of a version, which servers send by name, in a list, or alone. */
export function descriptionIn(filesystem: unknown): unknown {
  const files = isJsonObject(filesystem) ? Object.values(filesystem) : Array.isArray(filesystem) ? filesystem : [];
  const all = [filesystem, ...files, ...files.map(file => (isJsonObject(file) ? file['specification'] : undefined))];
  return all.find(one => isJsonObject(one) && ('openapi' in one || 'swagger' in one));
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** An operation in the terms of OpenAPI 3, even if it is described in Swagger 2. */
interface Operation {
  name: string;
  described: JsonObject;
  /** Parameters by location and name; those in the path by their order, because their names do not matter. */
  parameters: ReadonlyMap<string, JsonObject>;
  body: JsonObject | undefined;
  responses: ReadonlyMap<string, JsonObject>;
  security: readonly unknown[];
}

function operationsOf(description: unknown): Map<string, Operation> {
  const operations = Object.entries(objectAt(description, 'paths')).flatMap(([path, item]) => {
    const described = resolveReference(description, item);
    return methods
      .filter(method => isJsonObject(described) && isJsonObject(described[method]))
      .map(method => operationAt(description, path, method, described));
  });
  return new Map(operations.map(operation => [operation.name.replace(/\{[^}]*\}/g, '{}'), operation]));
}

function operationAt(description: unknown, path: string, method: string, item: unknown): Operation {
  const described = objectAt(item, method);
  const resolve = (part: unknown) => resolveReference(description, part);
  const parameters = [...listAt(item, 'parameters'), ...listAt(described, 'parameters')]
    .map(resolve)
    .filter(isJsonObject);
  const order = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const keyOf = ({ in: place, name }: JsonObject) =>
    `${String(place)} ${place === 'path' ? order.indexOf(String(name)) : String(name)}`;
  const oldBody = parameters.find(parameter => parameter['in'] === 'body');
  const body = resolve(described['requestBody']) ?? (oldBody && { ...oldBody, ...contentOf(oldBody) });
  const responses = Object.entries(objectAt(described, 'responses')).map(([status, response]) => {
    const target = resolve(response);
    const fields = isJsonObject(target) ? target : {};
    return [status, 'schema' in fields ? { ...fields, ...contentOf(fields) } : fields] as const;
  });
  const owner = 'security' in described ? described : description;
  return {
    name: `${method.toUpperCase()} ${path}`,
    described,
    parameters: new Map(
      parameters.filter(parameter => parameter !== oldBody).map(parameter => [keyOf(parameter), parameter]),
    ),
    body: isJsonObject(body) ? body : undefined,
    responses: new Map(responses),
    // Security that may be omitted counts as none.
    security: listAt(owner, 'security').some(one => isJsonObject(one) && Object.keys(one).length === 0)
      ? []
      : listAt(owner, 'security'),
  };
}

/** Returns a Swagger 2 schema as content, because it applies to all media types. */
function contentOf({ schema }: JsonObject): JsonObject {
  return { content: { '*/*': { schema } } };
}

function compared(descriptions: Descriptions, was: Operation, is: Operation): OperationChange[] {
  const request = new SchemaComparison(descriptions, 'request');
  const changes = [
    ...parameterChanges(request, was, is),
    ...bodyChanges(request, was.body, is.body),
    ...request.changes,
    ...responseChanges(descriptions, was, is),
    ...securityChanges(was, is),
  ];
  if (is.described['deprecated'] === true && was.described['deprecated'] !== true)
    changes.push({ isBreaking: false, what: t('It is deprecated.') });
  const isOther = changes.length === 0 && JSON.stringify(was.described) !== JSON.stringify(is.described);
  return isOther ? [{ isBreaking: false, what: t('It is described in other words.') }] : changes;
}

function parameterChanges(schemas: SchemaComparison, was: Operation, is: Operation): OperationChange[] {
  const changes: OperationChange[] = [];
  for (const [key, old] of was.parameters) {
    const now = is.parameters.get(key);
    const name = parameterName(now ?? old);
    if (!now) {
      changes.push({ isBreaking: true, what: t`The parameter ${name} is gone.` });
      continue;
    }
    if (now['required'] === true && old['required'] !== true)
      changes.push({ isBreaking: true, what: t`The parameter ${name} is required.` });
    schemas.compare(String(now['name']), schemaOf(old), schemaOf(now));
  }
  for (const [key, now] of is.parameters) {
    if (was.parameters.has(key)) continue;
    const isBreaking = now['required'] === true;
    const name = parameterName(now);
    const what = isBreaking ? t`The parameter ${name} is new, and required.` : t`The parameter ${name} is new.`;
    changes.push({ isBreaking, what });
  }
  return changes;
}

function parameterName({ name, in: place }: JsonObject): string {
  return `${inlineCode(String(name))} (${inlineCode(String(place))})`;
}

/** Returns the schema of a parameter: its own, that of its content (OpenAPI 3), or the parameter itself (Swagger 2). */
function schemaOf(parameter: JsonObject): unknown {
  const [content] = Object.values(objectAt(parameter, 'content'));
  if ('schema' in parameter) return parameter['schema'];
  return isJsonObject(content) ? content['schema'] : parameter;
}

function bodyChanges(
  schemas: SchemaComparison,
  was: JsonObject | undefined,
  is: JsonObject | undefined,
): OperationChange[] {
  if (!was && !is) return [];
  if (!is) return [{ isBreaking: true, what: t('It takes no body.') }];
  const isRequired = is['required'] === true;
  if (!was) {
    const what = isRequired ? t('It takes a body, which is required.') : t('It takes a body.');
    return [{ isBreaking: isRequired, what }];
  }
  const changes = contentChanges(schemas, 'body', was, is);
  if (isRequired && was['required'] !== true) changes.push({ isBreaking: true, what: t('The body is required.') });
  return changes;
}

function responseChanges(descriptions: Descriptions, was: Operation, is: Operation): OperationChange[] {
  const direction: Direction = 'response';
  const changes: OperationChange[] = [];
  for (const [status, old] of was.responses) {
    const now = is.responses.get(status);
    if (!now) {
      changes.push({ isBreaking: true, what: t`The response ${inlineCode(status)} is gone.` });
      continue;
    }
    const schemas = new SchemaComparison(descriptions, direction);
    changes.push(...contentChanges(schemas, `response ${status}`, old, now), ...schemas.changes);
  }
  for (const status of is.responses.keys())
    if (!was.responses.has(status))
      changes.push({ isBreaking: false, what: t`The response ${inlineCode(status)} is new.` });
  return changes;
}

/** Compares the media types of two contents, and the schema of each type. */
function contentChanges(schemas: SchemaComparison, at: string, was: JsonObject, is: JsonObject): OperationChange[] {
  const [old, now] = [objectAt(was, 'content'), objectAt(is, 'content')];
  const changes: OperationChange[] = [];
  for (const [type, media] of Object.entries(old)) {
    if (!Object.hasOwn(now, type))
      changes.push({ isBreaking: true, what: t`${inlineCode(at)} is no longer there as ${inlineCode(type)}.` });
    else schemas.compare(at, objectAt({ media }, 'media')['schema'], objectAt(now, type)['schema']);
  }
  for (const type of Object.keys(now).filter(type => !Object.hasOwn(old, type)))
    changes.push({ isBreaking: false, what: t`${inlineCode(at)} is there as ${inlineCode(type)}, too.` });
  return changes;
}

function securityChanges(was: Operation, is: Operation): OperationChange[] {
  if (JSON.stringify(was.security) === JSON.stringify(is.security)) return [];
  if (is.security.length === 0) return [{ isBreaking: false, what: t('It needs no authorization.') }];
  return [
    {
      isBreaking: true,
      what: was.security.length === 0 ? t('It needs an authorization.') : t('It needs another authorization.'),
    },
  ];
}
