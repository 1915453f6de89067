import { GitBookAPI } from '@gitbook/api';

/** Returns every operation of a client: its route without parameter names, and its method name. */
export async function offeredOperations(Client = GitBookAPI): Promise<Map<string, string>> {
  const offered = new Map<string, string>();
  let name = '';
  const client = new Client({
    endpoint: 'http://nowhere.test',
    serviceBinding: {
      fetch: async (address, init) => {
        const path = decodeURIComponent(new URL(String(address)).pathname).replace(/^\/v1/, '');
        offered.set(`${init?.method} ${path.replaceAll(argument, '{}')}`, name);
        return Response.json({});
      },
    },
  });
  for (const [methodName, operation] of methodsOf(client)) {
    name = methodName;
    // Streams are read by iterating, and none of them is in our contract.
    const result = operation(...Array.from({ length: operation.length }, () => argument));
    if (result instanceof Promise) await result;
  }
  return offered;
}

type Operation = (...values: string[]) => unknown;

/** A placeholder for any argument of an operation. In the URL it appears only as path parameters. */
const argument = '{argument}';

/** Returns the operations of the client itself and of the nouns that it is divided into. */
function methodsOf(client: GitBookAPI): [string, Operation][] {
  const nouns = Object.entries(client).filter(([name]) => !plumbing.includes(name));
  return nouns.flatMap(([noun, member]) => {
    if (typeof member === 'function') return [[noun, member as Operation]];
    if (typeof member !== 'object' || member === null) return [];
    return Object.entries(member as Record<string, Operation>).map(([name, operation]): [string, Operation] => [
      `${noun}.${name}`,
      operation,
    ]);
  });
}

/** Members of the client that are not operations but serve to send requests. */
const plumbing = [
  ...['setSecurityData', 'contentFormatters', 'createAbortSignal', 'abortRequest', 'request', 'streamRequest'],
  ...['customFetch', 'securityWorker', 'securityData', 'abortControllers', 'baseApiParams', 'serviceBinding'],
];
