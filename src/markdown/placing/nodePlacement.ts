import { type DocumentNode, childNodesOf, textOfNodes } from '../document.ts';
import type { Block } from '../block.ts';
import { blockItems } from './blockItems.ts';
import { blockOf, parseBlocksResumable, type TokenAt, tokensOf } from '../blocks.ts';
import { PlacedNodes, matchesNode, isVisibleToken } from './matchesNode.ts';
import { type MatchItem, matchRuns, type SiblingRun, isSameItem, type Tolerance } from './matchTrees.ts';
import { nodeItems } from './nodeItems.ts';
import { BlockTextIndex } from './blockTextIndex.ts';
import { runSync, type Resumable } from '../resumable.ts';

/** Lines of a page's Markdown, zero-based, both included. */
export interface NodeLines {
  start: number;
  end: number;
}

/** The parts of a document that are placed. */
interface Nodes {
  nodes: readonly DocumentNode[];
}

/** A page with the lines of its nodes in the Markdown. */
export class PlacedPage {
  /** The lines of each node by its key. Nodes that were not found are missing. */
  readonly placements: ReadonlyMap<string, NodeLines>;
  readonly #markdown: string;
  readonly #document: Nodes | undefined;
  #nodes: readonly MatchItem<DocumentNode>[] | undefined;
  #byKey: Map<string, DocumentNode> | undefined;
  #quotes: BlockTextIndex | undefined;
  #lines: readonly string[] | undefined;

  constructor(placements: ReadonlyMap<string, NodeLines>, document: Nodes | undefined, markdown: string) {
    this.placements = placements;
    this.#document = document;
    this.#markdown = markdown;
  }

  get nodes(): readonly MatchItem<DocumentNode>[] {
    this.#nodes ??= nodeItems(this.#document?.nodes ?? []);
    return this.#nodes;
  }

  /** Returns the node with a key, at any depth. */
  *node(key: string): Resumable<DocumentNode | undefined> {
    this.#byKey ??= yield* byKey(this.#document?.nodes ?? []);
    return this.#byKey.get(key);
  }

  /** Returns true if all of these lines are blank. */
  isBlank({ start, end }: NodeLines): boolean {
    this.#lines ??= this.#markdown.split('\n');
    return this.#lines.slice(start, end + 1).every(line => line.trim() === '');
  }

  /** Returns an index of texts to lines, for comments whose nodes are gone. */
  *quotes(): Resumable<BlockTextIndex> {
    this.#quotes ??= yield* BlockTextIndex.of(yield* parseBlocksResumable(this.#markdown));
    return this.#quotes;
  }
}

function* byKey(nodes: readonly DocumentNode[]): Resumable<Map<string, DocumentNode>> {
  const nodesByKey = new Map<string, DocumentNode>();
  const pending = [...nodes];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.key) nodesByKey.set(node.key, node);
    pending.push(...childNodesOf(node));
    yield;
  }
  return nodesByKey;
}

/**
 * Finds the lines of all nodes of a page. The JSON document has keys but no lines, and the Markdown has lines but no
 * keys. Without a document no node is found, but quotes and headings are.
 */
export function placePage(document: Nodes | undefined, markdown: string): PlacedPage {
  return runSync(placePageResumable(document, markdown));
}

/** Places nodes like `placePage`, in steps. Only the parts where nodes and Markdown differ are compared in detail. */
export function* placePageResumable(document: Nodes | undefined, markdown: string): Resumable<PlacedPage> {
  const placements = new Map<string, NodeLines>();
  const nodes = document?.nodes ?? [];
  if (nodes.length > 0) {
    const runs = yield* new NodeWalk(nodes, yield* tokensOf(markdown), placements).unsettled();
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

/** The document may be older than the Markdown: an edited sentence still matches its node, a new one matches none. */
const sameNode: Tolerance = { similarity: 0.35, inPlace: false };

/** Walks along the nodes and the tokens of a page in parallel. */
class NodeWalk {
  readonly #nodes: readonly DocumentNode[];
  readonly #tokens: readonly TokenAt[];
  readonly #placements: Map<string, NodeLines>;
  readonly #items = new Map<number, MatchItem<DocumentNode>[]>();
  readonly #blocks = new Map<number, MatchItem<Block>[]>();
  readonly #runs: SiblingRun<DocumentNode, Block>[] = [];
  readonly #placed = new PlacedNodes();
  /** All nodes and tokens after these ends match. */
  #nodesTo: number;
  #tokensTo: number;

  constructor(nodes: readonly DocumentNode[], tokens: readonly TokenAt[], placements: Map<string, NodeLines>) {
    this.#nodes = nodes.filter(({ object }) => object === 'block');
    this.#tokens = tokens.filter(({ token }) => isVisibleToken(token));
    this.#placements = placements;
    this.#nodesTo = this.#nodes.length;
    this.#tokensTo = this.#tokens.length;
  }

  /** Places the nodes that obviously match, and returns the other nodes and blocks in runs. */
  *unsettled(): Resumable<SiblingRun<DocumentNode, Block>[]> {
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
        const [nextNode, nextToken] = yield* this.#findNextMatch(n, t);
        this.#recordUnmatched([n, nextNode], [t, nextToken]);
        [n, t] = [nextNode, nextToken];
      }
    }
    return this.#runs;
  }

  /** Returns true if a node and a token match, and then places the node or leaves it to a detailed comparison. */
  #settle(n: number, t: number): boolean {
    const { nodes, lines } = this.#placed;
    this.#placed.truncate(0);
    if (this.#matchesAt(n, t, this.#placed)) {
      nodes.forEach((node, index) => give(node, lines[index], this.#placements));
      return true;
    }
    const isSame = this.#isSame(n, t);
    if (isSame) this.#recordUnmatched([n, n + 1], [t, t + 1]);
    return isSame;
  }

  #recordUnmatched(nodes: [from: number, to: number], tokens: [from: number, to: number]): void {
    this.#runs.push([
      range(...nodes).flatMap(index => this.#item(index)),
      range(...tokens).flatMap(index => this.#block(index)),
    ]);
  }

  /** Returns the nearest node and token from which both match again, or the ends. */
  *#findNextMatch(node: number, token: number): Resumable<[number, number]> {
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
    return this.#matchesAt(n, t, new PlacedNodes()) || this.#isSame(n, t);
  }

  #matchesAt(n: number, t: number, placed: PlacedNodes): boolean {
    const [node, at] = [this.#nodes[n], this.#tokens[t]];
    return node !== undefined && at !== undefined && matchesNode(node, at, placed);
  }

  #isSame(n: number, t: number): boolean {
    return isSameItem(this.#item(n)[0], this.#block(t)[0]);
  }

  #item(index: number): MatchItem<DocumentNode>[] {
    const node = this.#nodes[index];
    const items = this.#items.get(index) ?? (node ? nodeItems([node]) : []);
    this.#items.set(index, items);
    return items;
  }

  #block(index: number): MatchItem<Block>[] {
    const at = this.#tokens[index];
    const block = at && blockOf(at.token, at.line);
    const blocks = this.#blocks.get(index) ?? blockItems(block ? [block] : []);
    this.#blocks.set(index, blocks);
    return blocks;
  }
}

/** The search distance for the next match; if it finds none, the rest is compared as a whole. */
const farApart = 8;

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Assigns lines to a node and its children, except for child blocks, which have their own lines outside of cells. */
function give(node: DocumentNode, lines: NodeLines | undefined, placements: Map<string, NodeLines>): void {
  const { key, object, nodes, fragments } = node;
  if (key && lines) placements.set(key, lines);
  for (const child of nodes ?? none)
    if (child.object !== 'block' || object === 'fragment') give(child, lines, placements);
  for (const child of fragments ?? none) give(child, lines, placements);
}

const none: readonly DocumentNode[] = [];

/** The lines of nodes that are placed themselves; `undefined` for such a node that was not found. */
type LinesByNode = Map<DocumentNode, NodeLines | undefined>;

function linesOf(items: readonly MatchItem<DocumentNode>[], matches: ReadonlyMap<DocumentNode, Block>): LinesByNode {
  const lines: LinesByNode = new Map();
  const visit = ({ value, type, children }: MatchItem<DocumentNode>) => {
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

function placeCodeLines({ nodes = [] }: DocumentNode, block: Block, lines: LinesByNode): void {
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

/** Assigns the lines of the parent to nodes without their own lines (texts, links, captions). */
function collect(
  node: DocumentNode,
  parentPlacement: NodeLines | undefined,
  lines: LinesByNode,
  placements: Map<string, NodeLines>,
): void {
  const placement = lines.has(node) ? lines.get(node) : parentPlacement;
  if (node.key && placement) placements.set(node.key, placement);
  for (const child of childNodesOf(node)) collect(child, placement, lines, placements);
}
