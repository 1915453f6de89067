import { failedAs } from '../api/errors.ts';
import { isCancellation } from '../api/failure.ts';
import { hasVisibleText } from '../api/words.ts';
import { findLinkedPage } from './content/references.ts';
import type { PageEntry } from './content/layout.ts';
import type { Snapshot } from './content/snapshot.ts';
import { mapConcurrently } from './concurrency.ts';

/** How many pages are read, how many others that they link to, and how many OpenAPI specs are requested one by one. */
export const maxPages = 200;

/** Kind of a broken link: its page, its heading or its OpenAPI spec does not exist. */
export type ProblemKind = 'link' | 'heading' | 'spec';

/** A link of a page, or a block that shows something, which the service or the text of the page shows to be broken. */
export interface LinkProblem {
  page: string;
  /** The title of the page. */
  title: string;
  node: string | undefined;
  /** The target as it is written in the page. */
  name: string;
  problem: ProblemKind;
}

/** The problems in the texts of pages, and what could not be checked. */
export interface LinkCheckResult {
  problems: LinkProblem[];
  /** How many pages could not be read, of those with links and of those that they link to. */
  unreadPages: number;
  /** How many pages that links lead to were not read because there are too many. */
  skippedTargets: number;
  /** How many OpenAPI specs could not be looked up. */
  unknownSpecs: number;
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
 * claimed where a text, or a spec, cannot be read. Throws if none of the pages can be read.
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
  const entries = pages.slice(0, maxPages).flatMap(id => layout.byId.get(id) ?? []);
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
  const checks = await mapConcurrently([...targets.values()].slice(0, maxPages), async ({ page }) => {
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
    skippedTargets: Math.max(0, targets.size - maxPages),
    unknownSpecs: specs.unknown,
  };
}

/** The service writes this in place of a deleted target. */
const brokenReference = 'broken-reference';

/** OpenAPI specs that the organization certainly does not have, and how many could not be looked up. */
interface SpecLookup {
  missing: ReadonlySet<string>;
  unknown: number;
}

/** Looks up OpenAPI specs. A list may leave out specs, so each one that is not listed is requested before it is missing. */
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
    const answers = await mapConcurrently(unlisted.slice(0, maxPages), async specSlug => {
      try {
        await api.request('GET /orgs/{organizationId}/openapi/{specSlug}', { organizationId, specSlug }, { signal });
        return true;
      } catch (error) {
        throwIfHopeless(error);
        if (!failedAs(error, 'notFound')) return false;
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

/** Throws failures after which no other request can succeed. */
function throwIfHopeless(error: unknown): void {
  if (isCancellation(error) || failedAs(error, 'signedOut')) throw error;
}
