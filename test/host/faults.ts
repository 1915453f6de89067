import type { Fault, Reply } from './faultyServer.ts';

const refused = (status: number, retryAfter?: number): Fault => ({
  kind: 'status',
  status,
  message: 'The test refuses it.',
  ...(retryAfter !== undefined && { retryAfter }),
});
const answered = (status: number, body: string, headers: Reply['headers'] = {}): Fault => ({
  kind: 'other',
  reply: () => ({ status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(body) }),
});
const elsewhere = { location: '/v1/elsewhere' };

/** Faults after which the write has not happened. */
export const faultsBeforeWrite: Record<string, Fault> = {
  '400': refused(400),
  '403': refused(403),
  '409': refused(409),
  '413': refused(413),
  '422': refused(422),
  '429': refused(429),
  '429 that wants a time in the past': refused(429, -1),
  '429 that wants years': refused(429, 1e9),
  '500': refused(500),
  'a lost request': { kind: 'dropped' },
  'the page of a network': { kind: 'html' },
  'the page of a gateway, 502': { kind: 'html', status: 502 },
  'the page of a gateway, 503': { kind: 'html', status: 503 },
  'the page of a gateway, 504': { kind: 'html', status: 504 },
};

/** Unusable replies to writes that have happened. */
export const unusableReplies: Record<string, Fault> = {
  nothing: answered(200, ''),
  'nothing, and 204': answered(204, ''),
  null: answered(200, 'null'),
  'an empty object': answered(200, '{}'),
  'another object': answered(200, '{"x":1}'),
  'a list': answered(200, '[]'),
  'odd values': answered(200, '{"id":1,"number":"8","title":null,"result":{},"items":{},"version":"x"}'),
};

/** Faults that lose the reply to a write that has happened. */
export const lostReplies: Record<string, Fault> = {
  'a lost reply': { kind: 'dropped', isDone: true },
  'half a reply': { kind: 'cut' },
  '500': { kind: 'status', status: 500, isDone: true },
  '503': { kind: 'html', status: 503, isDone: true },
  '504': { kind: 'html', status: 504, isDone: true },
  '301': answered(301, '', elsewhere),
  '307': answered(307, '', elsewhere),
};
