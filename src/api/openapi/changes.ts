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
  type Way,
} from './schemas.ts';

/** What is another in an API than it was before. */
export interface ApiChanges {
  /** By what they are called: `GET /lamps`. */
  added: string[];
  removed: string[];
  changed: { operation: string; changes: Change[] }[];
}

/** Compares two OpenAPI descriptions by what a program would notice that uses the API. */
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

/** The description among the files of a version, as servers give them: by names, in a list, or alone. */
export function descriptionIn(filesystem: unknown): unknown {
  const files = isFields(filesystem) ? Object.values(filesystem) : Array.isArray(filesystem) ? filesystem : [];
  const all = [filesystem, ...files, ...files.map(file => (isFields(file) ? file['specification'] : undefined))];
  return all.find(one => isFields(one) && ('openapi' in one || 'swagger' in one));
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** One operation, in the terms of OpenAPI 3 also where it is described in those of Swagger 2. */
interface Operation {
  name: string;
  described: Fields;
  /** By where they stand and what they are called; those of the path by their order, since their names mean nothing. */
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
  const look = (part: unknown) => resolved(description, part);
  const parameters = [...listIn(item, 'parameters'), ...listIn(described, 'parameters')].map(look).filter(isFields);
  const order = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const keyOf = ({ in: place, name }: Fields) =>
    `${String(place)} ${place === 'path' ? order.indexOf(String(name)) : String(name)}`;
  const oldBody = parameters.find(one => one['in'] === 'body');
  const body = look(described['requestBody']) ?? (oldBody && { ...oldBody, ...contentOf(oldBody) });
  const responses = Object.entries(fieldsIn(described, 'responses')).map(([status, response]) => {
    const target = look(response);
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
    // One that may be left out asks for nothing.
    security: listIn(owner, 'security').some(one => isFields(one) && Object.keys(one).length === 0)
      ? []
      : listIn(owner, 'security'),
  };
}

/** The content of Swagger 2, which has one schema for all types. */
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
    changes.push({ isBreaking: false, what: 'It is deprecated.' });
  const isOther = changes.length === 0 && JSON.stringify(was.described) !== JSON.stringify(is.described);
  return isOther ? [{ isBreaking: false, what: 'It is described in other words.' }] : changes;
}

function parameterChanges(schemas: SchemaComparison, was: Operation, is: Operation): Change[] {
  const changes: Change[] = [];
  for (const [key, old] of was.parameters) {
    const now = is.parameters.get(key);
    const name = parameterName(now ?? old);
    if (!now) {
      changes.push({ isBreaking: true, what: `The parameter ${name} is gone.` });
      continue;
    }
    if (now['required'] === true && old['required'] !== true)
      changes.push({ isBreaking: true, what: `The parameter ${name} is required.` });
    schemas.compare(String(now['name']), schemaOf(old), schemaOf(now));
  }
  for (const [key, now] of is.parameters) {
    if (was.parameters.has(key)) continue;
    const isBreaking = now['required'] === true;
    changes.push({
      isBreaking,
      what: `The parameter ${parameterName(now)} is new${isBreaking ? ', and required' : ''}.`,
    });
  }
  return changes;
}

function parameterName({ name, in: place }: Fields): string {
  return `${code(String(name))} (${code(String(place))})`;
}

/** That of a parameter; in Swagger 2 it is the parameter itself, in some of OpenAPI 3 that of its content. */
function schemaOf(parameter: Fields): unknown {
  const [content] = Object.values(fieldsIn(parameter, 'content'));
  if ('schema' in parameter) return parameter['schema'];
  return isFields(content) ? content['schema'] : parameter;
}

function bodyChanges(schemas: SchemaComparison, was: Fields | undefined, is: Fields | undefined): Change[] {
  if (!was && !is) return [];
  if (!is) return [{ isBreaking: true, what: 'It takes no body.' }];
  const isRequired = is['required'] === true;
  if (!was) return [{ isBreaking: isRequired, what: `It takes a body${isRequired ? ', which is required' : ''}.` }];
  const changes = contentChanges(schemas, 'body', was, is);
  if (isRequired && was['required'] !== true) changes.push({ isBreaking: true, what: 'The body is required.' });
  return changes;
}

function responseChanges(descriptions: Descriptions, was: Operation, is: Operation): Change[] {
  const way: Way = 'response';
  const changes: Change[] = [];
  for (const [status, old] of was.responses) {
    const now = is.responses.get(status);
    if (!now) {
      changes.push({ isBreaking: true, what: `The response ${code(status)} is gone.` });
      continue;
    }
    const schemas = new SchemaComparison(descriptions, way);
    changes.push(...contentChanges(schemas, `response ${status}`, old, now), ...schemas.changes);
  }
  for (const status of is.responses.keys())
    if (!was.responses.has(status)) changes.push({ isBreaking: false, what: `The response ${code(status)} is new.` });
  return changes;
}

/** What has become of the types in which something is written, and of what is written in each. */
function contentChanges(schemas: SchemaComparison, at: string, was: Fields, is: Fields): Change[] {
  const [old, now] = [fieldsIn(was, 'content'), fieldsIn(is, 'content')];
  const changes: Change[] = [];
  for (const [type, media] of Object.entries(old)) {
    if (!Object.hasOwn(now, type))
      changes.push({ isBreaking: true, what: `${code(at)} is no longer there as ${code(type)}.` });
    else schemas.compare(at, fieldsIn({ media }, 'media')['schema'], fieldsIn(now, type)['schema']);
  }
  for (const type of Object.keys(now).filter(type => !Object.hasOwn(old, type)))
    changes.push({ isBreaking: false, what: `${code(at)} is there as ${code(type)}, too.` });
  return changes;
}

function securityChanges(was: Operation, is: Operation): Change[] {
  if (JSON.stringify(was.security) === JSON.stringify(is.security)) return [];
  if (is.security.length === 0) return [{ isBreaking: false, what: 'It needs no authorization.' }];
  return [
    {
      isBreaking: true,
      what: was.security.length === 0 ? 'It needs an authorization.' : 'It needs another authorization.',
    },
  ];
}
