import type { OptionalRoute, components, paths } from './contract.d.ts';
import optionalRoutes from './optional.json' with { type: 'json' };

/** Every operation of the service, as `METHOD path`. */
export type Route = {
  [Path in keyof paths]: {
    [V in Verb]: paths[Path] extends Record<V, object> ? `${Uppercase<V>} ${Path}` : never;
  }[Verb];
}[keyof paths];

/** The input of an operation: its path parameters by name, `query` and `body`. */
export type RequestInput<R extends Route> = Flat<PathOf<R> & QueryOf<R> & BodyOf<R>>;

/** The success replies of an operation, as status and body. */
export type SuccessReply<R extends Route> = {
  [Status in SuccessStatus<R>]: ResponsesOf<R>[Status] extends JsonContent<infer Body>
    ? { status: Status; body: Body }
    : { status: Status; body?: undefined };
}[SuccessStatus<R>];

/** The body of the success reply of an operation; undefined when it is empty. */
export type Result<R extends Route> = SuccessReply<R>['body'];

/**
 * The result of a request. All fields of a write's result are optional, because some servers reply to writes without a
 * usable body.
 */
export type RequestResult<R extends Route> = R extends `GET ${string}` ? Result<R> : Partial<Result<R>> | undefined;

/** Operations that return a list in pages. */
export type ListRoute = {
  [R in Route]: Result<R> extends { next?: unknown; items: unknown[] } ? (HasPage<R> extends true ? R : never) : never;
}[Route];

export type ListItem<R extends ListRoute> = Result<R> extends { items: (infer T)[] } ? T : never;

/** A schema of the contract. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type { OptionalRoute };

/** Returns true if only some servers offer the operation. */
export function isOptional(route: Route): route is OptionalRoute {
  return optional.has(route);
}

const optional: ReadonlySet<string> = new Set(optionalRoutes);

type Verb = 'get' | 'put' | 'post' | 'patch' | 'delete';

type Operation<R extends Route> = R extends `${infer Method} ${infer Path extends keyof paths}`
  ? Lowercase<Method> extends infer V extends keyof paths[Path]
    ? paths[Path][V]
    : never
  : never;

type PathOf<R extends Route> = Operation<R> extends { parameters: { path: infer P extends object } } ? P : unknown;

type QueryOf<R extends Route> =
  Operation<R> extends { parameters: { query: infer Q extends object } }
    ? { query: WithUndefined<Q> }
    : Operation<R> extends { parameters: { query?: infer Q } }
      ? IfDeclared<Q, { query?: WithUndefined<Q> | undefined }>
      : unknown;

type BodyOf<R extends Route> =
  Operation<R> extends { requestBody: JsonContent<infer Body> }
    ? { body: Body }
    : Operation<R> extends { requestBody?: infer Content }
      ? IfDeclared<Content, { body?: JsonOf<Content> | undefined }>
      : unknown;

/** Resolves to `unknown` for a part that the contract omits and types as `never`. */
type IfDeclared<T, Then> = [T] extends [undefined] ? unknown : Then;

type HasPage<R extends Route> =
  QueryOf<R> extends { query?: infer Q } ? ('page' extends keyof NonNullable<Q> ? true : false) : false;

type ResponsesOf<R extends Route> = Operation<R> extends { responses: infer Responses } ? Responses : never;

type SuccessStatus<R extends Route> = keyof ResponsesOf<R> & (200 | 201 | 202 | 204 | 205);

interface JsonContent<Body> {
  content: { 'application/json': Body };
}

type JsonOf<Content> = Content extends JsonContent<infer Body> ? Body : never;

/** Adds undefined to the types of optional parameters, with the meaning of an omitted one. */
type WithUndefined<Q> = {
  [Name in keyof Q]: Q[Name] | (Pick<Q, Name> extends Required<Pick<Q, Name>> ? never : undefined);
};

type Flat<T> = { [K in keyof T]: T[K] };

/** Resources with sub-resources, the innermost first. */
const parents = [
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  'GET /spaces/{spaceId}/comments/{commentId}',
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}',
  'GET /spaces/{spaceId}',
  'GET /orgs/{organizationId}/sites/{siteId}',
  'GET /orgs/{organizationId}',
] as const;

/** Returns the route of the closest resource that contains the target of a route. */
export function parentOf(route: Route): (typeof parents)[number] | undefined {
  // The newest servers have one collection below `/org`.
  const path = route.slice(route.indexOf(' ') + 1).replace(/^\/org\//, '/orgs/');
  return parents.find(parent => path.startsWith(`${parent.slice('GET '.length)}/`));
}
