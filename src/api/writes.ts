import { fillPath, type ResourcePath } from './resources.ts';
import type { Route } from './routes.ts';

/** A write that the service has acknowledged, or whose outcome is unknown because its reply was lost. */
export interface ServiceWrite {
  route: Route;
  input: Readonly<Record<string, unknown>>;
  /** Undefined if the reply was empty or lost. */
  result: unknown;
  /** The sender of the write, if it has applied the result and the changed counts already. */
  sender?: object | undefined;
  /** True if the outcome is unknown. */
  isUnknown?: boolean;
}

/**
 * Returns the resources and lists that a write may have changed, so that their views are refreshed: its target, the
 * list that contains the target, and the owner of the list, which counts its parts.
 */
export function changedPaths({
  route,
  input,
  result,
  sender,
  isUnknown = false,
}: ServiceWrite): ReadonlySet<ResourcePath> {
  const segments = pathOf(route).split('/').slice(1);
  const isAction = actionSegments.has(segments.at(-1) ?? '');
  const target = isAction ? segments.slice(0, -1) : segments;
  const list = target.at(-1)?.startsWith('{') ? target.slice(0, -1) : target;
  const owner = list.slice(0, -1);
  const isCounted = sender !== undefined && !isUnknown;
  // An organization does not count its parts.
  const counts = !isCounted && owner.length > 0 && owner.at(-1) !== '{organizationId}';
  const near = [target, list, ...(counts ? [owner] : [])].map(parts => `/${parts.join('/')}`);
  const far = additionalPaths.flatMap(([isMatch, paths]) => (isMatch.test(route) ? paths : []));
  return new Set([
    ...[...near, ...far].map(path => fillPath(path, input)),
    ...listsContaining(result),
    ...listsOfDestination(route, input),
  ]);
}

/** Last path segments that name an action, not a resource. A test compares them with the contract. */
export const actionSegments: ReadonlySet<string> = new Set([
  'cancel',
  'duplicate',
  'import',
  'merge',
  'move',
  'ping',
  'publish',
  'restore',
  'sort',
  'sso',
  'transfer',
  'unpublish',
  'update',
]);

/** The path that represents the change requests of all spaces. */
export const allChangeRequestsPath = '/change-requests';

const space = '/spaces/{spaceId}';
const site = '/orgs/{organizationId}/sites/{siteId}';

/** Paths that writes change in addition to those derived from their routes. */
const additionalPaths: readonly (readonly [RegExp, readonly string[]])[] = [
  // A merge changes the main content, and with it the base of every open change request.
  [/\/merge$/, [`${space}/content`]],
  [/\/update$/, [`${space}/change-requests/{changeRequestId}/content`]],
  // Lists over all spaces depend on the status and on the requested reviewers.
  [
    / \/spaces\/\{spaceId\}\/change-requests(\/\{changeRequestId\}(\/merge|\/requested-reviewers.*|\/reviews)?)?$/,
    [allChangeRequestsPath],
  ],
  // The summary of a review is a comment.
  [/^POST .*\/reviews$/, [`${space}/change-requests/{changeRequestId}/comments`]],
  // Sections and groups of a site share one order.
  [/\/(sections|section-groups|structure)\b/, [`${site}/sections`, `${site}/section-groups`, `${site}/structure`]],
];

/** Returns the list that contains a space or collection after it was created or moved. */
function listsContaining(result: unknown): ResourcePath[] {
  const { object, parent, organization } = (result ?? {}) as Partial<Record<string, unknown>>;
  if (object === 'collection') return [fillPath('/orgs/{organization}/collections', { organization })];
  if (object !== 'space') return [];
  return [
    parent
      ? fillPath('/collections/{parent}/spaces', { parent })
      : fillPath('/orgs/{organization}/spaces', { organization }),
  ];
}

/** Returns the list that a request moves a resource into, in case the reply is lost. */
function listsOfDestination(route: Route, { body }: ServiceWrite['input']): ResourcePath[] {
  const { parent } = (body ?? {}) as { parent?: unknown };
  return /\/(spaces|collections)\/.*\/move$/.test(route) && typeof parent === 'string'
    ? [fillPath('/collections/{parent}/spaces', { parent })]
    : [];
}

function pathOf(route: Route): string {
  return route.slice(route.indexOf(' ') + 1);
}
