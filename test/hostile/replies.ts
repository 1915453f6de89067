import type { Fault } from '../host/faultyServer.ts';
import { otherJson } from '../host/faultyServer.ts';

/** A server's answer that is not what was asked for, and the requests that get it. */
export interface HostileReply {
  name: string;
  strikes: RegExp;
  fault: Fault;
}

const json = { 'content-type': 'application/json' };
const text = (body: string, headers: Record<string, string> = json, status = 200): Fault => ({
  kind: 'other',
  reply: () => ({ status, headers, body: Buffer.from(body) }),
});

/** In place of a whole answer. */
export const whole: Record<string, Fault> = {
  'a web page': { kind: 'html' },
  'half of it': { kind: 'cut' },
  nothing: text(''),
  'nothing, without content': text('', {}, 204),
  'a list said to be nothing': { kind: 'other', reply: ({ body }) => ({ status: 204, body }) },
  'JSON said to be a page': {
    kind: 'other',
    reply: ({ body }) => ({ headers: { 'content-type': 'text/html' }, body }),
  },
  'JSON said to be an image': {
    kind: 'other',
    reply: ({ body }) => ({ headers: { 'content-type': 'image/png' }, body }),
  },
  'broken JSON': text('{"items":[{"id":"a"'),
  null: text('null'),
  true: text('true'),
  'a number': text('1e999'),
  'a text': text('"<script>alert(1)</script>"'),
  'an array': text('[{"id":"a","title":"a"}]'),
  'an empty object': text('{}'),
  'lists that are objects': text('{"items":{"0":{"id":"a"}},"pages":{"0":{"id":"a"}},"changes":{"length":1}}'),
  'lists that are null': text('{"items":null,"pages":null,"changes":null,"next":null}'),
  'lists of what is none': text(
    '{"items":[null,1,"a",[],[[]],true],"pages":[null,1,"a",[]],"changes":[null,1,"a",[]]}',
  ),
  'lists of empty objects': text('{"items":[{},{}],"pages":[{},{}],"changes":[{},{}]}'),
  'a prototype': text(
    '{"__proto__":{"items":[]},"constructor":{"prototype":{"a":1}},"items":[{"__proto__":{"id":"a"}}]}',
  ),
  'a deep nest': text(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  bytes: { kind: 'other', reply: () => ({ headers: json, body: Buffer.from([0xff, 0xfe, 0, 0xd8, 0x80]) }) },
  'an error without words': text('{"error":{}}', json, 400),
  'an error of another kind': text('{"error":{"message":{"a":1},"code":"x"}}', json, 409),
  'an error that makes links': text('{"error":{"message":"[Sign in](command:a) $(error) \\u202e<b>"}}', json, 403),
  'an error that is a page': text(
    '<html><body>TypeError: undefined</body></html>',
    { 'content-type': 'text/html' },
    404,
  ),
  'a status of nobody': text('{}', json, 418),
  'a redirect to itself': {
    kind: 'other',
    reply: () => ({ status: 302, headers: { location: '?a=b' }, body: Buffer.of() }),
  },
  'a redirect to nowhere': text('', { location: 'http://' }, 301),
  'a redirect to a file': text('', { location: 'file:///etc/passwd' }, 307),
  'a redirect without an address': text('', {}, 308),
};

/** In place of fields of the first resource of a list. */
export const fields: Record<string, Record<string, unknown>> = {
  'no ID': { id: undefined },
  'null for an ID': { id: null },
  'a number for an ID': { id: 7 },
  'an object for an ID': { id: {} },
  'a folder for an ID': { id: '..' },
  'half a character for an ID': { id: '\ud800' },
  'a prototype for an ID': { id: '__proto__' },
  'no words': { title: undefined, subject: undefined, name: undefined },
  'null for words': { title: null, subject: null, name: null, description: null },
  'an object for words': { title: {}, subject: { a: 1 }, name: [], description: {} },
  'links for words': { title: '[a](command:b)', subject: '[a](command:b)', name: '[a](command:b)' },
  'null for everybody': { createdBy: null, user: null, updatedAt: null, createdAt: null },
  'nobody for everybody': { createdBy: {}, user: {}, updatedAt: 'soon', createdAt: {} },
  'huge numbers': { number: 1e300, comments: 1e300, size: 1e300, changeRequestsOpen: 1e300, count: -1 },
  'odd numbers': { number: null, comments: 'many', size: {}, changeRequestsOpen: [], changeRequestsDraft: null },
  'odd signs': { emoji: 7, icon: {}, type: 3, status: {}, visibility: null, editMode: [], urls: 'a' },
  'no addresses': { urls: null, href: {}, downloadURL: null, path: {}, slug: 7 },
  'an address of a command': { urls: { app: 'command:a', location: 'javascript:a' }, href: 'command:a', type: 'link' },
  'odd children': { pages: {}, parent: {}, permissions: 'all', outdated: 'no', hidden: {} },
};

const lists = {
  organizations: /^GET \/orgs$/,
  spaces: /^GET \/orgs\/[^/]+\/(?:spaces|collections)$|^GET \/collections\/[^/]+\/spaces$/,
  'change requests': /^GET \/spaces\/[^/]+\/change-requests$/,
  pages: /^GET .*\/content\/pages$/,
  files: /^GET .*\/content\/files$/,
  changes: /^GET .*\/changes$/,
};

function first(change: Record<string, unknown>): Fault {
  const spoiled = (list: unknown) =>
    Array.isArray(list) ? list.map((one: object, index) => (index === 0 ? { ...one, ...change } : one)) : list;
  return otherJson(reply => {
    const { items, pages, changes, ...others } = reply as Record<string, unknown>;
    return { ...others, items: spoiled(items), pages: spoiled(pages), changes: spoiled(changes) };
  });
}

/** Every hostile answer to one kind of list or another, and to all requests at once. */
export const replies: readonly HostileReply[] = [
  ...Object.entries(whole).flatMap(([name, fault], index) => {
    const [list, strikes] = Object.entries(lists)[index % 6] ?? ['all', /^/];
    return [
      { name: `${name} in place of ${list}`, strikes, fault },
      { name: `${name} in place of everything`, strikes: /^GET (?!\/orgs$)/, fault },
    ];
  }),
  ...Object.entries(fields).flatMap(([name, change]) =>
    Object.entries(lists).map(([list, strikes]) => ({ name: `${name} among ${list}`, strikes, fault: first(change) })),
  ),
  ...Object.entries(lists).map(([list, strikes]) => ({
    name: `pages without end of ${list}`,
    strikes,
    fault: otherJson(reply => ({ ...(reply as object), next: { page: String(Math.random()) } })),
  })),
];
