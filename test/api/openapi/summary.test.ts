import assert from 'node:assert/strict';
import { summarizeApiChanges } from '../../../src/api/openapi/summary.ts';

const version = (name: string, paths: object, title = 'Lamps') => ({
  name,
  filesystem: { 'lamps.yaml': { openapi: '3.1.0', info: { title }, paths } },
});

describe('summary of the changes of an API', () => {
  it('lists breaking changes first, with counts', () => {
    const before = version('10:00', {
      '/gone': { get: {} },
      '/lamps': { get: { parameters: [{ name: 'color', in: 'query' }] } },
      '/names': { get: { summary: 'Names' } },
    });
    const after = version('11:00', {
      '/lamps': { get: { parameters: [{ name: 'size', in: 'query' }] } },
      '/names': { get: { summary: 'All names' } },
      '/new': { get: {}, put: {} },
    });
    assert.equal(
      summarizeApiChanges('lighthouse', before, after),
      `# What has changed in \`lighthouse\`

From 10:00 to 11:00.

1 operation is gone, 1 operation is changed so that programs may break, 2 operations are new, 2 operations are changed otherwise.

## Operations that are gone

- \`GET /gone\`

## Changes that break programs

- \`GET /lamps\`
  - The parameter \`color\` (\`query\`) is gone.

## New operations

- \`GET /new\`
- \`PUT /new\`

## Other changes

- \`GET /lamps\`
  - The parameter \`size\` (\`query\`) is new.
- \`GET /names\`
  - It is described in other words.
`,
    );
  });

  it('says that nothing changed', () => {
    const one = version('10:00', { '/lamps': { get: {} } });
    assert.match(summarizeApiChanges('x', one, { ...one, name: '11:00' }), /\n\nNothing: both describe the same\.\n/);
    const titled = version('11:00', { '/lamps': { get: {} } }, 'Lanterns');
    assert.match(
      summarizeApiChanges('x', one, titled),
      /\n\nNothing in the operations that a program would notice\. The texts differ/,
    );
  });

  it('omits counts that are zero', () => {
    const summary = summarizeApiChanges('x', version('10:00', {}), version('11:00', { '/new': { get: {} } }));
    assert.match(summary, /^From 10:00 to 11:00\.\n\n1 operation is new\.\n\n## New operations\n\n- `GET \/new`\n$/m);
  });

  it('says when a file is not an OpenAPI description', () => {
    const one = version('10:00', {});
    assert.match(
      summarizeApiChanges('x', one, { name: '11:00', filesystem: undefined }),
      /no OpenAPI description; only their texts/,
    );
  });
});
