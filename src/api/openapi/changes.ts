import { t } from '@vscode/l10n';
import { code } from './code.ts';
import {
  type Change,
  type Descriptions,
  type Fields,
  fieldsIn,
  isFields,
  listIn,
  resolved,
  SchemaComparison,
  type Direction,
} from './schemas.ts';

export interface ApiChanges {
  /** Names of operations: `GET /lamps`. */
  added: string[];
  removed: string[];
  changed: { operation: string; changes: Change[] }[];
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
  const files = isFields(filesystem) ? Object.values(filesystem) : Array.isArray(filesystem) ? filesystem : [];
  const all = [filesystem, ...files, ...files.map(file => (isFields(file) ? file['specification'] : undefined))];
  return all.find(one => isFields(one) && ('openapi' in one || 'swagger' in one));
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** An operation in the terms of OpenAPI 3, even if it is described in Swagger 2. */
interface Operation {
  name: string;
  described: Fields;
  /** Parameters by location and name; those in the path by their order, because their names do not matter. */
  parameters: ReadonlyMap<string, Fields>;
  body: Fields | undefined;
  responses: ReadonlyMap<string, Fields>;
  security: readonly unknown[];
}

function operationsOf(description: unknown): Map<string, Operation> {
  const operations = Object.entries(fieldsIn(description, 'paths')).flatMap(([path, item]) => {
    const described = resolved(description, item);
    return methods
      .filter(method => isFields(described) && isFields(described[method]))
      .map(method => operationAt(description, path, method, described));
  });
  return new Map(operations.map(operation => [operation.name.replace(/\{[^}]*\}/g, '{}'), operation]));
}

function operationAt(description: unknown, path: string, method: string, item: unknown): Operation {
  const described = fieldsIn(item, method);
  const resolve = (part: unknown) => resolved(description, part);
  const parameters = [...listIn(item, 'parameters'), ...listIn(described, 'parameters')].map(resolve).filter(isFields);
  const order = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const keyOf = ({ in: place, name }: Fields) =>
    `${String(place)} ${place === 'path' ? order.indexOf(String(name)) : String(name)}`;
  const oldBody = parameters.find(one => one['in'] === 'body');
  const body = resolve(described['requestBody']) ?? (oldBody && { ...oldBody, ...contentOf(oldBody) });
  const responses = Object.entries(fieldsIn(described, 'responses')).map(([status, response]) => {
    const target = resolve(response);
    const fields = isFields(target) ? target : {};
    return [status, 'schema' in fields ? { ...fields, ...contentOf(fields) } : fields] as const;
  });
  const owner = 'security' in described ? described : description;
  return {
    name: `${method.toUpperCase()} ${path}`,
    described,
    parameters: new Map(parameters.filter(one => one !== oldBody).map(one => [keyOf(one), one])),
    body: isFields(body) ? body : undefined,
    responses: new Map(responses),
    // Security that may be omitted counts as none.
    security: listIn(owner, 'security').some(one => isFields(one) && Object.keys(one).length === 0)
      ? []
      : listIn(owner, 'security'),
  };
}

/** Returns a Swagger 2 schema as content, because it applies to all media types. */
function contentOf({ schema }: Fields): Fields {
  return { content: { '*/*': { schema } } };
}

function compared(descriptions: Descriptions, was: Operation, is: Operation): Change[] {
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

function parameterChanges(schemas: SchemaComparison, was: Operation, is: Operation): Change[] {
  const changes: Change[] = [];
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

function parameterName({ name, in: place }: Fields): string {
  return `${code(String(name))} (${code(String(place))})`;
}

/** Returns the schema of a parameter: its own, that of its content (OpenAPI 3), or the parameter itself (Swagger 2). */
function schemaOf(parameter: Fields): unknown {
  const [content] = Object.values(fieldsIn(parameter, 'content'));
  if ('schema' in parameter) return parameter['schema'];
  return isFields(content) ? content['schema'] : parameter;
}

function bodyChanges(schemas: SchemaComparison, was: Fields | undefined, is: Fields | undefined): Change[] {
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

function responseChanges(descriptions: Descriptions, was: Operation, is: Operation): Change[] {
  const direction: Direction = 'response';
  const changes: Change[] = [];
  for (const [status, old] of was.responses) {
    const now = is.responses.get(status);
    if (!now) {
      changes.push({ isBreaking: true, what: t`The response ${code(status)} is gone.` });
      continue;
    }
    const schemas = new SchemaComparison(descriptions, direction);
    changes.push(...contentChanges(schemas, `response ${status}`, old, now), ...schemas.changes);
  }
  for (const status of is.responses.keys())
    if (!was.responses.has(status)) changes.push({ isBreaking: false, what: t`The response ${code(status)} is new.` });
  return changes;
}

/** Compares the media types of two contents, and the schema of each type. */
function contentChanges(schemas: SchemaComparison, at: string, was: Fields, is: Fields): Change[] {
  const [old, now] = [fieldsIn(was, 'content'), fieldsIn(is, 'content')];
  const changes: Change[] = [];
  for (const [type, media] of Object.entries(old)) {
    if (!Object.hasOwn(now, type))
      changes.push({ isBreaking: true, what: t`${code(at)} is no longer there as ${code(type)}.` });
    else schemas.compare(at, fieldsIn({ media }, 'media')['schema'], fieldsIn(now, type)['schema']);
  }
  for (const type of Object.keys(now).filter(type => !Object.hasOwn(old, type)))
    changes.push({ isBreaking: false, what: t`${code(at)} is there as ${code(type)}, too.` });
  return changes;
}

function securityChanges(was: Operation, is: Operation): Change[] {
  if (JSON.stringify(was.security) === JSON.stringify(is.security)) return [];
  if (is.security.length === 0) return [{ isBreaking: false, what: t('It needs no authorization.') }];
  return [
    {
      isBreaking: true,
      what: was.security.length === 0 ? t('It needs an authorization.') : t('It needs another authorization.'),
    },
  ];
}
