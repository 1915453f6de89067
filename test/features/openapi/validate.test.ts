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
  ] as const) {
    it(`is taken: ${what}`, async () => assert.equal(await openApiViolation(text), undefined));
  }

  for (const [what, text, reason] of [
    ['JSON with comments', `// Ours\n${json}`, /^It is JSON with comments or trailing commas.* Remove them$/],
    ['JSON with a comment inside', json.replace('"paths"', '/* none yet */ "paths"'), /^It is JSON with comments/],
    ['JSON with trailing commas', json.replace('{} }', '{}, }'), /^It is JSON with comments or trailing commas/],
    [
      'several documents',
      `${head}paths: {}\n---\n${head}paths: {}\n`,
      /^It holds 2 YAML documents.*into a file of its own$/,
    ],
    [
      'a reference to a file',
      `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: './pets.yaml#/Pet' }\n`,
      /^It refers to another file, "\.\/pets\.yaml#\/Pet" in \/components\/schemas\/A.*bundle/,
    ],
    [
      'a reference to an address',
      `${head}paths: { /a: { $ref: 'https://example.com/a.yaml' } }\n`,
      /^It refers to another file, "https:\/\/example\.com\/a\.yaml" in \/paths\/~1a/,
    ],
    ['broken YAML', `${head}paths: {\n`, /^It is neither JSON nor YAML \(/],
    ['broken JSON', json.slice(0, -3), /^It is neither JSON nor YAML \(/],
    ['a list', '[]', /^It holds no object$/],
    ['nothing', '', /^It holds no object$/],
  ] as const) {
    it(`is refused in words, without a full stop of its own: ${what}`, async () => {
      const violation = (await openApiViolation(text)) ?? '';
      assert.match(violation, reason);
      assert.doesNotMatch(violation, /\.$|YAML\.|\n/);
    });
  }

  function mergeKeys(count: number): string {
    const paths = Array.from({ length: count }, (_, index) => `  /lamps/${index}: { get: { <<: *shared } }\n`);
    return `${head}x-shared: &shared\n  responses: { '200': { description: All lamps } }\npaths:\n${paths.join('')}`;
  }
});
