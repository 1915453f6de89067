import { type DocumentNode, inside, textOfNodes } from '../document.ts';
import type { Block } from '../block.ts';
import { blockItems } from './blockItems.ts';
import { blockOf, parsing, type TokenAt, tokensOf } from '../blocks.ts';
import { PlacedNodes, isInStep, isShown } from './inStep.ts';
import { type Item, matchRuns, type Run, same, type Tolerance } from './matchTrees.ts';
import { nodeItems } from './nodeItems.ts';
import { Quotes } from './quotes.ts';
import { atOnce, type Steps } from '../steps.ts';

/** Lines of a page's Markdown, zero-based, both included. */
export interface Placement {
  start: number;
  end: number;
}

/** What of a document is to be found. */
interface Nodes {
  nodes: readonly DocumentNode[];
}

/** A page whose nodes have been found in its Markdown. */
export class PlacedPage {
  /** The lines of each node by its key. A node that was not found is not in here. */
  readonly placements: ReadonlyMap<string, Placement>;
  readonly #markdown: string;
  readonly #document: Nodes | undefined;
  #nodes: readonly Item<DocumentNode>[] | undefined;
  #byKey: Map<string, DocumentNode> | undefined;
  #quotes: Quotes | undefined;
  #lines: readonly string[] | undefined;

  constructor(placements: ReadonlyMap<string, Placement>, document: Nodes | undefined, markdown: string) {
    this.placements = placements;
    this.#document = document;
    this.#markdown = markdown;
  }

  get nodes(): readonly Item<DocumentNode>[] {
    this.#nodes ??= nodeItems(this.#document?.nodes ?? []);
    return this.#nodes;
  }

  /** Returns the node with a key, wherever it is. */
  *node(key: string): Steps<DocumentNode | undefined> {
    this.#byKey ??= yield* byKey(this.#document?.nodes ?? []);
    return this.#byKey.get(key);
  }

  /** Tells whether all of these lines are blank. */
  isBlank({ start, end }: Placement): boolean {
    this.#lines ??= this.#markdown.split('\n');
    return this.#lines.slice(start, end + 1).every(line => line.trim() === '');
  }

  /** What is said where, for comments whose nodes are gone. */
  *quotes(): Steps<Quotes> {
    this.#quotes ??= yield* Quotes.of(yield* parsing(this.#markdown));
    return this.#quotes;
  }
}

function* byKey(nodes: readonly DocumentNode[]): Steps<Map<string, DocumentNode>> {
  const nodesByKey = new Map<string, DocumentNode>();
  const pending = [...nodes];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.key) nodesByKey.set(node.key, node);
    pending.push(...inside(node));
    yield;
  }
  return nodesByKey;
}

/**
 * Finds the lines of every node of a page from what a server gives: the JSON document, whose nodes have keys but no
 * lines, and the Markdown, whose lines have no keys. Without a document no node is found; quotes and headings still are.
 */
export function placePage(document: Nodes | undefined, markdown: string): PlacedPage {
  return atOnce(placing(document, markdown));
}

/** The same in steps. Nodes and Markdown say the same in the same order: only where they do not, they are compared. */
export function* placing(document: Nodes | undefined, markdown: string): Steps<PlacedPage> {
  const placements = new Map<string, Placement>();
  const nodes = document?.nodes ?? [];
  if (nodes.length > 0) {
    const runs = yield* new Walk(nodes, yield* tokensOf(markdown), placements).unsettled();
    const items = runs.flatMap(([nodeItems]) => nodeItems);
    const lines = linesOf(items, yield* matchRuns(runs, sameNode));
    yield;
    for (const { value } of items) {
      collect(value, undefined, lines, placements);
      yield;
    }
    for (const [node, placement] of lines) if (node.key && placement) placements.set(node.key, placement);
  }
  return new PlacedPage(placements, document, markdown);
}

/** A document may be older than the Markdown: a sentence that was edited is still the same node, a new one is none. */
const sameNode: Tolerance = { similarity: 0.35, inPlace: false };

/** Goes along the nodes and the tokens of a page in step. */
class Walk {
  readonly #nodes: readonly DocumentNode[];
  readonly #tokens: readonly TokenAt[];
  readonly #placements: Map<string, Placement>;
  readonly #items = new Map<number, Item<DocumentNode>[]>();
  readonly #blocks = new Map<number, Item<Block>[]>();
  readonly #runs: Run<DocumentNode, Block>[] = [];
  readonly #placed = new PlacedNodes();
  /** Behind these both are in step to the end. */
  #nodesTo: number;
  #tokensTo: number;

  constructor(nodes: readonly DocumentNode[], tokens: readonly TokenAt[], placements: Map<string, Placement>) {
    this.#nodes = nodes.filter(({ object }) => object === 'block');
    this.#tokens = tokens.filter(({ token }) => isShown(token));
    this.#placements = placements;
    this.#nodesTo = this.#nodes.length;
    this.#tokensTo = this.#tokens.length;
  }

  /** Notes the lines of what is the same at a glance, and gives the rest, run by run. */
  *unsettled(): Steps<Run<DocumentNode, Block>[]> {
    let [n, t] = [0, 0];
    for (; this.#settle(n, t); n++, t++) yield;
    for (; this.#nodesTo > n && this.#tokensTo > t && this.#settle(this.#nodesTo - 1, this.#tokensTo - 1);) {
      this.#nodesTo--;
      this.#tokensTo--;
      yield;
    }
    while (n < this.#nodesTo || t < this.#tokensTo) {
      yield;
      if (this.#settle(n, t)) [n, t] = [n + 1, t + 1];
      else {
        const [nextNode, nextToken] = yield* this.#whereInStep(n, t);
        this.#leave([n, nextNode], [t, nextToken]);
        [n, t] = [nextNode, nextToken];
      }
    }
    return this.#runs;
  }

  /** Takes a node and a token for the same, if they are. */
  #settle(n: number, t: number): boolean {
    const { nodes, lines } = this.#placed;
    this.#placed.truncate(0);
    if (this.#isInStep(n, t, this.#placed)) {
      nodes.forEach((node, index) => give(node, lines[index], this.#placements));
      return true;
    }
    const isSame = this.#isSame(n, t);
    if (isSame) this.#leave([n, n + 1], [t, t + 1]);
    return isSame;
  }

  #leave(nodes: [from: number, to: number], tokens: [from: number, to: number]): void {
    this.#runs.push([
      range(...nodes).flatMap(index => this.#item(index)),
      range(...tokens).flatMap(index => this.#block(index)),
    ]);
  }

  /** The nearest node and token from which on both are in step again, or the ends. */
  *#whereInStep(node: number, token: number): Steps<[number, number]> {
    for (let apart = 1; apart <= farApart; apart++) {
      for (let nodes = 0; nodes <= apart; nodes++) {
        yield;
        const [n, t] = [node + nodes, token + apart - nodes];
        if ([0, 1, 2].every(more => this.#agrees(n + more, t + more))) return [n, t];
      }
    }
    return [this.#nodesTo, this.#tokensTo];
  }

  #agrees(n: number, t: number): boolean {
    const remaining = [this.#nodesTo - n, this.#tokensTo - t];
    if (remaining.some(count => count <= 0)) return remaining[0] === remaining[1];
    return this.#isInStep(n, t, new PlacedNodes()) || this.#isSame(n, t);
  }

  #isInStep(n: number, t: number, placed: PlacedNodes): boolean {
    const [node, at] = [this.#nodes[n], this.#tokens[t]];
    return node !== undefined && at !== undefined && isInStep(node, at, placed);
  }

  #isSame(n: number, t: number): boolean {
    return same(this.#item(n)[0], this.#block(t)[0]);
  }

  #item(index: number): Item<DocumentNode>[] {
    const node = this.#nodes[index];
    const items = this.#items.get(index) ?? (node ? nodeItems([node]) : []);
    this.#items.set(index, items);
    return items;
  }

  #block(index: number): Item<Block>[] {
    const at = this.#tokens[index];
    const block = at && blockOf(at.token, at.line);
    const blocks = this.#blocks.get(index) ?? blockItems(block ? [block] : []);
    this.#blocks.set(index, blocks);
    return blocks;
  }
}

/** Where nodes and tokens differ for longer than this, what follows is compared as a whole. */
const farApart = 8;

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Gives lines to a node and to all inside but blocks, which have lines of their own if they are not in a cell. */
function give(node: DocumentNode, lines: Placement | undefined, placements: Map<string, Placement>): void {
  const { key, object, nodes, fragments } = node;
  if (key && lines) placements.set(key, lines);
  for (const child of nodes ?? none)
    if (child.object !== 'block' || object === 'fragment') give(child, lines, placements);
  for (const child of fragments ?? none) give(child, lines, placements);
}

const none: readonly DocumentNode[] = [];

/** Lines of the nodes that have lines of their own. One that has, but was not found, is `undefined` here. */
type NodeLines = Map<DocumentNode, Placement | undefined>;

function linesOf(items: readonly Item<DocumentNode>[], matches: ReadonlyMap<DocumentNode, Block>): NodeLines {
  const lines: NodeLines = new Map();
  const visit = ({ value, type, children }: Item<DocumentNode>) => {
    const block = matches.get(value);
    const placement = block && { start: block.start, end: block.end };
    lines.set(value, placement);
    if (block && type === 'code') placeCodeLines(value, block, lines);
    if (placement && type === 'table-row') for (const cell of value.nodes ?? []) lines.set(cell, placement);
    children.forEach(visit);
  };
  items.forEach(visit);
  return lines;
}

function placeCodeLines({ nodes = [] }: DocumentNode, block: Block, lines: NodeLines): void {
  const first = block.sourceStart ?? block.start;
  const written = block.source.split('\n');
  const isWhole = written.length === nodes.length;
  let next = 0;
  for (const node of nodes) {
    const index = isWhole ? next : lineOf(written, node, next);
    if (index < 0) continue;
    lines.set(node, { start: first + index, end: first + index });
    next = index + 1;
  }
}

function lineOf(written: readonly string[], node: DocumentNode, from: number): number {
  const text = textOfNodes([node]);
  return written.findIndex((line, index) => index >= from && line.replace(/\s+/g, ' ').trim() === text);
}

/** Gives nodes without lines (texts, links, captions) the lines of their parent. */
function collect(
  node: DocumentNode,
  parentPlacement: Placement | undefined,
  lines: NodeLines,
  placements: Map<string, Placement>,
): void {
  const placement = lines.has(node) ? lines.get(node) : parentPlacement;
  if (node.key && placement) placements.set(node.key, placement);
  for (const child of inside(node)) collect(child, placement, lines, placements);
}
