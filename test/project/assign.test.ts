import assert from 'node:assert/strict';
import { relative } from 'node:path';
import ts from 'typescript';
import { extensionProgram } from './program.ts';
import { root } from './sources.ts';

describe('Object.assign', () => {
  it('sets only properties of the type of its target, which the compiler does not check', () => {
    const program = extensionProgram();
    const checker = program.getTypeChecker();
    const undeclared: string[] = [];
    let calls = 0;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText() === 'Object.assign') {
        calls++;
        const [target, ...sources] = node.arguments;
        const type = target && ownInterfaceOf(checker.getTypeAtLocation(target));
        for (const { name } of type ? sources.flatMap(literalProperties) : []) {
          const isDeclared = !name || ts.isComputedPropertyName(name) || type?.getProperty(name.getText());
          if (!isDeclared) undeclared.push(`${relative(root, node.getSourceFile().fileName)}: ${name.getText()}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    for (const file of program.getSourceFiles()) if (isOwn(file)) visit(file);
    assert.ok(calls > 0);
    assert.deepEqual(undeclared, []);
  });
});

/** Returns the interface of the project that a type is, or that is in its union. */
function ownInterfaceOf(type: ts.Type): ts.Type | undefined {
  const types = type.isUnion() ? type.types : [type];
  return types.find(
    one => one.isClassOrInterface() && one.symbol.declarations?.some(node => isOwn(node.getSourceFile())),
  );
}

function isOwn({ fileName }: ts.SourceFile): boolean {
  return !relative(root, fileName).startsWith('node_modules') && !fileName.endsWith('.d.ts');
}

/** Returns the properties of an object literal, or of the literals of a conditional expression. */
function literalProperties(node: ts.Expression): readonly ts.ObjectLiteralElementLike[] {
  if (ts.isObjectLiteralExpression(node)) return node.properties;
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalProperties);
  return ts.isParenthesizedExpression(node) ? literalProperties(node.expression) : [];
}
