import { isApiError } from '../api/errors.ts';
import { isCancellation } from '../api/failure.ts';
import { hasVisibleText } from '../api/escape.ts';
import { findLinkedPage } from './content/references.ts';
import type { PageEntry } from './content/layout.ts';
import type { Snapshot } from './content/snapshot.ts';
import { mapConcurrently } from './concurrency.ts';

/**
 * Maximum number of pages that are read, of their link targets that are read, and of OpenAPI specs that are requested.
 */
export const maxCheckedPages = 200;

/** Kind of a broken link: its page, its heading or its OpenAPI spec does not exist. */
export type ProblemKind = 'link' | 'heading' | 'spec';

/** A link or an OpenAPI block of a page whose target does not exist. */
export interface LinkProblem {
  page: string;
  /** Title of the page. */
  title: string;
  node: string | undefined;
  /** The target as it is written in the page. */
  name: string;
  problem: ProblemKind;
}

/** The problems in the texts of pages, and what could not be checked. */
export interface LinkCheckResult {
  problems: LinkProblem[];
  /** Number of pages that could not be read, among the checked pages and their link targets. */
  unreadPages: number;
  /** Number of link targets that were not read because of `maxCheckedPages`. */
  skippedTargets: number;
  /** Number of OpenAPI specs that could not be requested. */
  unknownSpecs: number;
}

/** A link to a heading of a page in the same version. */
interface AnchoredLink {
  name: string;
  target: PageEntry;
  anchor: string;
}

/**
 * Finds broken links that the service does not report: links to headings that do not exist, OpenAPI specs that the
 * organization does not have, and targets that the service has replaced by a broken reference. Reports no problem for a
 * page or spec that cannot be read. Throws an error if none of the pages can be read.
 */
export async function findLinkProblems(
  snapshot: Snapshot,
  pages: readonly string[],
  signal: AbortSignal,
): Promise<LinkCheckResult> {
  const [{ destinationsOf, isAddress }, { specsIn }, { createMissingAnchorTest }] = await Promise.all([
    import('../markdown/destinations.ts'),
    import('../markdown/specs.ts'),
    import('../markdown/missingAnchors.ts'),
  ]);
  const layout = await snapshot.pages();
  const failures = new Map<string, unknown>();
  const read = async (page: string) => {
    signal.throwIfAborted();
    try {
      return await snapshot.markdown(page);
    } catch (error) {
      throwIfHopeless(error);
      failures.set(page, error);
      return undefined;
    }
  };
  const entries = pages.slice(0, maxCheckedPages).flatMap(id => layout.byId.get(id) ?? []);
  const pageResults = await mapConcurrently(entries, async entry => {
    const text = await read(entry.page.id);
    if (text === undefined) return [];
    const destinations = destinationsOf(text).filter(({ target }) => !isAddress(target));
    const links = destinations.map(({ start, end, form, anchor }) => {
      const target = form === '' ? entry : findLinkedPage(form.replace(/^</, ''), entry.path, layout);
      return { name: text.slice(start, end).replace(/^<|>$/g, ''), target, anchor };
    });
    const anchored = links.flatMap(({ name, target, anchor }): AnchoredLink[] =>
      target && anchor !== undefined ? [{ name, target, anchor }] : [],
    );
    const broken = links.filter(({ name, target }) => !target && name.startsWith(brokenReference));
    return [{ entry, broken, anchored, specReferences: specsIn(text) }];
  });
  const checked = pageResults.flat();
  if (entries.length > 0 && checked.length === 0) throw [...failures.values()][0];

  const targets = new Map(checked.flatMap(({ anchored }) => anchored.map(({ target }) => [target.page.id, target])));
  const checks = await mapConcurrently([...targets.values()].slice(0, maxCheckedPages), async ({ page }) => {
    const text = await read(page.id);
    return [page.id, text === undefined ? undefined : createMissingAnchorTest(text, page.title)] as const;
  });
  const anchorTests = new Map(checks);
  const slugs = new Set(checked.flatMap(({ specReferences }) => specReferences.map(({ spec }) => spec)));
  const specs = await lookUpSpecs(snapshot.place, slugs, signal);

  const problems = checked.flatMap(({ entry, broken, anchored, specReferences }): LinkProblem[] => {
    const { id: page, title } = entry.page;
    const toProblem = (problem: ProblemKind) => {
      return (name: string): LinkProblem => ({ page, title, node: undefined, name, problem });
    };
    const headings = anchored.filter(({ target, anchor }) => anchorTests.get(target.page.id)?.(anchor));
    const missingSpecs = specReferences.filter(({ spec }) => specs.missing.has(spec));
    return [
      ...broken.map(({ name }) => name).map(toProblem('link')),
      ...headings.map(({ name }) => name).map(toProblem('heading')),
      ...missingSpecs.map(({ written }) => written).map(toProblem('spec')),
    ];
  });
  return {
    problems,
    unreadPages: failures.size,
    skippedTargets: Math.max(0, targets.size - maxCheckedPages),
    unknownSpecs: specs.unknown,
  };
}

/** The service writes this in place of a deleted target. */
const brokenReference = 'broken-reference';

/** OpenAPI specs that do not exist, and the number of specs that could not be requested. */
interface SpecLookup {
  missing: ReadonlySet<string>;
  unknown: number;
}

/**
 * Looks up OpenAPI specs. The list of the server may be incomplete, so each spec that it omits is requested before it
 * counts as missing.
 */
async function lookUpSpecs(
  { connection: { api }, space: spaceId }: Snapshot['place'],
  slugs: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<SpecLookup> {
  const missing = new Set<string>();
  if (slugs.size === 0) return { missing, unknown: 0 };
  try {
    const { organization: organizationId } = await api.request('GET /spaces/{spaceId}', { spaceId }, { signal });
    if (!hasVisibleText(organizationId)) return { missing, unknown: slugs.size };
    const specs = await api.listAll('GET /orgs/{organizationId}/openapi', { organizationId }, { signal });
    const listed = new Set(specs.flatMap(spec => (hasVisibleText(spec?.slug) ? [spec.slug] : [])));
    const unlisted = [...slugs].filter(slug => !listed.has(slug));
    const answers = await mapConcurrently(unlisted.slice(0, maxCheckedPages), async specSlug => {
      try {
        await api.request('GET /orgs/{organizationId}/openapi/{specSlug}', { organizationId, specSlug }, { signal });
        return true;
      } catch (error) {
        throwIfHopeless(error);
        if (!isApiError(error, 'notFound')) return false;
        missing.add(specSlug);
        return true;
      }
    });
    return { missing, unknown: unlisted.length - answers.filter(Boolean).length };
  } catch (error) {
    throwIfHopeless(error);
    return { missing, unknown: slugs.size };
  }
}

/** Throws an error after which no other request can succeed. */
function throwIfHopeless(error: unknown): void {
  if (isCancellation(error) || isApiError(error, 'signedOut')) throw error;
}
