import { isCancellation } from '../api/failure.ts';
import { isSeen } from '../api/words.ts';
import { decoded, pageMeant, pathLinked } from './content/references.ts';
import type { PageEntry, PageLayout } from './content/layout.ts';
import type { Snapshot } from './content/snapshot.ts';
import { eachOf } from './discussions/requests.ts';

/** How many pages are read, and how many others that they link to. */
export const maxPages = 200;

/** What is wrong with a link: it leads nowhere, to no heading of a page, or to an OpenAPI spec that does not exist. */
export type ProblemKind = 'link' | 'heading' | 'spec';

/** A link of a page, or a block that shows something, which the text of the page shows to be broken. */
export interface LinkProblem {
  page: string;
  title: string;
  node: undefined;
  /** What is written there. */
  name: string;
  problem: ProblemKind;
}

/** A link to a place in a page of the same version. */
interface AnchoredLink {
  name: string;
  target: PageEntry;
  anchor: string;
}

/**
 * Finds what the texts of pages show to be broken, which the service does not tell: links to headings that do not exist,
 * OpenAPI specs that the organization does not have, and what the service itself calls a broken reference. Nothing is
 * claimed where a text, or the specs, cannot be read.
 */
export async function findLinkProblems(snapshot: Snapshot, pages: readonly string[], signal: AbortSignal) {
  const [{ destinationsOf, isAddress }, { specsIn }, { createMissingAnchorTest }] = await Promise.all([
    import('../markdown/destinations.ts'),
    import('../markdown/specs.ts'),
    import('../markdown/missingAnchors.ts'),
  ]);
  const layout = await snapshot.pages();
  const read = async (page: string) => {
    signal.throwIfAborted();
    try {
      return await snapshot.markdown(page);
    } catch (error) {
      if (isCancellation(error)) throw error;
      // Nothing is claimed of a page that cannot be read.
      return undefined;
    }
  };
  const looked = await eachOf(pages.slice(0, maxPages), async id => {
    const entry = layout.byId.get(id);
    const text = entry && (await read(id));
    if (entry === undefined || text === undefined) return [];
    const destinations = destinationsOf(text).filter(({ target }) => !isAddress(target));
    const links = destinations.map(({ start, end, form, anchor }) => {
      const target = form === '' ? entry : targetOf(form.replace(/^</, ''), entry, layout);
      return { name: text.slice(start, end).replace(/^<|>$/g, ''), target, anchor };
    });
    const anchored = links.flatMap(({ name, target, anchor }): AnchoredLink[] =>
      target && anchor !== undefined ? [{ name, target, anchor }] : [],
    );
    const broken = links.filter(({ name, target }) => !target && name.startsWith(brokenReference));
    return [{ entry, broken, anchored, specs: specsIn(text) }];
  });
  const checked = looked.flat();

  const targets = new Map(checked.flatMap(({ anchored }) => anchored.map(({ target }) => [target.page.id, target])));
  const checks = await eachOf([...targets.values()].slice(0, maxPages), async ({ page }) => {
    const text = await read(page.id);
    return [page.id, text === undefined ? undefined : createMissingAnchorTest(text, page.title)] as const;
  });
  const isMissing = new Map(checks);
  const specs = checked.some(page => page.specs.length > 0) ? await readSpecs(snapshot.place, signal) : undefined;

  return checked.flatMap(({ entry, broken, anchored, specs: named }): LinkProblem[] => {
    const { id: page, title } = entry.page;
    const as = (problem: ProblemKind) => {
      return ({ name }: { name: string }): LinkProblem => ({ page, title, node: undefined, name, problem });
    };
    const headings = anchored.filter(({ target, anchor }) => isMissing.get(target.page.id)?.(anchor));
    const gone = specs ? named.filter(({ spec }) => !specs.has(spec)) : [];
    return [
      ...broken.map(as('link')),
      ...headings.map(as('heading')),
      ...gone.map(({ written: name }) => ({ name })).map(as('spec')),
    ];
  });
}

/** What the service writes in place of a target that is gone. */
const brokenReference = 'broken-reference';

/** The page of the same version that a link leads to. */
function targetOf(form: string, { path }: PageEntry, { byId, byPath }: PageLayout): PageEntry | undefined {
  const [, id] = /^\/pages\/([^/]+)$/.exec(form) ?? [];
  if (id !== undefined) return byId.get(decoded(id));
  const linked = pageMeant(form, path, one => byPath.has(one)) ?? pathLinked(form, path);
  return linked === undefined ? undefined : byPath.get(linked);
}

/** The slugs of the OpenAPI specs of the organization of a space; undefined where they cannot be read. */
async function readSpecs(
  { connection: { api }, space: spaceId }: Snapshot['place'],
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const { organization: organizationId } = await api.request('GET /spaces/{spaceId}', { spaceId }, { signal });
    if (!isSeen(organizationId)) return undefined;
    const specs = await api.all('GET /orgs/{organizationId}/openapi', { organizationId }, { signal });
    return new Set(specs.flatMap(spec => (isSeen(spec?.slug) ? [spec.slug] : [])));
  } catch {
    signal.throwIfAborted();
    // Nothing is claimed of specs that cannot be listed.
    return undefined;
  }
}
