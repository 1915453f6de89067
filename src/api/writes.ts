import { filledIn, type ResourcePath } from './resources.ts';
import type { Route } from './routes.ts';

/** A write that the service has acknowledged, or that may have happened though its reply was lost. */
export interface Write {
  route: Route;
  input: Readonly<Record<string, unknown>>;
  /** Undefined when the reply is empty, or was lost. */
  result: unknown;
  /** Who sent it and has taken in its result already, with all that it counts for, where that was said. */
  by?: object | undefined;
  /** Whether it is not known to have happened. */
  isUnknown?: boolean;
}

/**
 * The resources and lists that a write has changed, so that whoever shows one of them asks for it again: what it was
 * about, the list that holds it, and what it belongs to, since that counts what is below it.
 */
export function touches({ route, input, result, by, isUnknown = false }: Write): ReadonlySet<ResourcePath> {
  const segments = pathOf(route).split('/').slice(1);
  const isAction = actions.has(segments.at(-1) ?? '');
  const target = isAction ? segments.slice(0, -1) : segments;
  const list = target.at(-1)?.startsWith('{') ? target.slice(0, -1) : target;
  const owner = list.slice(0, -1);
  const isCounted = by !== undefined && !isUnknown;
  // An organization counts nothing of what it holds.
  const counts = !isCounted && owner.length > 0 && owner.at(-1) !== '{organizationId}';
  const near = [target, list, ...(counts ? [owner] : [])].map(parts => `/${parts.join('/')}`);
  const far = elsewhere.flatMap(([isMeant, paths]) => (isMeant.test(route) ? paths : []));
  return new Set([
    ...[...near, ...far].map(path => filledIn(path, input)),
    ...listsHolding(result),
    ...listsEntered(route, input),
  ]);
}

/** Last parts of paths that name what is done, not what it is done to. A test holds them against the contract. */
export const actions: ReadonlySet<string> = new Set([
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

/** The change requests of all spaces together, as whoever lists them names them. */
export const allChangeRequests = '/change-requests';

const space = '/spaces/{spaceId}';
const site = '/orgs/{organizationId}/sites/{siteId}';

/** What writes change beside what their paths name. */
const elsewhere: readonly (readonly [RegExp, readonly string[]])[] = [
  // The main content is another, and with it what every open change request is compared with.
  [/\/merge$/, [`${space}/content`]],
  [/\/update$/, [`${space}/change-requests/{changeRequestId}/content`]],
  // Lists over all spaces have them by their status, and by who is asked to review them.
  [
    / \/spaces\/\{spaceId\}\/change-requests(\/\{changeRequestId\}(\/merge|\/requested-reviewers.*|\/reviews)?)?$/,
    [allChangeRequests],
  ],
  // Sections and groups of a site stand in one order.
  [/\/(sections|section-groups|structure)\b/, [`${site}/sections`, `${site}/section-groups`, `${site}/structure`]],
];

/** The lists in which a space or collection stands that was just made or moved. */
function listsHolding(result: unknown): ResourcePath[] {
  const { object, parent, organization } = (result ?? {}) as Partial<Record<string, unknown>>;
  if (object === 'collection') return [filledIn('/orgs/{organization}/collections', { organization })];
  if (object !== 'space') return [];
  return [
    parent
      ? filledIn('/collections/{parent}/spaces', { parent })
      : filledIn('/orgs/{organization}/spaces', { organization }),
  ];
}

/** The list into which something is moved, as the request says it: its reply may be lost. */
function listsEntered(route: Route, { body }: Write['input']): ResourcePath[] {
  const { parent } = (body ?? {}) as { parent?: unknown };
  return /\/(spaces|collections)\/.*\/move$/.test(route) && typeof parent === 'string'
    ? [filledIn('/collections/{parent}/spaces', { parent })]
    : [];
}

function pathOf(route: Route): string {
  return route.slice(route.indexOf(' ') + 1);
}
