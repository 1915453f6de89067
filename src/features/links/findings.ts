import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { documentKey, scheme } from '../../model/content/address.ts';
import type { PageEntry } from '../../model/content/layout.ts';
import { whereOpen } from '../../model/content/open.ts';
import { keyOfPlace, type Place, type Snapshot, uriOf } from '../../model/content/snapshot.ts';
import { linksInSource } from '../../model/content/sourceLinks.ts';
import { decoded } from '../../model/content/references.ts';
import { eachOf } from '../../model/discussions/requests.ts';
import { own } from '../../ui/own.ts';
import { registerActions } from './actions.ts';
import type { Finding, Suspect } from './finding.ts';
import { positionsIn, rangeOf } from './occurrences.ts';

/** How many pages are read to find the lines of links; on the others they are found when the page is opened. */
const mostRead = 200;

const kept = new WeakMap<App, Findings>();

/** What has been found in this window; made with the first question. */
export function findingsOf(app: App): Findings {
  const known = kept.get(app) ?? new Findings(app);
  if (!kept.has(app)) app.context.subscriptions.push(known);
  kept.set(app, known);
  return known;
}

/** The broken links that have been found, as they are listed in Problems. */
export class Findings implements vscode.Disposable {
  readonly #app: App;
  readonly #marks = vscode.languages.createDiagnosticCollection('marginalia.links');
  /** By the keys of documents. */
  readonly #all = new Map<string, Finding[]>();
  readonly #listening: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    const { content, session } = app;
    this.#listening = vscode.Disposable.from(
      this.#marks,
      registerActions(this, { scheme }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => void this.#look(documentKey(uri), uri)),
      content.onDidChange(place => void this.#follow(place)),
      // Another account may see other links.
      session.onDidChange(() => this.#drop(({ place }) => !session.connections.includes(place.connection))),
    );
  }

  /** Lists these in place of what was found in the version before. Gives how many links they are. */
  async replace(place: Place, suspects: readonly Suspect[]): Promise<number> {
    const snapshot = await this.#app.content.snapshot(place);
    const { byId } = await snapshot.pages();
    const known = new Set(suspects.map(({ page, name }) => JSON.stringify([page, name])));
    const each = [...known].map(key => JSON.parse(key) as [page: string, name: string]);
    const findings = each.flatMap(([page, name]) => {
      const entry = byId.get(page);
      const suspect = suspects.find(one => one.page === page && one.name === name);
      return entry && suspect ? findingOf(place, entry, suspect) : [];
    });
    const byDocument = [...Map.groupBy(findings, ({ uri }) => documentKey(uri))];
    const read = await eachOf(byDocument.slice(0, mostRead), async ([key, found]) => {
      return [key, await this.#located(snapshot, found)] as const;
    });
    this.#drop(finding => keyOfPlace(finding.place) === keyOfPlace(place));
    const placed = new Map(read);
    for (const [key, found] of byDocument) this.#put(key, placed.get(key) ?? found);
    return [...byDocument].reduce((sum, [key]) => sum + (this.#all.get(key)?.length ?? 0), 0);
  }

  /** The one that a row in Problems or a link of a hover means. */
  get(given: unknown): Finding | undefined {
    const id = typeof given === 'string' ? given : ((given as Finding | null | undefined)?.id ?? '');
    return [...this.#all.values()].flat().find(finding => finding.id === id);
  }

  on(document: vscode.Uri, range: vscode.Range): Finding[] {
    const here = this.#all.get(documentKey(document)) ?? [];
    return here.filter(finding => finding.range.intersection(range) !== undefined);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** Finds the lines on a page that is opened, and marks it at the address that it is opened by. */
  async #look(key: string, uri?: vscode.Uri): Promise<void> {
    const found = this.#all.get(key);
    const [first] = found ?? [];
    if (!first || !found) return;
    try {
      const snapshot = await this.#app.content.snapshot(first.place);
      const located = await this.#located(snapshot, found);
      if (this.#all.get(key) === found) this.#put(key, located, uri);
    } catch (error) {
      this.#app.failures.log(
        words`Could not find the lines of the broken links on "${first.entry.page.title}".`,
        error,
      );
    }
  }

  /** Looks at the pages again whose version has a new head: what is no longer written there is no finding any more. */
  async #follow(place: Place): Promise<void> {
    const keys = [...this.#all].filter(([, [first]]) => first && keyOfPlace(first.place) === keyOfPlace(place));
    for (const [key] of keys.slice(0, mostRead)) await this.#look(key);
  }

  /** Every place of a page at which one of the links is written; where none is, at its block, or at the top. */
  async #located(snapshot: Snapshot, found: readonly Finding[]): Promise<Finding[]> {
    const pages = await snapshot.pages();
    const [first] = found;
    const entry = first && pages.byId.get(first.entry.page.id);
    if (!entry) return [];
    const text = await snapshot.markdown(entry.page.id);
    const at = positionsIn(text);
    const links = linksInSource(text, entry.path, { pages, files: undefined });
    const names = new Map(found.map(finding => [finding.name, finding]));
    const located: Finding[] = [];
    for (const finding of names.values()) {
      const written = links.filter(link => isSame(link.written, finding.name));
      if (written.length === 0) {
        written.push(
          ...occurrencesOf(finding, text).map(start => ({ start, written: finding.name, entry: undefined })),
        );
      }
      const ranges = written.map(link => rangeOf(link, at));
      if (ranges.length > 0) located.push(...ranges.map((range, index) => again(finding, range, index)));
      else if (!finding.wasWritten) located.push({ ...finding, range: await this.#rangeOfNode(finding) });
    }
    return located;
  }

  async #rangeOfNode({ place, entry, node }: Finding): Promise<vscode.Range> {
    if (node === undefined) return top;
    const { placements } = this.#app.discussions;
    const { range } = await placements.of(place, { page: { id: entry.page.id }, node: { id: node } });
    return range ? new vscode.Range(range.start, 0, range.end, 999) : top;
  }

  #put(key: string, findings: Finding[], at?: vscode.Uri): void {
    for (const { uri } of this.#all.get(key) ?? []) this.#marks.delete(uri);
    const [first] = findings;
    if (!first) return void this.#all.delete(key);
    const uri = at ?? whereOpen(first.uri);
    const shown = findings.map(finding => own({ ...finding, uri }));
    this.#all.set(key, shown);
    this.#marks.set(uri, shown.map(markOf));
  }

  #drop(isMeant: (finding: Finding) => boolean): void {
    for (const [key, findings] of [...this.#all]) {
      if (findings.some(isMeant))
        this.#put(
          key,
          findings.filter(finding => !isMeant(finding)),
        );
    }
  }
}

const top = new vscode.Range(0, 0, 0, 0);

/** The offsets at which what a finding is about is written; of words that may be anywhere, the first. */
function occurrencesOf({ name, problem }: Finding, text: string): number[] {
  const starts: number[] = [];
  for (let start = text.indexOf(name); name && start >= 0; start = text.indexOf(name, start + name.length)) {
    starts.push(start);
  }
  return problem === 'link' ? starts.slice(0, 1) : starts;
}

type Fault = Pick<Finding, 'name' | 'problem' | 'node'>;

function findingOf(place: Place, entry: PageEntry, { name, problem, node }: Fault): Finding {
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

/** The same at one of its places: each is told from the others. */
function again(finding: Finding, range: vscode.Range, index: number): Finding {
  return { ...finding, id: index === 0 ? finding.id : randomUUID(), range, wasWritten: true };
}

function isSame(written: string, name: string): boolean {
  return written === name || decoded(written) === name;
}

function markOf({ range, name, problem }: Finding): vscode.Diagnostic {
  const messages = {
    link: name ? words`Broken link: ${name}` : 'A link here is broken.',
    heading: words`Link to a missing heading: ${name}`,
    spec: words`OpenAPI spec not found: ${name}`,
  };
  const message = messages[problem];
  const mark = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
  mark.source = 'Marginalia';
  return mark;
}
