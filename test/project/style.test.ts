import assert from 'node:assert/strict';
import ts from 'typescript';
import { modules } from './sources.ts';

const sources = modules('src').filter(({ path }) => !path.endsWith('.d.ts'));

/** Returns the places in the sources, as file and text, where a check returns true. */
function linesWith(check: (node: ts.Node) => boolean): string[] {
  return sources.flatMap(({ path, text }) => {
    const places: string[] = [];
    const visit = (node: ts.Node): void => {
      if (check(node)) places.push(`${path}: ${lineOf(node)}`);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
    return places;
  });
}

describe('source files', () => {
  it('ignore no error without a comment that says why', () => {
    assert.deepEqual(
      linesWith(node => isIgnoringHandler(node) && !hasThrow(node) && !isExplained(node)),
      [],
    );
  });

  it('write `vscode.` before each name of VS Code, by which the build finds the required imports', () => {
    assert.deepEqual(linesWith(isOtherUseOfVSCode), []);
  });

  it('start no comment with "What", "Who" or "The same"', () => {
    const riddle = /^ *(?:\/\*\*|\/\/|\*) ?(?:What(?:ever)?|Who(?:ever)?|The same)\b.*/gm;
    assert.deepEqual(
      sources.flatMap(({ path, text }) => (text.match(riddle) ?? []).map(comment => `${path}: ${comment.trim()}`)),
      [],
    );
  });

  it('of features, models and editor helpers have no mutable state at module level', () => {
    const isOfWindow = (node: ts.Node) => /^src\/(features|model|ui)\//.test(node.getSourceFile().fileName);
    assert.deepEqual(
      linesWith(node => isOfWindow(node) && isMutableState(node)),
      [],
    );
  });
});

/** Returns true if a module declares a variable that changes, or a collection that is filled later. */
function isMutableState(node: ts.Node): boolean {
  if (!ts.isVariableStatement(node) || !ts.isSourceFile(node.parent)) return false;
  const { declarations, flags } = node.declarationList;
  return !(flags & ts.NodeFlags.Const) || declarations.some(({ initializer }) => isEmptyCollection(initializer));
}

function isEmptyCollection(node: ts.Expression | undefined): boolean {
  if (!node || !ts.isNewExpression(node) || (node.arguments?.length ?? 0) > 0) return false;
  return ['Map', 'Set'].includes(node.expression.getText());
}

/** Returns true if VS Code's API is used as a whole, as in `const { env } = vscode`: its names would be undefined. */
function isOtherUseOfVSCode(node: ts.Node): boolean {
  const isWebview = !node.getSourceFile().text.includes(`from 'vscode'`);
  if (!ts.isIdentifier(node) || node.text !== 'vscode' || isWebview || ts.isNamespaceImport(node.parent)) return false;
  const { parent } = node;
  const isQualifier =
    (ts.isPropertyAccessExpression(parent) && parent.expression === node) ||
    (ts.isQualifiedName(parent) && parent.left === node);
  return !isQualifier;
}

/** Returns true for an error handler that ignores its error: `catch { ... }`, `.catch(() => ...)`. */
function isIgnoringHandler(node: ts.Node): boolean {
  if (ts.isCatchClause(node)) return !isUsed(node.variableDeclaration?.name, node.block);
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const call = node.parent;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
  const { text: method } = call.expression.name;
  const isHandler =
    (method === 'catch' && call.arguments[0] === node) || (method === 'then' && call.arguments[1] === node);
  return isHandler && !isUsed(node.parameters[0]?.name, node.body);
}

function isUsed(name: ts.BindingName | undefined, body: ts.Node): boolean {
  if (name === undefined) return false;
  if (!ts.isIdentifier(name)) return true;
  const uses = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node.text === name.text) || ts.forEachChild(node, uses) === true;
  return uses(body);
}

/** Returns true if the handler throws another error, which gives the reason. */
function hasThrow(node: ts.Node): boolean {
  return ts.isThrowStatement(node) || ts.forEachChild(node, hasThrow) === true;
}

/** Returns true if there is a comment in the node, or above the statement that contains it. */
function isExplained(node: ts.Node): boolean {
  const text = node.getSourceFile().text;
  if (/\/\/ \w/.test(node.getText())) return true;
  let statement = node;
  while (!ts.isStatement(statement) || ts.isBlock(statement)) statement = statement.parent;
  return (ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? []).length > 0;
}

function lineOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return file.text.split('\n')[line]?.trim() ?? '';
}
