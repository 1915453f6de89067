import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { openApiViolation } from '../../../src/api/openapi/validate.ts';
import { largeDescription } from './largeDescription.ts';

const head = `openapi: 3.1.0
info: { title: Lighthouse, version: '1' }
`;
const examples = `components:
  schemas:
    A:
      default: { $ref: a.yaml }
      enum: [{ $ref: a.yaml }]
      const: { $ref: a.yaml }
      example: { deep: [{ $ref: a.yaml }] }
      examples: [{ $ref: a.yaml }]
  examples:
    A: { summary: A reference, value: { $ref: a.yaml } }
    value: { value: [{ $ref: a.yaml }] }
`;
const json = `{ "openapi": "3.1.0", "info": { "title": "Lighthouse", "version": "1" }, "paths": {} }`;

const tooDeep = /^The file is nested too deeply to be checked\. Move inner parts to "components" and refer to them\.$/;
const brackets = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const indented = (levels: number) =>
  Array.from({ length: levels }, (_, level) => `${' '.repeat(level + 1)}a:\n`).join('');

function nestedSchemas(levels: number): string {
  const schema = `${'{ "properties": { "a": '.repeat(levels)}{}${' } }'.repeat(levels)}`;
  return json.replace('"paths"', `"components": { "schemas": { "A": ${schema} } }, "paths"`);
}

function nestedAliases(levels: number): string {
  const schemas = Array.from({ length: levels }, (_, level) => {
    const inner = level === 0 ? 'type: string' : `items: *s${level - 1}`;
    return `    S${level}: &s${level} { ${inner} }\n`;
  });
  return `${head}paths: {}\ncomponents:\n  schemas:\n${schemas.join('')}`;
}

describe('OpenAPI validation', () => {
  for (const [what, text] of [
    ['JSON', json],
    ['JSON with a byte order mark', `\uFEFF${json}`],
    [
      'JSON with the same key in several objects',
      json.replace('"paths": {}', '"x-a": { "a": { "b": 1 }, "b": [{ "a": 1 }, { "a": 1 }] }, "paths": {}'),
    ],
    ['YAML', `${head}paths: {}\n`],
    ['YAML with a byte order mark', `\uFEFF${head}paths: {}\n`],
    ['YAML that begins with a document marker', `---\n${head}paths: {}\n`],
    ['YAML with merge keys', mergeKeys(1)],
    ['YAML with 300 merge keys of one anchor', mergeKeys(300)],
    [
      'YAML with internal references',
      `${head}paths: {}\ncomponents:\n  schemas:\n    A: { type: string }\n    B: { $ref: '#/components/schemas/A' }\n`,
    ],
    [
      'YAML with references to an $id',
      `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $id: 'https://example.com/a', type: string }\n    B: { $ref: 'https://example.com/a' }\n`,
    ],
    [
      'YAML with references into a schema with an $id',
      `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $id: 'https://example.com/a', $defs: { C: { type: string } } }\n    B: { $ref: 'https://example.com/a#/$defs/C' }\n`,
    ],
    ['YAML with references in examples', `${head}paths: {}\n${examples}`],
    [
      'YAML with an anchor that is used as data and as responses',
      `${head}x-shared: &shared { '200': { $ref: '#/components/responses/A' } }\npaths: { /a: { get: { responses: *shared } } }\ncomponents: { responses: { A: { description: All } } }\n`,
    ],
    ['YAML with broken references in examples', `${head}paths: {}\n${examples.replaceAll('a.yaml', '"#/none"')}`],
    ['JSON with schemas nested 200 deep', nestedSchemas(100)],
    ['YAML with references in extensions', `${head}x-files: { $ref: a.yaml }\npaths: { x-more: [{ $ref: a.yaml }] }\n`],
  ] as const) {
    it(`accepts ${what}`, async () => assert.equal(await openApiViolation(text), undefined));
  }

  for (const [what, text, reason] of [
    [
      'JSON with comments',
      `// Ours\n${json}`,
      /^The file is JSON with comments or trailing commas\. Remove them and try again\.$/,
    ],
    [
      'JSON with a comment inside',
      json.replace('"paths"', '/* none yet */ "paths"'),
      /^The file is JSON with comments/,
    ],
    ['JSON with trailing commas', json.replace('{} }', '{}, }'), /^The file is JSON with comments or trailing commas/],
    [
      'several documents',
      `${head}paths: {}\n---\n${head}paths: {}\n`,
      /^The file contains 2 YAML documents\. Split it into one file per document\.$/,
    ],
    [
      'a reference to a file',
      `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: './pets.yaml#/Pet' }\n`,
      /^"\.\/pets\.yaml#\/Pet" at \/components\/schemas\/A refers to another file.*Bundle/,
    ],
    [
      'a reference to an address',
      `${head}paths: { /a: { $ref: 'https://example.com/a.yaml' } }\n`,
      /^"https:\/\/example\.com\/a\.yaml" at \/paths\/~1a refers to another file/,
    ],
    [
      'an example that is a reference to a file',
      `${head}paths: {}\ncomponents: { examples: { A: { $ref: a.yaml } } }\n`,
      /^"a\.yaml" at \/components\/examples\/A refers to another file/,
    ],
    [
      'a response that is a reference to a file',
      `${head}paths: { /a: { get: { responses: { default: { $ref: a.yaml } } } } }\n`,
      /^"a\.yaml" at \/paths\/~1a\/get\/responses\/default refers to another file/,
    ],
    [
      'properties named like extensions and examples',
      `${head}paths: {}\ncomponents: { schemas: { A: { properties: { x-b: { properties: { example: { $ref: a.yaml } } } } } } }\n`,
      /^"a\.yaml" at \/components\/schemas\/A\/properties\/x-b\/properties\/example refers to another file/,
    ],
    [
      'YAML with a duplicate key',
      `${head}paths:\n  /a: {}\n  /b: {}\n  /a: {}\n`,
      /^Duplicate key "\/a" in line \d+\. Remove one of the two\.$/,
    ],
    [
      'JSON with a duplicate key',
      json.replace('"paths": {}', '\n"paths": {\n"/a": {},\n"/b": { "get": {} },\n"/a": {} }'),
      /^Duplicate key "\/a" in line 5\. Remove one of the two\.$/,
    ],
    [
      'JSON with a duplicate key that is escaped once',
      `\uFEFF${json.replace('{', '{ "\\u006fpenapi": "3.0.0",\n')}`,
      /^Duplicate key "openapi" in line 2\. Remove one of the two\.$/,
    ],
    [
      'JSON with a duplicate key in an array',
      json.replace('"paths": {}', '"x-a": [{ "a": 1 }, { "a": { "b": 1 },\n\n"a": 1 }], "paths": {}'),
      /^Duplicate key "a" in line 3\. Remove one of the two\.$/,
    ],
    ['schemas in JSON, nested 2,000 deep', nestedSchemas(1000), tooDeep],
    ['schemas in JSON, nested 6,000 deep', nestedSchemas(3000), tooDeep],
    ['data in JSON, nested 100,000 deep', json.replace('{}', `{}, "x-a": ${brackets(100_000)}`), tooDeep],
    ['JSON with comments, nested 100,000 deep', `// Ours\n{ "x-a": ${brackets(100_000)} }`, tooDeep],
    ['lists in YAML, nested 100,000 deep', `${head}paths: {}\nx-a: ${brackets(100_000)}\n`, tooDeep],
    ['maps in YAML, nested 3,000 deep', `${head}paths: {}\nx-a:\n${indented(3000)}`, tooDeep],
    [
      'YAML with aliases in aliases, 1,000 deep',
      nestedAliases(1000),
      /^The file has too many YAML aliases to be checked\. Use "\$ref" instead\.$/,
    ],
    ['broken YAML', `${head}paths: {\n`, /^Invalid JSON or YAML: /],
    ['broken JSON', json.slice(0, -3), /^Invalid JSON or YAML: /],
    ['a string', '"openapi.yaml"', /^The file must contain an object\.$/],
    ['a list', '[]', /^The file must contain an object\.$/],
    ['an empty file', '', /^The file must contain an object\.$/],
  ] as const) {
    it(`rejects with one-sentence messages: ${what}`, async () => {
      const violation = (await openApiViolation(text)) ?? '';
      assert.match(violation, reason);
      assert.match(violation, /[^.]\.$/);
      assert.doesNotMatch(violation, /\n/);
    });
  }

  it('is much faster for JSON than for YAML', async () => {
    const yaml = largeDescription(2000);
    const asJson = JSON.stringify(parse(yaml));
    const [timeOfYaml, timeOfJson] = [await timeToCheck(yaml), await timeToCheck(asJson)];
    assert.ok(timeOfJson < timeOfYaml / 2, `${timeOfJson} ms as JSON, ${timeOfYaml} ms as YAML`);
  });

  it('takes no longer for one map with 20,000 keys than for 200 smaller ones', async () => {
    const inMaps = (maps: number) => {
      const names = Array.from({ length: 20_000 / maps }, (_, index) => `  name${index}: 1\n`).join('');
      return `${head}paths: {}\n${Array.from({ length: maps }, (_, index) => `x-${index}:\n${names}`).join('')}`;
    };
    const [timeOfMany, timeOfOne] = [await timeToCheck(inMaps(200)), await timeToCheck(inMaps(1))];
    assert.ok(timeOfOne < timeOfMany * 3, `${timeOfOne} ms in one map, ${timeOfMany} ms in 200`);
  });

  it('takes no longer for one JSON object with 100,000 keys than for 1,000 smaller ones', async () => {
    const inObjects = (objects: number) => {
      const names = Array.from({ length: 100_000 / objects }, (_, index) => `"name${index}": 1`).join();
      const extensions = Array.from({ length: objects }, (_, index) => `"x-${index}": { ${names} }`).join();
      return json.replace('"paths"', `${extensions}, "paths"`);
    };
    const [timeOfMany, timeOfOne] = [await timeToCheck(inObjects(1000)), await timeToCheck(inObjects(1))];
    // Without an index, it would take 50 times as long.
    assert.ok(timeOfOne < timeOfMany * 8 + 500, `${timeOfOne} ms in one object, ${timeOfMany} ms in 1,000`);
  });

  /** Returns the shortest of three measured times in milliseconds, because a busy machine delays some runs. */
  async function timeToCheck(text: string): Promise<number> {
    const times: number[] = [];
    for (let run = 0; run < 3; run++) {
      const start = performance.now();
      assert.equal(await openApiViolation(text), undefined);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  }

  function mergeKeys(count: number): string {
    const paths = Array.from({ length: count }, (_, index) => `  /lamps/${index}: { get: { <<: *shared } }\n`);
    return `${head}x-shared: &shared\n  responses: { '200': { description: All lamps } }\npaths:\n${paths.join('')}`;
  }
});
