import assert from 'node:assert/strict';
import ts from 'typescript';
import { extensionProgram } from './program.ts';
import { manifest, root, titleOf } from './sources.ts';

/** The functions of src/ui that ask for input. Confirmations and the choice of a command's target are not input. */
const prompts = new Set(['askText', 'askSaveAs', 'askFile', 'askFiles', 'pick', 'pickFrom', 'pickMany']);

/** Functions that let the user choose the target of a command that was run without one. */
const targetFinders =
  /^(findChangeRequest|findItems?|findSpace|findSpec|findVersion|findReadable|findConflictedChangeRequest|findCompared|pickFiltered|pickSpace|pickOverOrganizations|pickConnection|listOf|organizationOf|askNewPlace|requireKey)$/;

/** Commands whose prompts are optional, or that ask in another way. */
const exceptions = new Map([
  ['changeRequest.checkReadiness', 'shows a checklist'],
  ['changeRequest.merge', 'shows the checklist when asked for'],
  ['document.showBacklinks', 'shows what links here'],
  ['member.showAccess', 'shows what a person can see'],
  ['finding.suggestPage', 'is the title of a quick fix'],
  ['space.restore', 'lets people choose which space is meant'],
  ['reviewList.deleteQuery', 'lets people choose which query is meant'],
  ['organization.findByEmailDomain', 'asks with a box of its own'],
  ['reviewPage.finish', 'asks on the page'],
  ['help.reportIssue', 'asks with a form of VS Code'],
  ['tree.pushOpenApi', 'runs the command that asks'],
]);

describe('the title of a command', () => {
  it('ends with "..." if the command asks for input, and only then', () => {
    const asking = askingCommands();
    const wrong = manifest().contributes.commands.filter(
      ({ command, title }) =>
        !exceptions.has(command.replace('marginalia.', '')) &&
        titleOf({ title }).endsWith('...') !== asking.has(command),
    );
    assert.deepEqual(
      wrong.map(({ command, title }) => `${command}: ${titleOf({ title })}`),
      [],
    );
    assert.ok(asking.size > 30);
  });

  it('in a view title has the "..." of the command that it runs', () => {
    const titles = new Map(manifest().contributes.commands.map(({ command, title }) => [command, titleOf({ title })]));
    assert.equal(titles.get('marginalia.tree.pushOpenApi'), titles.get('marginalia.openapi.push'));
    assert.equal(titles.get('marginalia.tree.publishSite'), titles.get('marginalia.site.publish'));
  });
});

/** Returns the commands whose code can reach a prompt other than the choice of their target. */
function askingCommands(): Set<string> {
  const { starts, uses } = readUses();
  const isAsking = (start: ts.Node) => {
    const reached = new Set([start]);
    for (const one of reached) {
      if (prompts.has(nameOf(one)) && /\/src\/ui\/prompts/.test(one.getSourceFile().fileName)) return true;
      for (const used of uses.get(one) ?? []) if (!targetFinders.test(nameOf(used))) reached.add(used);
    }
    return false;
  };
  return new Set([...starts].filter(([, start]) => isAsking(start)).map(([command]) => command));
}

/** Returns the uses between functions, and the functions where commands start. */
function readUses() {
  const checker = extensionProgram().getTypeChecker();
  const starts = new Map<string, ts.Node>();
  const uses = new Map<ts.Node, Set<ts.Node>>();
  const visit = (node: ts.Node, unit: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    const inner = isUnit(node) ? node : unit;
    if (nameOf(inner).startsWith('marginalia.')) starts.set(nameOf(inner), inner);
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      for (const declaration of target?.declarations ?? []) {
        const used = ts.findAncestor(declaration, isUnit);
        if (used && used !== inner && nameOf(used) !== 'commands') {
          uses.set(inner, (uses.get(inner) ?? new Set<ts.Node>()).add(used));
        }
      }
    }
    ts.forEachChild(node, child => visit(child, inner));
  };
  for (const file of extensionProgram().getSourceFiles()) {
    const path = file.fileName.slice(root.length + 1);
    // The buttons of messages are not followed, because the user clicks them later.
    if (/^src\/(features|ui)\b/.test(path) && !/^src\/ui\/(say|failures)/.test(path)) visit(file, file);
  }
  return { starts, uses };
}

function isUnit(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return true;
  if (ts.isVariableDeclaration(node)) return ts.isSourceFile(node.parent.parent.parent);
  return ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) && node.name.text.startsWith('marginalia.');
}

function nameOf(unit: ts.Node): string {
  const { name } = unit as { name?: ts.Node };
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}
