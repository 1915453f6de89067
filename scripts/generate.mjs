// Writes the files generated from src/api/contract.yaml. With --check it only reports which are out of date, and fails
// if there are any.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const folder = new URL('../src/api/', import.meta.url);
const verbs = ['get', 'put', 'post', 'patch', 'delete'];
const limitKeywords = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems', 'enum'];

const contract = parse(readFileSync(new URL('contract.yaml', folder), 'utf8'));
const generated = {
  'contract.d.ts': await types(contract),
  'contract.json': perLine(contract),
  'choices.json': `${JSON.stringify(choices(contract), null, 1)}\n`,
  'limits.json': `${JSON.stringify(limits(contract), null, 1)}\n`,
  'optional.json': `${JSON.stringify(optionalRoutes(contract), null, 1)}\n`,
};
const stale = Object.entries(generated).filter(([name, text]) => read(name) !== text);
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    const names = stale.map(([name]) => `src/api/${name}`).join(', ');
    console.error(`Out of date with src/api/contract.yaml: ${names}. Run "npm run generate" and commit the result.`);
    process.exitCode = 1;
  }
} else {
  for (const [name, text] of stale) {
    writeFileSync(new URL(name, folder), text);
    console.log(`Wrote src/api/${name}`);
  }
}

function read(name) {
  try {
    return readFileSync(new URL(name, folder), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function types(document) {
  // Members with a default remain optional, and descriptions must not end the comments that contain them.
  const nodes = await openapiTypescript(structuredClone(document), { defaultNonNullable: false });
  const optional = optionalRoutes(document).map(route => `    | "${route}"`);
  return [
    '// Generated from contract.yaml by scripts/generate.mjs. Do not edit.',
    '',
    astToString(nodes),
    '/** Operations that only some servers offer. */',
    `export type OptionalRoute =\n${optional.join('\n')};`,
    '',
  ].join('\n');
}

/** Writes one operation or component per line, so that a change of the contract is readable in its diff. */
function perLine(document) {
  const { paths, components, ...rest } = document;
  const lines = (object, depth, indent) =>
    depth === 0
      ? JSON.stringify(object)
      : `{\n${Object.entries(object)
          .map(([key, value]) => `${indent} ${JSON.stringify(key)}: ${lines(value, depth - 1, `${indent} `)}`)
          .join(',\n')}\n${indent}}`;
  const members = Object.entries(rest).map(([key, value]) => ` ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  members.push(` "paths": ${lines(paths, 2, ' ')}`, ` "components": ${lines(components, 2, ' ')}`);
  return `{\n${members.join(',\n')}\n}\n`;
}

function operations(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.filter(verb => item[verb]).map(verb => ({ route: `${verb.toUpperCase()} ${path}`, operation: item[verb] })),
  );
}

function optionalRoutes(document) {
  return operations(document)
    .filter(({ operation }) => operation['x-optional'])
    .map(({ route }) => route);
}

/** Returns the labels and descriptions of the values of each enumeration. */
function choices({ components }) {
  const labelled = Object.entries(components.schemas).filter(([, schema]) => schema['x-enum-labels']);
  return Object.fromEntries(
    labelled.map(([name, { enum: values, 'x-enum-labels': labels, 'x-enum-descriptions': details }]) => [
      name,
      values.map((value, index) => ({ value, label: labels[index], detail: details[index] })),
    ]),
  );
}

/** Returns the limits of body members by route and member. Members of an object are named "member.inner". */
function limits(document) {
  const entries = operations(document).map(({ route, operation }) => {
    const body = operation.requestBody?.content['application/json'].schema;
    return [route, body ? Object.fromEntries(memberLimits(document, body, '', 2)) : {}];
  });
  return Object.fromEntries(entries.filter(([, members]) => Object.keys(members).length > 0));
}

function memberLimits(document, schema, prefix, depth) {
  if (depth === 0) return [];
  const variants = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map(variant =>
    resolve(document, variant),
  );
  return variants.flatMap(variant =>
    Object.entries(variant.properties ?? {}).flatMap(([name, reference]) => {
      const member = resolve(document, reference);
      const own = Object.fromEntries(limitKeywords.filter(key => key in member).map(key => [key, member[key]]));
      const inner = memberLimits(document, member, `${prefix}${name}.`, depth - 1);
      return Object.keys(own).length > 0 ? [[`${prefix}${name}`, own], ...inner] : inner;
    }),
  );
}

function resolve(document, schema) {
  if (!schema.$ref) return schema;
  const names = schema.$ref.slice(2).split('/');
  return names.reduce((value, name) => value[name], document);
}
