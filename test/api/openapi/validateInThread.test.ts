import assert from 'node:assert/strict';
import { openApiViolation } from '../../../src/api/openapi/validate.ts';
import { openApiViolationInThread } from '../../../src/api/openapi/validateInThread.ts';
import { largeDescription, longestPause } from './largeDescription.ts';

const { signal } = new AbortController();

describe('OpenAPI validation in a worker thread', () => {
  for (const [what, text] of [
    ['valid', 'openapi: 3.1.0\ninfo: { title: Lighthouse, version: "1" }\npaths: {}\n'],
    ['incomplete', 'openapi: 3.1.0\ninfo: { title: Lighthouse }\npaths: {}\n'],
    ['broken YAML', 'openapi: {\n'],
    ['a list', '[]'],
    ['a value that is nested too deeply', `[${'['.repeat(100_000)}`],
    ['nothing', ''],
  ] as const) {
    it(`gives the same result as on the main thread: ${what}`, async () => {
      assert.equal(await openApiViolationInThread(text, signal), await openApiViolation(text));
    });
  }

  it('reports in the language of the user', async () => {
    const translations = { 'The file must contain an object.': 'Die Datei muss ein Objekt enthalten.' };
    assert.equal(await openApiViolationInThread('[]', signal, translations), 'Die Datei muss ein Objekt enthalten.');
  });

  it('does not block the caller', async () => {
    const text = largeDescription(5000);
    const alone = await longestPause(() => openApiViolation(text));
    const inThread = await longestPause(() => openApiViolationInThread(text, signal));
    assert.ok(inThread < alone / 4, `${inThread} ms at a stretch, ${alone} ms without a thread`);
  });

  it('is aborted before it begins and while it runs', async () => {
    await assert.rejects(openApiViolationInThread('', AbortSignal.abort()), { name: 'AbortError' });
    const cancelling = new AbortController();
    const checking = openApiViolationInThread(largeDescription(5000), cancelling.signal);
    setImmediate(() => cancelling.abort());
    await assert.rejects(checking, { name: 'AbortError' });
  });
});
