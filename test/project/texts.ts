import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { modules, root } from './sources.ts';

/** A text for users in the code, which a function of the translations looks up. */
export interface Text {
  /** The key of its translation: the English text with {0}, {1} for its parts, then "/" and a comment if it has one. */
  key: string;
  path: string;
  line: number;
  /** True if the text is looked up when its module is loaded. */
  isAtModuleLevel: boolean;
}

/** The functions that look up a text: `tEscaped` also escapes the parts. */
const lookups = new Set(['t', 'tEscaped']);

/** Returns the texts for users in a folder. Those of the sandbox are replies of a server, which are English. */
export function textsIn(folder: string): Text[] {
  const inCode = sourceFiles(folder).flatMap(({ path, file }) => {
    const texts: Text[] = [];
    visit(file, node => {
      const key = keyOf(node);
      if (key === undefined) return;
      texts.push({ key, path, line: lineOf(file, node), isAtModuleLevel: isAtModuleLevel(node) });
    });
    return texts;
  });
  return [...inCode, ...textsOfContract()];
}

/** Returns the labels and descriptions of values in the contract, which src/model/roles.ts looks up. */
function textsOfContract(): Text[] {
  const path = 'src/api/choices.json';
  const choices = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<
    string,
    { label: string; detail: string }[]
  >;
  const keys = Object.values(choices).flatMap(values => values.flatMap(({ label, detail }) => [label, detail]));
  return keys.map(key => ({ key, path, line: 0, isAtModuleLevel: false }));
}

/** Returns sentences in a folder that no function looks up, except for those of the log and of errors for programmers. */
export function untranslatedIn(folder: string): string[] {
  return sourceFiles(folder).flatMap(({ path, file }) => {
    const sentences: string[] = [];
    visit(file, node => {
      if (!isSentence(textOf(node)) || isTechnical(node)) return;
      sentences.push(`${path}:${lineOf(file, node)} ${textOf(node)}`);
    });
    return sentences;
  });
}

/** Returns the texts in a language by their keys, as VS Code reads them. */
export function translations(language: string): Record<string, string> {
  const path = join(root, `l10n/bundle.l10n.${language}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
}

function sourceFiles(folder: string) {
  return modules(folder)
    .filter(({ path }) => !path.startsWith('src/sandbox/') && !path.endsWith('.d.ts'))
    .map(({ path, text }) => ({ path, file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }));
}

function visit(node: ts.Node, use: (node: ts.Node) => void): void {
  use(node);
  ts.forEachChild(node, child => visit(child, use));
}

function lineOf(file: ts.SourceFile, node: ts.Node): number {
  return file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

function keyOf(node: ts.Node): string | undefined {
  if (ts.isTaggedTemplateExpression(node) && lookups.has(node.tag.getText())) return textOf(node.template);
  if (!ts.isCallExpression(node) || node.expression.getText() !== 't') return undefined;
  const [text] = node.arguments;
  if (!text || !ts.isObjectLiteralExpression(text)) return text && textOf(text);
  const comment = memberOf(text, 'comment');
  const parts = comment && ts.isArrayLiteralExpression(comment) ? comment.elements : [comment];
  return `${textOf(memberOf(text, 'message')) ?? ''}/${parts.map(textOf).join('')}`;
}

function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const member = object.properties.find(property => property.name?.getText() === name);
  return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

/** Returns the text of a literal, of a sum of literals, or of a template, with {0}, {1} for its parts. */
function textOf(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`).join('');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const texts = [textOf(node.left), textOf(node.right)];
  return texts.includes(undefined) ? undefined : texts.join('');
}

function isAtModuleLevel(node: ts.Node): boolean {
  for (let { parent } = node; parent; { parent } = parent) {
    if (ts.isFunctionLike(parent)) return false;
  }
  return true;
}

/** Returns true for a text that begins like a sentence and has at least three words. */
function isSentence(text: string | undefined): boolean {
  return text !== undefined && /^["“]?(?:[A-Z][a-z’']+|A|I),?( ["“(*]?[\w{][\w{}’'".,:;)*-]*){2,}[.?!…]?$/.test(text);
}

/** Returns true for arguments of the lookup functions, and for texts that users do not read. */
function isTechnical(node: ts.Node): boolean {
  for (let { parent } = node; parent && !ts.isStatement(parent); { parent } = parent) {
    if (keyOf(parent) !== undefined || ts.isImportDeclaration(parent)) return true;
    if (ts.isNewExpression(parent) && /^(\w*Error|RegExp)$/.test(parent.expression.getText())) return true;
    if (ts.isCallExpression(parent) && /\blog(\.\w+)?$|^assert/.test(parent.expression.getText())) return true;
  }
  return false;
}
