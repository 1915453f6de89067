import { GitBookAPI } from '@gitbook/api';

/** Every operation that a client offers: the route it calls, without names of parameters, and the name it has there. */
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
    // Streams are read by iterating; none of them is in our contract.
    const result = operation(...Array.from({ length: operation.length }, () => argument));
    if (result instanceof Promise) await result;
  }
  return offered;
}

type Operation = (...values: string[]) => unknown;

/** Stands for whatever an operation takes. In the address only path parameters are left of it. */
const argument = '{argument}';

/** The operations are functions of the client itself, and of the nouns it is divided into. */
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

/** What the client has beside operations, to send their requests. */
const plumbing = [
  ...['setSecurityData', 'contentFormatters', 'createAbortSignal', 'abortRequest', 'request', 'streamRequest'],
  ...['customFetch', 'securityWorker', 'securityData', 'abortControllers', 'baseApiParams', 'serviceBinding'],
];
