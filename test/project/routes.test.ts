import assert from 'node:assert/strict';
import ts from 'typescript';
import contract from '../../src/api/contract.json' with { type: 'json' };
import type { Route } from '../../src/api/routes.ts';
import { handlers } from '../../src/sandbox/handlers.ts';
import { extensionProgram } from './program.ts';
import { routesWithoutUser } from './routesWithoutUser.ts';
import { root } from './sources.ts';

const verbs = ['get', 'put', 'post', 'patch', 'delete'];
const routes = Object.entries(contract.paths).flatMap(([path, item]) =>
  verbs.filter(verb => verb in item).map(verb => `${verb.toUpperCase()} ${path}` as Route),
);

describe('operations of the sandbox', () => {
  it('are exactly those of the contract', () => {
    assert.deepEqual(Object.keys(handlers).sort(), routes.toSorted());
  });
});

/** An operation that users can reach must be removed from the list in `routesWithoutUser.ts`. */
describe('operations of the contract', function () {
  // The compiler reads the whole extension.
  this.timeout(120_000);
  let used: Set<string>;
  before(() => (used = stringsOf(/^src\/(model|features|api\/client)\b/)));

  it('are used by the extension, except those listed as unused', () => {
    const listed = new Set<Route>(routesWithoutUser);
    assert.deepEqual(
      routes.filter(route => !used.has(route) && !listed.has(route)),
      [],
    );
  });

  it('are removed from the list of unused ones with their first use', () => {
    assert.deepEqual(
      routesWithoutUser.filter(route => used.has(route)),
      [],
    );
    assert.equal(new Set(routesWithoutUser).size, routesWithoutUser.length);
  });
});

/**
 * Returns all texts that expressions in these files can be by their type, including types of `GET ${base}` passed as a
 * route.
 */
function stringsOf(paths: RegExp): Set<string> {
  const program = extensionProgram();
  const checker = program.getTypeChecker();
  const routes = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    // Texts inside types are excluded.
    if (isText && !ts.isLiteralTypeNode(node.parent)) {
      const type = checker.getTypeAtLocation(node);
      for (const one of type.isUnion() ? type.types : [type]) if (one.isStringLiteral()) routes.add(one.value);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) {
    if (paths.test(file.fileName.slice(root.length + 1))) visit(file);
  }
  return routes;
}
