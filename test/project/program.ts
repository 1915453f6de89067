import { join } from 'node:path';
import ts from 'typescript';
import { root } from './sources.ts';

let program: ts.Program | undefined;

/** Returns the extension's program, created once because the compiler takes seconds. */
export function extensionProgram(): ts.Program {
  if (program) return program;
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host);
  if (!config) throw new Error('tsconfig.json cannot be read.');
  return (program = ts.createProgram([join(root, 'src/extension.ts')], config.options));
}
