import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { apiChanges, descriptionIn } from '../../../src/api/openapi/changes.ts';

/** Returns a line for each change of the operations. Breaking changes start with an exclamation mark. */
function describedChanges(before: unknown, after: unknown): string[] {
  const { added, removed, changed } = apiChanges(before, after);
  const lines = changed.flatMap(({ changes }) =>
    changes.map(({ isBreaking, what }) => `${isBreaking ? '! ' : ''}${what}`),
  );
  return [...removed.map(name => `- ${name}`), ...added.map(name => `+ ${name}`), ...lines];
}

/** Returns a description with one operation that has a request and a response. */
function api(operation: string, components = ''): unknown {
  return parse(`openapi: 3.1.0
info: { title: Lamps, version: '1' }
paths:
  /lamps/{id}:
    post: ${operation}
${components && `components:\n  schemas: ${components}`}`);
}

const taking = (schema: string) =>
  api(`{ requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} }`);
const giving = (schema: string) =>
  api(`{ responses: { '200': { content: { application/json: { schema: ${schema} } } } } }`);

describe('difference between two OpenAPI descriptions', () => {
  it('is empty for equal descriptions', () => {
    const description = giving('{ type: object, properties: { a: { type: string } } }');
    assert.deepEqual(describedChanges(description, description), []);
    assert.deepEqual(describedChanges(undefined, undefined), []);
  });

  it('lists added and removed operations', () => {
    const empty = { openapi: '3.1.0', paths: {} };
    assert.deepEqual(describedChanges(empty, api('{}')), ['+ POST /lamps/{id}']);
    assert.deepEqual(describedChanges(api('{}'), empty), ['- POST /lamps/{id}']);
  });

  it('ignores the name of a path parameter', () => {
    const named = (name: string) => ({
      openapi: '3.1.0',
      paths: {
        [`/lamps/{${name}}`]: {
          get: { parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }] },
        },
      },
    });
    assert.deepEqual(describedChanges(named('id'), named('lamp')), ['It is described in other words.']);
  });

  for (const [name, before, after, expected] of [
    ['added', '[]', '[{ name: color, in: query }]', ['The parameter `color` (`query`) is new.']],
    [
      'added and required',
      '[]',
      '[{ name: color, in: query, required: true }]',
      ['! The parameter `color` (`query`) is new, and required.'],
    ],
    ['removed', '[{ name: color, in: query }]', '[]', ['! The parameter `color` (`query`) is gone.']],
    [
      'now required',
      '[{ name: color, in: query }]',
      '[{ name: color, in: query, required: true }]',
      ['! The parameter `color` (`query`) is required.'],
    ],
    [
      'now optional',
      '[{ name: color, in: query, required: true }]',
      '[{ name: color, in: query }]',
      ['It is described in other words.'],
    ],
    [
      'type changed',
      '[{ name: count, in: query, schema: { type: integer } }]',
      '[{ name: count, in: query, schema: { type: string } }]',
      ['! The type of `count` was `integer`, and is `string`.'],
    ],
    [
      'Swagger 2',
      '[{ name: count, in: query, type: integer, enum: [1, 2] }]',
      '[{ name: count, in: query, type: integer, enum: [1] }]',
      ['! `count` can no longer be `2`.'],
    ],
    [
      'same name in two places',
      '[{ name: a, in: query }, { name: a, in: header }]',
      '[{ name: a, in: query }]',
      ['! The parameter `a` (`header`) is gone.'],
    ],
  ] as const) {
    it(`lists parameters: ${name}`, () => {
      assert.deepEqual(describedChanges(api(`{ parameters: ${before} }`), api(`{ parameters: ${after} }`)), expected);
    });
  }

  for (const [name, before, after, request, response] of [
    [
      'removed property',
      '{ type: object, properties: { a: {}, b: {} } }',
      '{ type: object, properties: { a: {} } }',
      ['! `body.b` is gone.'],
      ['! `response 200.b` is gone.'],
    ],
    [
      'added property',
      '{ type: object, properties: {} }',
      '{ type: object, properties: { a: {} } }',
      ['`body.a` is new.'],
      ['`response 200.a` is new.'],
    ],
    [
      'added required property',
      '{ type: object, properties: {} }',
      '{ type: object, required: [a], properties: { a: {} } }',
      ['! `body.a` is new, and required.'],
      ['`response 200.a` is new.'],
    ],
    [
      'property now required',
      '{ type: object, properties: { a: {} } }',
      '{ type: object, required: [a], properties: { a: {} } }',
      ['! `body.a` is required.'],
      ['It is described in other words.'],
    ],
    [
      'property now optional',
      '{ type: object, required: [a], properties: { a: {} } }',
      '{ type: object, properties: { a: {} } }',
      ['It is described in other words.'],
      ['! `response 200.a` may be left out by the service.'],
    ],
    [
      'changed type',
      '{ type: string }',
      '{ type: boolean }',
      ['! The type of `body` was `string`, and is `boolean`.'],
      ['! The type of `response 200` was `string`, and is `boolean`.'],
    ],
    [
      'wider type',
      '{ type: integer }',
      '{ type: number }',
      ['The type of `body` was `integer`, and is `number`.'],
      ['! The type of `response 200` was `integer`, and is `number`.'],
    ],
    [
      'nullable type in the syntax of OpenAPI 3.0 and 3.1',
      '{ type: string, nullable: true }',
      '{ type: [string, "null"] }',
      ['It is described in other words.'],
      ['It is described in other words.'],
    ],
    [
      'no longer nullable',
      '{ type: string, nullable: true }',
      '{ type: string }',
      ['! The type of `body` was `string` or `null`, and is `string`.'],
      ['The type of `response 200` was `string` or `null`, and is `string`.'],
    ],
    [
      'fewer enum values',
      '{ type: string, enum: [red, green] }',
      '{ type: string, enum: [red] }',
      ['! `body` can no longer be `"green"`.'],
      ['`response 200` can no longer be `"green"`.'],
    ],
    [
      'more enum values',
      '{ type: string, enum: [red] }',
      '{ type: string, enum: [red, green] }',
      ['`body` can be `"green"`, too.'],
      ['`response 200` can be `"green"`, too.'],
    ],
    [
      'new enum',
      '{ type: string }',
      '{ type: string, enum: [red] }',
      ['! `body` can be `"red"` only.'],
      ['`response 200` can be `"red"` only.'],
    ],
    [
      'a tighter limit',
      '{ type: string, maxLength: 10 }',
      '{ type: string, maxLength: 5, minLength: 1 }',
      ['! `body` has a tighter limit: `maxLength` is 5.', '! `body` has a tighter limit: `minLength` is 1.'],
      ['It is described in other words.'],
    ],
    [
      'a wider limit',
      '{ type: string, maxLength: 10 }',
      '{ type: string, maxLength: 20 }',
      ['It is described in other words.'],
      ['It is described in other words.'],
    ],
    [
      'items of an array',
      '{ type: array, items: { type: object, properties: { a: { type: string } } } }',
      '{ type: array, items: { type: object, properties: { a: { type: integer } } } }',
      ['! The type of `body[].a` was `string`, and is `integer`.'],
      ['! The type of `response 200[].a` was `string`, and is `integer`.'],
    ],
    [
      'allOf',
      '{ allOf: [{ type: object, properties: { a: {} } }, { required: [a], properties: { b: {} } }] }',
      '{ allOf: [{ type: object, properties: { a: {} } }] }',
      ['! `body.b` is gone.'],
      ['! `response 200.b` is gone.', '! `response 200.a` may be left out by the service.'],
    ],
    [
      'changed type without its former properties',
      '{ type: object, properties: { a: {} } }',
      '{ type: array, items: {} }',
      ['! The type of `body` was `object`, and is `array`.'],
      ['! The type of `response 200` was `object`, and is `array`.'],
    ],
    [
      'changed constant',
      '{ const: 1 }',
      '{ const: 2 }',
      ['! `body` can no longer be `1`.', '`body` can be `2`, too.'],
      ['`response 200` can no longer be `1`.', '`response 200` can be `2`, too.'],
    ],
    [
      'changed external reference',
      "{ $ref: 'a.yaml#/lamp' }",
      "{ $ref: 'b.yaml#/lamp' }",
      ['`body` is described elsewhere.'],
      ['`response 200` is described elsewhere.'],
    ],
    [
      'fewer alternatives',
      '{ oneOf: [{ type: string }, { type: integer }] }',
      '{ oneOf: [{ type: string }] }',
      ['! `body` had 2 alternatives, and has 1.'],
      ['`response 200` had 2 alternatives, and has 1.'],
    ],
  ] as const) {
    it(`lists changes of a request body: ${name}`, () =>
      assert.deepEqual(describedChanges(taking(before), taking(after)), request));
    it(`lists changes of a response: ${name}`, () =>
      assert.deepEqual(describedChanges(giving(before), giving(after)), response));
  }

  for (const [name, before, after, expected] of [
    [
      'removed response',
      "{ responses: { '200': {}, '404': {} } }",
      "{ responses: { '200': {} } }",
      ['! The response `404` is gone.'],
    ],
    [
      'added response',
      "{ responses: { '200': {} } }",
      "{ responses: { '200': {}, '404': {} } }",
      ['The response `404` is new.'],
    ],
    ['added body', '{}', '{ requestBody: { content: {} } }', ['It takes a body.']],
    ['added required body', '{}', '{ requestBody: { required: true } }', ['! It takes a body, which is required.']],
    ['removed body', '{ requestBody: { content: {} } }', '{}', ['! It takes no body.']],
    [
      'body now required',
      '{ requestBody: { content: {} } }',
      '{ requestBody: { required: true, content: {} } }',
      ['! The body is required.'],
    ],
    [
      'changed content type of a body',
      '{ requestBody: { content: { application/json: {} } } }',
      '{ requestBody: { content: { text/csv: {} } } }',
      ['! `body` is no longer there as `application/json`.', '`body` is there as `text/csv`, too.'],
    ],
    ['deprecated', '{}', '{ deprecated: true }', ['It is deprecated.']],
    ['added authorization', '{}', '{ security: [{ key: [] }] }', ['! It needs an authorization.']],
    [
      'changed authorization',
      '{ security: [{ key: [] }] }',
      '{ security: [{ token: [] }] }',
      ['! It needs another authorization.'],
    ],
    ['removed authorization', '{ security: [{ key: [] }] }', '{ security: [{}] }', ['It needs no authorization.']],
    [
      'already deprecated',
      '{ deprecated: true }',
      '{ deprecated: true, summary: a }',
      ['It is described in other words.'],
    ],
    ['only descriptions', '{ summary: Switch on }', '{ summary: Light up }', ['It is described in other words.']],
  ] as const) {
    it(`lists changes of an operation: ${name}`, () =>
      assert.deepEqual(describedChanges(api(before), api(after)), expected));
  }

  it('includes parameters of a path and the security of the API', () => {
    const described = (name: string, security: object[]) => ({
      openapi: '3.1.0',
      security,
      paths: { '/lamps': { parameters: [{ name, in: 'query' }], get: {} } },
    });
    assert.deepEqual(describedChanges(described('a', []), described('b', [{ key: [] }])), [
      '! The parameter `a` (`query`) is gone.',
      'The parameter `b` (`query`) is new.',
      '! It needs an authorization.',
    ]);
  });

  it('follows a reference to a path item', () => {
    const described = (item: object) => ({
      openapi: '3.1.0',
      paths: { '/lamps': { $ref: '#/components/pathItems/lamps' } },
      components: { pathItems: { lamps: item } },
    });
    assert.deepEqual(describedChanges(described({ get: {} }), described({ get: {}, put: {} })), ['+ PUT /lamps']);
  });

  it('lists a limited number of values and counts the rest', () => {
    const values = (count: number) => taking(`{ enum: [${[...Array(count).keys()].join()}] }`);
    assert.match(
      describedChanges(values(20), values(1))[0] ?? '',
      /^! `body` can no longer be `1`, .*`12` and 7 others\.$/,
    );
  });

  it('follows references in parameters and responses', () => {
    const described = (type: string) =>
      parse(`openapi: 3.1.0
paths:
  /lamps:
    get:
      parameters: [{ $ref: '#/components/parameters/limit' }]
      responses: { '200': { $ref: '#/components/responses/a~1b' } }
components:
  parameters: { limit: { name: limit, in: query, schema: { $ref: '#/components/schemas/x' } } }
  responses: { 'a/b': { content: { application/json: { schema: { $ref: '#/components/schemas/x' } } } } }
  schemas: { x: { type: ${type} } }`) as unknown;
    assert.deepEqual(describedChanges(described('string'), described('integer')), [
      '! The type of `limit` was `string`, and is `integer`.',
      '! The type of `response 200` was `string`, and is `integer`.',
    ]);
  });

  it('lists a change in a recursive schema once', () => {
    const tree = (type: string) =>
      api(
        `{ requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/tree' } } } } }`,
        `{ tree: { type: object, properties: { name: { type: ${type} }, left: { $ref: '#/components/schemas/tree' }, right: { $ref: '#/components/schemas/tree' } } } }`,
      );
    assert.deepEqual(describedChanges(tree('string'), tree('integer')), [
      '! The type of `body.name` was `string`, and is `integer`.',
    ]);
  });

  it('supports Swagger 2', () => {
    const described = (type: string) =>
      parse(`swagger: '2.0'
paths:
  /lamps:
    post:
      parameters: [{ name: lamp, in: body, schema: { type: ${type} } }]
      responses: { '200': { schema: { type: ${type} } } }`) as unknown;
    assert.deepEqual(describedChanges(described('string'), described('integer')), [
      '! The type of `body` was `string`, and is `integer`.',
      '! The type of `response 200` was `string`, and is `integer`.',
    ]);
  });

  it('tolerates malformed descriptions', () => {
    const odd = [
      null,
      5,
      'text',
      [],
      { paths: [] },
      { paths: { '/a': null, '/b': { get: 5, parameters: {} } } },
      { paths: { '/a': { get: { parameters: [null, 5, { in: 'body' }], responses: [], requestBody: 'x' } } } },
      { paths: { '/a': { get: { responses: { 200: null, 201: { content: { x: null, y: { schema: true } } } } } } } },
      { paths: { '/a': { $ref: '#/paths/~1a' }, '/b': { $ref: 'other.yaml' }, '/c': { $ref: '#/constructor' } } },
      {
        paths: { '/a': { get: { requestBody: { content: { x: { schema: { allOf: [{ $ref: '#/x' }] } } } } } } },
        x: { allOf: [{ $ref: '#/x' }] },
      },
    ];
    for (const before of odd) for (const after of odd) assert.doesNotThrow(() => describedChanges(before, after));
  });

  it('puts names into inline code safely', () => {
    const named = (name: string) => ({ paths: { '/a': { get: { parameters: [{ name, in: 'query' }] } } } });
    const [line = ''] = describedChanges(named('x'), named('`](command:a) `# b\n\n# c'));
    assert.ok(!line.includes('\n'));
    assert.equal(
      describedChanges(named('x'), named('`](command:a)'))[1],
      'The parameter `ˋ]\u2060(command:a)` (`query`) is new.',
    );
  });

  it('takes linear time for a large description', () => {
    const properties = (depth: number, type: string): object =>
      Object.fromEntries(
        [...Array(30).keys()].map(index => [
          `p${index}`,
          depth === 0 ? { type } : { $ref: `#/components/schemas/s${depth - 1}` },
        ]),
      );
    const large = (type: string) => ({
      openapi: '3.1.0',
      paths: Object.fromEntries(
        [...Array(300).keys()].map(index => [
          `/a${index}`,
          { get: { responses: { 200: { content: { x: { schema: { $ref: '#/components/schemas/s9' } } } } } } },
        ]),
      ),
      components: {
        schemas: Object.fromEntries(
          [...Array(10).keys()].map(index => [`s${index}`, { type: 'object', properties: properties(index, type) }]),
        ),
      },
    });
    const began = performance.now();
    const { changed } = apiChanges(large('string'), large('integer'));
    assert.equal(changed.length, 300);
    assert.ok(performance.now() - began < 5000, `${performance.now() - began} ms`);
  });
});

describe('the description among the files of a version', () => {
  const description = { openapi: '3.1.0', paths: {} };

  for (const [name, filesystem] of [
    ['by its name', { 'schemas.yaml': { type: 'object' }, 'lamps.yaml': description }],
    [
      'in a list',
      [
        { filename: 'a.yaml', specification: {} },
        { filename: 'b.yaml', specification: description },
      ],
    ],
    ['by its name, with more', { 'lamps.yaml': { specification: description } }],
    ['alone', description],
    ['as Swagger', { swagger: '2.0', paths: {} }],
  ] as const) {
    it(`is found ${name}`, () => {
      const expected = name === 'as Swagger' ? filesystem : description;
      assert.equal(descriptionIn(filesystem), expected);
    });
  }

  it('is not found when there is none', () => {
    for (const odd of [undefined, null, 5, 'openapi', {}, { a: null }, [5]])
      assert.equal(descriptionIn(odd), undefined);
  });
});
