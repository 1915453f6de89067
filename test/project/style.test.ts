import assert from 'node:assert/strict';
import ts from 'typescript';
import { modules } from './sources.ts';

const sources = modules('src').filter(({ path }) => !path.endsWith('.d.ts'));

/** The places in the sources, as file and words, at which a check finds something. */
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

describe('the sources', () => {
  it('ignore no error without a sentence that says why', () => {
    assert.deepEqual(
      linesWith(node => isIgnoringHandler(node) && !hasThrow(node) && !isExplained(node)),
      [],
    );
  });
});

/** Whether this is what happens with an error, and does not look at it: `catch { … }`, `.catch(() => …)`. */
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

/** Another error in its place says more than this one. */
function hasThrow(node: ts.Node): boolean {
  return ts.isThrowStatement(node) || ts.forEachChild(node, hasThrow) === true;
}

/** Whether a comment stands in it, or above the statement that it is part of. */
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
