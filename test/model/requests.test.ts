import assert from 'node:assert/strict';
import { operations } from '../../src/api/requestDocuments.ts';
import { storeReply, type RepliesByPath, requestDocumentText } from '../../src/model/requests.ts';

describe('saved replies to requests', () => {
  it('are limited to the newest 20', () => {
    const [operation = assert.fail('There are operations.')] = operations;
    const replies: RepliesByPath = new Map();
    const saved = Array.from({ length: 22 }, (_, index) => storeReply(replies, operation, { index }));
    const texts = saved.map(uri => requestDocumentText(replies, uri));
    assert.deepEqual(texts.slice(0, 2), [undefined, undefined]);
    assert.deepEqual(
      texts.slice(2).map(text => JSON.parse(text ?? 'null') as unknown),
      saved.slice(2).map((_, index) => ({ index: index + 2 })),
    );
    assert.equal(new Set(saved.map(String)).size, 22, 'each has an address of its own');
  });
});
