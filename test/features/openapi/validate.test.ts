import assert from 'node:assert/strict';
import { openApiViolation } from '../../../src/features/openapi/validate.ts';

const head = `openapi: 3.1.0
info: { title: Lighthouse, version: '1' }
`;
const json = `{ "openapi": "3.1.0", "info": { "title": "Lighthouse", "version": "1" }, "paths": {} }`;

describe('an OpenAPI file as people have it', () => {
  for (const [what, text] of [
    ['JSON', json],
    ['YAML', `${head}paths: {}\n`],
    ['YAML with a byte order mark', `\uFEFF${head}paths: {}\n`],
    ['YAML that begins with a mark of a document', `---\n${head}paths: {}\n`],
    ['YAML with merge keys', mergeKeys(1)],
    ['YAML with many merge keys of one part', mergeKeys(300)],
    [
      'YAML whose references stay in it',
      `${head}paths: {}\ncomponents:\n  schemas:\n    A: { type: string }\n    B: { $ref: '#/components/schemas/A' }\n`,
    ],
    [
      'YAML whose references name an ID in it',
      `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $id: 'https://example.com/a', type: string }\n    B: { $ref: 'https://example.com/a' }\n`,
    ],
  ] as const) {
    it(`is taken: ${what}`, async () => assert.equal(await openApiViolation(text), undefined));
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
    ['broken YAML', `${head}paths: {\n`, /^Invalid JSON or YAML: /],
    ['broken JSON', json.slice(0, -3), /^Invalid JSON or YAML: /],
    ['a list', '[]', /^The file must contain an object\.$/],
    ['nothing', '', /^The file must contain an object\.$/],
  ] as const) {
    it(`is refused in sentences with one full stop each: ${what}`, async () => {
      const violation = (await openApiViolation(text)) ?? '';
      assert.match(violation, reason);
      assert.match(violation, /[^.]\.$/);
      assert.doesNotMatch(violation, /\n/);
    });
  }

  function mergeKeys(count: number): string {
    const paths = Array.from({ length: count }, (_, index) => `  /lamps/${index}: { get: { <<: *shared } }\n`);
    return `${head}x-shared: &shared\n  responses: { '200': { description: All lamps } }\npaths:\n${paths.join('')}`;
  }
});
