import { isBuiltin } from 'node:module';
import { type AnyNode, parse, type Program } from 'acorn';
import { causeOf } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';

/** Size limit of the service for scripts, in bytes. */
const maxBytes = 10_000_000;

/** A script, and its name in messages. */
interface NamedScript {
  name: string;
  path: string;
  text: string;
}

/** Returns a sentence that says why a script does not run on its own, or undefined if it does. */
export function scriptViolation({ name, path, text }: NamedScript): string | undefined {
  if (!/\.[cm]?js$/i.test(path)) return tEscaped`${name} is not JavaScript, which is all that the service runs.`;
  if (text.trim() === '') return tEscaped`${name} is empty.`;
  if (Buffer.byteLength(text) > maxBytes) return tEscaped`${name} is larger than 10 MB.`;
  let program: Program;
  try {
    program = parseScript(text);
  } catch (error) {
    return tEscaped`${name} is not JavaScript: ${causeOf(error)}`;
  }
  const missing = importsOf(program).find(imported => !isBuiltin(imported) && !imported.startsWith('cloudflare:'));
  return missing === undefined ? undefined : tEscaped`${name} imports "${missing}", which would not be sent.`;
}

/** Parses an ECMAScript module, or else a classic script. Throws the error of the module. */
function parseScript(text: string): Program {
  const options = { ecmaVersion: 'latest', allowReturnOutsideFunction: true } as const;
  try {
    return parse(text, { ...options, sourceType: 'module' });
  } catch (error) {
    try {
      return parse(text, { ...options, sourceType: 'script' });
    } catch {
      // Most scripts are modules, so the error of the module helps their authors.
      throw error;
    }
  }
}

/**
 * Returns the modules that a program imports or requires. Skips functions that define a `require` of their own, as
 * bundles do.
 */
function importsOf(program: Program): string[] {
  const names: string[] = [];
  const open: { node: AnyNode; hasOwnRequire: boolean }[] = [{ node: program, hasOwnRequire: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node } = next;
    const hasOwnRequire = next.hasOwnRequire || ('params' in node && node.params.some(isRequire));
    const source = sourceOf(node, hasOwnRequire);
    if (source?.type === 'Literal' && typeof source.value === 'string') names.push(source.value);
    for (const child of Object.values(node).flat() as unknown[]) {
      if (isNode(child)) open.push({ node: child, hasOwnRequire });
    }
  }
  return names;
}

function sourceOf(node: AnyNode, hasOwnRequire: boolean): AnyNode | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source;
    case 'CallExpression':
      return isRequire(node.callee) && !hasOwnRequire ? node.arguments[0] : undefined;
    default:
      return undefined;
  }
}

function isRequire(node: AnyNode): boolean {
  return node.type === 'Identifier' && node.name === 'require';
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
