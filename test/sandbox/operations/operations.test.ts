import assert from 'node:assert/strict';
import { isOptional } from '../../../src/api/routes.ts';
import type { Route } from '../../../src/api/routes.ts';
import { readContract } from '../../../src/sandbox/http/contract.ts';
import type { Operation } from '../../../src/sandbox/http/contract.ts';
import { openSandbox, toRequest } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';
import { breakRules } from './limits.ts';
import { isPossible } from './row.ts';
import type { AnyInput, AnyRow } from './row.ts';
import { rows } from './rows.ts';
import { fillWorld, today } from './world.ts';

const { operations, description } = readContract();
const documented = operations.filter(({ route }) => !isOptional(route));

describe('the table of operations', () => {
  it('has a row for each of the 130 documented operations', () => {
    assert.equal(documented.length, 130);
    assert.deepEqual(
      documented.map(({ route }) => route).filter(route => !rows[route]),
      [],
    );
  });

  for (const operation of operations) {
    const row = rows[operation.route] as AnyRow | undefined;
    if (row) describe(operation.route, () => describeOperation(operation, row));
  }
});

const notAPage = /query\.page is not a page of this list/;

function describeOperation(operation: Operation, row: AnyRow): void {
  const { route } = operation;
  const isList = operation.parameters.some(({ name }) => name === 'limit');
  let world: OpenSandbox;
  let input: AnyInput;

  beforeEach(async () => {
    world = await openSandbox({ fill: fillWorld, clock: () => today });
    input = typeof row.input === 'function' ? await row.input(world) : row.input;
  });

  const refuses = async (replaced: object, { as, ...expected }: { status: number; message?: RegExp; as?: string }) => {
    const refusal = await world.refusal(route, { ...input, ...replaced }, as === undefined ? {} : { as });
    assert.equal(refusal.status, expected.status, refusal.message);
    if (expected.message) assert.match(refusal.message, expected.message);
    return refusal.message;
  };

  it('succeeds', async () => {
    const { status, body } = await world.reply(route, input as never);
    assert.equal(status, row.status);
    await row.success({ result: body, world, input });
  });

  it('rejects invalid input, and names the field and its limit', async () => {
    const broken = breakRules(operation, description, input);
    for (const { rule, names, input: wrong } of broken) {
      const message = await refuses(wrong, { status: 400 });
      for (const name of names) assert.ok(message.includes(name), `${rule}: '${message}' does not say '${name}'`);
    }
    for (const [replaced, message] of row.bad ?? []) await refuses(replaced, { status: 400, message });
    if (operation.body?.required) await refuses({ body: undefined }, { status: 400, message: /^body is missing/ });
    if (isList) await refuses({ query: { ...input.query, page: 'nonsense' } }, { status: 400, message: notAPage });
    const tried = broken.length + (row.bad?.length ?? 0) + (await refusesWrongAddress());
    assert.notEqual(tried, 0, 'nothing wrong was tried: name something in `bad`');
  });

  /** Asserts that each path parameter with an invalid encoding is refused. */
  async function refusesWrongAddress(): Promise<number> {
    const names = operation.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name);
    for (const name of names) {
      const request = toRequest(route, { ...input, [name]: 'wrong-place' }, world.token);
      const response = await world.fetch(new Request(request.url.replace('wrong-place', '%zz'), request));
      assert.equal(response.status, 400);
      assert.match(await response.text(), new RegExp(`${name} is '%zz', which is not encoded`));
    }
    return names.length;
  }

  const { missing, forbidden } = row;
  if (isPossible(missing)) it('answers 404 for a missing resource', () => refuses(missing, { status: 404 }));

  it('rejects a request without a token, or with an unknown one', async () => {
    assert.equal((await world.fetch(toRequest(route, input, 'unknown'))).status, 401);
    const { url, method } = toRequest(route, input, world.token);
    assert.equal((await world.fetch(new Request(url, { method }))).status, 401);
  });

  if (isPossible(forbidden)) {
    const [as, message] = forbidden;
    it('rejects users without permission', () => refuses({}, { status: 403, as, message }));
  }
}

/** The table is about documented operations, but may contain optional ones. */
assert.ok(Object.keys(rows).every(route => operations.some(operation => operation.route === (route as Route))));
