import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { documentKey, scheme } from '../../model/content/address.ts';
import type { PageEntry } from '../../model/content/layout.ts';
import { openAddressOf } from '../../model/content/openAddresses.ts';
import { keyOfPlace, type Place, type Snapshot, uriOf } from '../../model/content/snapshot.ts';
import { decodeUriPart } from '../../model/content/references.ts';
import type { LinkProblem } from '../../model/linkProblems.ts';
import { markTrusted } from '../../ui/trusted.ts';
import { registerActions } from './actions.ts';
import type { BrokenLink } from './brokenLink.ts';
import { positionsIn, rangeOf } from './occurrences.ts';
import { mapConcurrently } from '../../model/concurrency.ts';

/**
 * Limit for pages that are read to find the lines of links. On other pages, the lines are found when the page is
 * opened.
 */
const maxPagesRead = 200;

/** Returns the findings of this window. */
export function brokenLinkDiagnosticsOf({ singletons }: App): BrokenLinkDiagnostics {
  return singletons.get(createFindings);
}

function createFindings(app: App): BrokenLinkDiagnostics {
  const findings = new BrokenLinkDiagnostics(app);
  app.context.subscriptions.push(findings);
  return findings;
}

/** The broken links that are listed in Problems. */
export class BrokenLinkDiagnostics implements vscode.Disposable {
  readonly #app: App;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('marginalia.links');
  /** Findings by document key. */
  readonly #findings = new Map<string, BrokenLink[]>();
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    const { content, session } = app;
    this.#subscriptions = vscode.Disposable.from(
      this.#diagnostics,
      registerActions(this, { scheme }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => void this.#locate(documentKey(uri), uri)),
      content.onDidChange(place => void this.#relocate(place)),
      // Another account may see other links.
      session.onDidChange(() => this.#remove(({ place }) => !session.connections.includes(place.connection))),
    );
  }

  /**
   * Replaces the findings of a version. Returns the number of links. If a page cannot be read, or the signal is aborted
   * before it is read, its findings are listed without lines.
   */
  async replace(place: Place, problems: readonly LinkProblem[], signal: AbortSignal): Promise<number> {
    const snapshot = await this.#app.content.snapshot(place);
    const { byId } = await snapshot.pages();
    const findings = problems.flatMap(problem => {
      const entry = byId.get(problem.page);
      return entry ? findingOf(place, entry, problem) : [];
    });
    const byDocument = [...Map.groupBy(findings, ({ uri }) => documentKey(uri))];
    const canceled = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    const read = await mapConcurrently(byDocument.slice(0, maxPagesRead), async ([key, pageFindings]) => {
      if (signal.aborted) return [key, pageFindings] as const;
      const located = this.#locateLinksIfReadable(snapshot, pageFindings, signal);
      // Cancellation does not abort the requests, because other callers may share them.
      return [key, await Promise.race([located, canceled.then(() => pageFindings)])] as const;
    });
    this.#remove(finding => keyOfPlace(finding.place) === keyOfPlace(place));
    const locatedByDocument = new Map(read);
    for (const [key, pageFindings] of byDocument) this.#store(key, locatedByDocument.get(key) ?? pageFindings);
    return [...byDocument].reduce((sum, [key]) => sum + (this.#findings.get(key)?.length ?? 0), 0);
  }

  /** Returns the finding of a row in Problems, or of a link in a hover. */
  get(target: unknown): BrokenLink | undefined {
    const id = typeof target === 'string' ? target : ((target as BrokenLink | null | undefined)?.id ?? '');
    return [...this.#findings.values()].flat().find(finding => finding.id === id);
  }

  on(document: vscode.Uri, range: vscode.Range): BrokenLink[] {
    const onPage = this.#findings.get(documentKey(document)) ?? [];
    return onPage.filter(finding => finding.range.intersection(range) !== undefined);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Finds the lines of the links on an opened page, and marks them at the URI under which it is open. */
  async #locate(key: string, uri?: vscode.Uri): Promise<void> {
    const pageFindings = this.#findings.get(key);
    const [first] = pageFindings ?? [];
    if (!first || !pageFindings) return;
    try {
      const snapshot = await this.#app.content.snapshot(first.place);
      const located = await this.#locateLinks(snapshot, pageFindings);
      if (this.#findings.get(key) === pageFindings) this.#store(key, located, uri);
    } catch (error) {
      this.#logUnlocated(first, error);
    }
  }

  async #locateLinksIfReadable(
    snapshot: Snapshot,
    pageFindings: BrokenLink[],
    signal: AbortSignal,
  ): Promise<BrokenLink[]> {
    try {
      return await this.#locateLinks(snapshot, pageFindings, signal);
    } catch (error) {
      if (signal.aborted) return pageFindings;
      for (const first of pageFindings.slice(0, 1)) this.#logUnlocated(first, error);
      return pageFindings;
    }
  }

  #logUnlocated({ entry }: BrokenLink, error: unknown): void {
    this.#app.failures.log(`Could not find the lines of the broken links on "${entry.page.title}".`, error);
  }

  /** Finds the lines again after a version has changed, and removes findings whose links are gone. */
  async #relocate(place: Place): Promise<void> {
    const keys = [...this.#findings].filter(([, [first]]) => first && keyOfPlace(first.place) === keyOfPlace(place));
    for (const [key] of keys.slice(0, maxPagesRead)) await this.#locate(key);
  }

  /**
   * Returns a finding for each occurrence of the links on a page. A link without an occurrence is placed at its block,
   * or else at the top.
   */
  async #locateLinks(
    snapshot: Snapshot,
    pageFindings: readonly BrokenLink[],
    signal?: AbortSignal,
  ): Promise<BrokenLink[]> {
    const pages = await snapshot.pages();
    const [first] = pageFindings;
    const entry = first && pages.byId.get(first.entry.page.id);
    if (!entry) return [];
    const text = await snapshot.markdown(entry.page.id);
    const at = positionsIn(text);
    const { links, specs } = await targetsIn(text);
    const byName = new Map(pageFindings.map(finding => [finding.name, finding]));
    const result: BrokenLink[] = [];
    for (const finding of byName.values()) {
      const targets = (finding.problem === 'spec' ? specs : links).filter(({ names }) => names.includes(finding.name));
      const ranges = targets.map(target => rangeOf(target, at));
      signal?.throwIfAborted();
      if (ranges.length > 0) result.push(...ranges.map((range, index) => withRange(finding, range, index)));
      else if (!finding.wasWritten) result.push({ ...finding, range: await this.#rangeOfNode(finding) });
    }
    return result;
  }

  async #rangeOfNode({ place, entry, node }: BrokenLink): Promise<vscode.Range> {
    if (node === undefined) return top;
    const { placements } = this.#app.discussions;
    const { range } = await placements.of(place, { page: { id: entry.page.id }, node: { id: node } });
    return range ? new vscode.Range(range.start, 0, range.end, 999) : top;
  }

  #store(key: string, findings: BrokenLink[], at?: vscode.Uri): void {
    for (const { uri } of this.#findings.get(key) ?? []) this.#diagnostics.delete(uri);
    const [first] = findings;
    if (!first) return void this.#findings.delete(key);
    const uri = at ?? openAddressOf(first.uri);
    const listed = findings.map(finding => markTrusted({ ...finding, uri }));
    this.#findings.set(key, listed);
    this.#diagnostics.set(uri, listed.map(diagnosticOf));
  }

  #remove(isRemoved: (finding: BrokenLink) => boolean): void {
    for (const [key, findings] of [...this.#findings]) {
      if (findings.some(isRemoved))
        this.#store(
          key,
          findings.filter(finding => !isRemoved(finding)),
        );
    }
  }
}

const top = new vscode.Range(0, 0, 0, 0);

/** The target of a link, or the name of an OpenAPI spec, as written in a page. */
interface WrittenTarget {
  start: number;
  written: string;
  /** Forms in which the service may name the target: as written, decoded, or without its anchor. */
  names: readonly string[];
}

async function targetsIn(text: string): Promise<Record<'links' | 'specs', WrittenTarget[]>> {
  const [{ destinationsOf }, { specsIn }] = await Promise.all([
    import('../../markdown/destinations.ts'),
    import('../../markdown/specs.ts'),
  ]);
  const links = destinationsOf(text).map(({ start, end, form, target, anchor }) => {
    const hasBrackets = form.startsWith('<');
    const [from, to] = hasBrackets ? [start + 1, end - 1] : [start, end];
    const written = text.slice(from, to);
    const names = [written, decodeUriPart(written), target, anchor === undefined ? target : `${target}#${anchor}`];
    return { start: from, written, names: names.filter(Boolean) };
  });
  const specs = specsIn(text).map(({ start, written }) => ({ start, written, names: [written] }));
  return { links, specs };
}

function findingOf(place: Place, entry: PageEntry, { name, problem, node }: LinkProblem): BrokenLink {
  return {
    kind: 'finding',
    id: randomUUID(),
    place,
    entry,
    uri: uriOf(place, entry),
    name,
    problem,
    node,
    range: top,
    wasWritten: false,
  };
}

/** Returns a finding at one of its ranges, with an ID of its own. */
function withRange(finding: BrokenLink, range: vscode.Range, index: number): BrokenLink {
  return { ...finding, id: index === 0 ? finding.id : randomUUID(), range, wasWritten: true };
}

function diagnosticOf({ range, name, problem }: BrokenLink): vscode.Diagnostic {
  const messages = {
    link: name ? tEscaped`Broken link: ${name}` : t('A link here is broken.'),
    heading: tEscaped`Link to a missing heading: ${name}`,
    spec: tEscaped`OpenAPI spec not found: ${name}`,
  };
  const message = messages[problem];
  const mark = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
  mark.source = 'Marginalia';
  return mark;
}
