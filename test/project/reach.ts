import ts from 'typescript';
import contract from '../../src/api/contract.json' with { type: 'json' };
import { operationsOf } from '../../src/api/operations.ts';
import type { Route } from '../../src/api/routes.ts';
import { resourceDefinitions } from '../../src/model/resources/resourceDefinitions.ts';
import { extensionProgram } from './program.ts';
import { manifest, root, titleOf } from './sources.ts';

/** The ways by which users reach each operation, the most direct first. */
export type OperationPaths = ReadonlyMap<Route, readonly string[]>;

/** Functions that are not commands but entry points for users, with their names in the list. */
const beginnings = new Map([
  ['src/features/organizations/organizationNodes.ts organizationNodes', 'rows of the view'],
  ['src/features/reviewList/index.ts top', 'rows of the view'],
  ['src/features/content/fileSystem.ts ContentFiles', 'documents'],
  ['src/features/resources/files.ts ResourceFiles', 'documents'],
  ['src/features/comments/editorComments.ts createEditorComments', 'conversations'],
  ['src/features/content/prefetch.ts registerPrefetch', 'documents'],
  ['src/features/content/conflictMarks.ts registerConflictMarks', 'documents'],
  ['src/features/preview/links.ts linksIn', 'documents'],
  ['src/features/preview/tabs.ts registerTabs', 'documents'],
  ['src/features/preview/paths.ts loadPaths', 'the preview'],
  ['src/features/preview/images.ts PreviewImages', 'the preview'],
  ['src/features/search/index.ts register', 'Ctrl+T'],
  ['src/features/session/index.ts register', 'signing in'],
]);

/** The maximum number of listed ways per operation; less direct ones are omitted. */
const maxWays = 4;

/** Returns the operations of the contract with the ways to reach them, as found in the code. */
export function findOperationPaths(): OperationPaths {
  const routes = new Set<string>(operationsOf(contract).map(({ route }) => route));
  const graph = new Graph(routes);
  const waysByRoute = new Map<Route, Map<string, number>>();
  const note = (route: Route, way: string, distance: number) => {
    const ways = waysByRoute.get(route) ?? new Map<string, number>();
    ways.set(way, Math.min(distance, ways.get(way) ?? Infinity));
    waysByRoute.set(route, ways);
  };
  for (const [unit, way] of graph.beginnings()) {
    for (const [reached, distance] of graph.from(unit)) {
      for (const route of graph.routesOf(reached)) note(route as Route, way, distance);
    }
  }
  for (const [route, way] of waysOfTable()) note(route, way, 0);
  const nearest = (ways: Map<string, number>) =>
    [...ways]
      .sort(([a, near], [b, far]) => near - far || a.localeCompare(b))
      .slice(0, maxWays)
      .map(([way]) => way);
  return new Map([...waysByRoute].map(([route, ways]) => [route, nearest(ways)]));
}

/** Returns the operations that the table of nouns makes available. */
function waysOfTable(): [Route, string][] {
  return resourceDefinitions.flatMap(
    ({ kind, name, plural, list, get: one, create, change, remove, titleField: called }) => {
      const ways: [Route | undefined, string][] = [
        [list, `rows "${plural}"`],
        [one, `the document of a ${name}`],
        [create, linkTextOf(`marginalia.${kind}.create`) ?? ''],
        [change, `saving the document of a ${name}`],
        [called ? change : undefined, linkTextOf('marginalia.item.rename') ?? ''],
        [remove, linkTextOf('marginalia.item.delete') ?? ''],
      ];
      return ways.flatMap(([route, way]): [Route, string][] => (route && way ? [[route, way]] : []));
    },
  );
}

function linkTextOf(id: string): string | undefined {
  const command = manifest().contributes.commands.find(({ command }) => command === id);
  return command && `*${titleOf(command)}*`;
}

/** A graph of uses between functions, members of classes and objects, and variables. */
class Graph {
  readonly #checker: ts.TypeChecker;
  readonly #routes: ReadonlySet<string>;
  readonly #uses = new Map<ts.Node, Set<ts.Node>>();
  readonly #routesOf = new Map<ts.Node, Set<string>>();
  readonly #beginnings: [ts.Node, string][] = [];

  constructor(routes: ReadonlySet<string>) {
    this.#routes = routes;
    const program = extensionProgram();
    this.#checker = program.getTypeChecker();
    for (const file of program.getSourceFiles()) {
      const path = file.fileName.slice(root.length + 1);
      // The operations of the table itself come from `waysOfTable`.
      if (/^src\/(model|features|api|ui)\b/.test(path) && !path.endsWith('/resourceDefinitions.ts'))
        this.#read(file, path);
    }
  }

  beginnings(): readonly [ts.Node, string][] {
    return this.#beginnings;
  }

  routesOf(unit: ts.Node): ReadonlySet<string> {
    return this.#routesOf.get(unit) ?? new Set();
  }

  /** Returns everything that a unit uses, with the distance to it. */
  from(unit: ts.Node): Map<ts.Node, number> {
    const reached = new Map<ts.Node, number>([[unit, 0]]);
    for (const [one, distance] of reached) {
      for (const used of this.#uses.get(one) ?? []) if (!reached.has(used)) reached.set(used, distance + 1);
    }
    return reached;
  }

  #read(file: ts.SourceFile, path: string): void {
    const visit = (node: ts.Node, unit: ts.Node): void => {
      // Types are not used at runtime.
      if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
      const inner = isUnit(node) ? node : unit;
      if (inner !== unit) {
        if (ts.isClassLike(unit)) this.#use(unit, inner);
        this.#begin(inner, path);
      }
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) this.#noteRoute(node, inner);
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) this.#noteUse(node, inner);
      ts.forEachChild(node, child => visit(child, inner));
    };
    visit(file, file);
  }

  #begin(unit: ts.Node, path: string): void {
    const name = nameOf(unit);
    const way = beginnings.get(`${path} ${name}`) ?? (name.startsWith('marginalia.') ? linkTextOf(name) : undefined);
    if (way) this.#beginnings.push([unit, way]);
  }

  #noteRoute(node: ts.Node, unit: ts.Node): void {
    const type = this.#checker.getTypeAtLocation(node);
    for (const one of type.isUnion() ? type.types : [type]) {
      if (one.isStringLiteral() && this.#routes.has(one.value)) add(this.#routesOf, unit, one.value);
    }
  }

  #noteUse(node: ts.Node, unit: ts.Node): void {
    const referenced = this.#checker.getSymbolAtLocation(node);
    const symbol =
      referenced && referenced.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(referenced) : referenced;
    for (const declaration of symbol?.declarations ?? []) {
      const used = unitOf(declaration);
      if (!used || used === unit) continue;
      this.#use(unit, used);
      // A reference to an object that does not name a member may use all of its members.
      const isWhole = !ts.isPropertyAccessExpression(node.parent) || node.parent.expression !== node;
      if (isWhole) for (const member of membersOf(used)) this.#use(unit, member);
    }
  }

  #use(unit: ts.Node, used: ts.Node): void {
    add(this.#uses, unit, used);
  }
}

/** Returns true for nodes of the graph. Code inside a function belongs to the function. */
function isUnit(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isClassElement(node)) return true;
  if (ts.isPropertyAssignment(node)) return isVariable(objectAround(node));
  return isVariable(node);
}

function isVariable(node: ts.Node | undefined): boolean {
  if (!node) return false;
  return ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent);
}

/** Returns the variable whose object contains a member. */
function objectAround({ parent: object }: ts.PropertyAssignment): ts.Node | undefined {
  const { parent } = object;
  return ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) ? parent.parent : parent;
}

function membersOf(unit: ts.Node): readonly ts.Node[] {
  if (!ts.isVariableDeclaration(unit)) return [];
  const members: ts.Node[] = [];
  const visit = (node: ts.Node) => void (isUnit(node) ? members.push(node) : ts.forEachChild(node, visit));
  ts.forEachChild(unit, visit);
  return members;
}

function unitOf(node: ts.Node): ts.Node | undefined {
  for (let one: ts.Node | undefined = node; one; one = one.parent) if (isUnit(one)) return one;
  return undefined;
}

function nameOf(unit: ts.Node): string {
  const { name } = unit as { name?: ts.Node };
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}

function add<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  map.set(key, (map.get(key) ?? new Set<V>()).add(value));
}

/** Renders the page that lists how users reach each operation. */
export function operationsPage(ways: OperationPaths): string {
  const operations = operationsOf(contract);
  const groups = new Map<string, string[]>();
  for (const { route, summary = '', isOptional } of operations) {
    const callers = ways.get(route) ?? [];
    const cell = callers.length > 0 ? callers.join(', ') : '—';
    const row = `| \`${route}\`${isOptional ? ' †' : ''} | ${summary.replace(/\.$/, '')} | ${cell} |`;
    const [, first = '', second = '', third = ''] = route.split('/');
    const isDeep = first === 'orgs' || /^(change-requests|comments)$/.test(third);
    const group = third && isDeep ? `${first}/${second}/${third.replace(/^\{.*/, '')}` : first;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  const sections = [...groups].map(([group, rows]) =>
    [`## ${group || 'The service'}`, '', '| Operation | What it does | Ways |', '|---|---|---|', ...rows].join('\n'),
  );
  return `${introduction}\n\n${sections.join('\n\n')}\n`;
}

const introduction = `# How to reach every operation of the service

Written by \`npm run generate\` out of the code: for each operation the most direct ways that lead to it. Names in italics are
commands, as the palette and the menus have them. **Send Request...** sends any of them as it stands in the contract, and is
the way to those that have no other (—). Operations marked † are offered by some servers only.`;
