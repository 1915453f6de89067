import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { causeOf, Failure } from '../../api/failure.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import { withProgress } from '../../ui/progress.ts';
import { confirm } from '../../ui/prompts.ts';
import { isOutsideFolder, type IntegrationManifest } from './manifest.ts';
import { runProgram } from './run.ts';
import { scriptViolation } from './script.ts';

/** A script without unresolved imports. */
export interface Script {
  text: string;
  /** The tool that built the script; undefined if it was not built. */
  builtWith?: string;
}

/** A way to build a script. */
interface Build {
  name: string;
  /** The sentence in the confirmation that says what is run. */
  detail: string;
  /** Returns the path of the built file. */
  run(signal: AbortSignal): Promise<string>;
}

/**
 * Reads the script of an integration. If it has unresolved imports, builds it with the tools of the workspace after a
 * confirmation.
 */
export async function readScript({ manifest, title, script }: IntegrationManifest): Promise<Script> {
  const file = vscode.Uri.joinPath(manifest, '..', script);
  const text = await textOf(file);
  const reason =
    text === undefined
      ? tEscaped`${script} could not be read; build it first.`
      : scriptViolation({ name: script, path: file.path, text });
  if (text !== undefined && reason === undefined) return { text };
  const build = await findBuild(manifest, script, text !== undefined, reason ?? '');
  await confirm(tEscaped`Build "${title}"?`, [reason ?? '', build.detail].join(' '), t('Build'));
  return withProgress(tEscaped`Building "${title}"`, async signal => {
    const fail = (why: string) =>
      new Failure([tEscaped`Could not build "${title}":`, escapeLine(why, 300), t('Nothing was sent.')].join(' '));
    const path = await build.run(signal).catch((error: unknown) => {
      throw signal.aborted ? error : fail(causeOf(error));
    });
    const built = await readFile(path, 'utf8')
      .catch((error: unknown) => {
        throw fail(causeOf(error));
      })
      .finally(() => removeTemporary(dirname(path)));
    const wrong = scriptViolation({ name: tEscaped`the output of ${build.name}`, path, text: built });
    if (wrong !== undefined) throw fail(wrong);
    return { text: built, builtWith: build.name };
  });
}

async function textOf(file: vscode.Uri): Promise<string | undefined> {
  try {
    return Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
  } catch {
    // The build may create the file.
    return undefined;
  }
}

/** Finds a way to build a script without running anything. Throws a Failure that says what to do. */
async function findBuild(manifest: vscode.Uri, script: string, isThere: boolean, reason: string): Promise<Build> {
  const refuse = (advice: string) => new Failure([t('Could not publish the integration:'), reason, advice].join(' '));
  const workspaceFolder = vscode.workspace.getWorkspaceFolder(manifest);
  if (!workspaceFolder || manifest.scheme !== 'file')
    throw refuse(t('Open its folder in VS Code to build it, or name a built file as "script" in the manifest.'));
  if (!vscode.workspace.isTrusted)
    throw refuse(
      t(
        'Building it runs programs of this workspace, which is in Restricted Mode. ' +
          'Run "Workspaces: Manage Workspace Trust", or name a built file as "script" in the manifest.',
      ),
    );
  const folder = dirname(manifest.fsPath);
  const parents = foldersUpTo(folder, workspaceFolder.uri.fsPath);
  const build =
    (isThere ? await esbuildIn(parents, folder, script) : undefined) ??
    (await buildScriptIn(parents, resolve(folder, script), isThere));
  if (build) return build;
  throw refuse(
    t(
      'This workspace has neither esbuild (node_modules/esbuild) nor a build script (package.json) to build it. ' +
        'Install one, or name a built file as "script" in the manifest.',
    ),
  );
}

function foldersUpTo(folder: string, last: string): string[] {
  const isLast = folder === last || dirname(folder) === folder;
  return isLast ? [folder] : [folder, ...foldersUpTo(dirname(folder), last)];
}

/** Returns a build with esbuild, with the options of the service's own tool. */
async function esbuildIn(parents: readonly string[], folder: string, script: string): Promise<Build | undefined> {
  const match = await readFirst(parents.map(parent => join(parent, 'node_modules/esbuild/lib/main.js')));
  if (!match) return undefined;
  const run = async (signal: AbortSignal) => {
    const outfile = join(await mkdtemp(temporaryPrefix), 'script.js');
    try {
      const options = { ...bundling, entryPoints: [resolve(folder, script)], absWorkingDir: folder, outfile };
      const { code, output } = await runProgram(
        {
          // Running Node needs no shell, not even on Windows.
          command: process.execPath,
          args: ['-e', runEsbuild, match.path, JSON.stringify(options)],
          cwd: folder,
          env: { ELECTRON_RUN_AS_NODE: '1' },
        },
        signal,
      );
      if (code !== 0) throw new Failure(firstLines(output) || tEscaped`esbuild ended with code ${code}.`);
      return outfile;
    } catch (error) {
      await removeTemporary(dirname(outfile));
      throw error;
    }
  };
  const detail = t`"esbuild" of this workspace bundles it into a temporary file (${relative(folder, match.path)}).`;
  return { name: 'esbuild', detail, run };
}

const temporaryPrefix = join(tmpdir(), 'marginalia-integration-');

async function removeTemporary(folder: string): Promise<void> {
  if (folder.startsWith(temporaryPrefix)) await rm(folder, { recursive: true, force: true });
}

const runEsbuild = `
const [, main, options] = process.argv;
require(main).build(JSON.parse(options)).catch(error => {
  const lines = (error.errors || []).map(({ text, location }) => (location ? location.file + ':' + location.line + ': ' : '') + text);
  console.error(lines.join('\\n') || error.message);
  process.exit(1);
});`;

/** The service runs bundled ECMAScript modules, and renders JSX with its own runtime. */
const bundling = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2020',
  minify: true,
  logLevel: 'silent',
  mainFields: ['worker', 'browser', 'module', 'jsnext', 'main'],
  conditions: ['worker', 'browser', 'import', 'production'],
  define: { 'process.env.NODE_ENV': '"production"', MODE: '"production"' },
  external: ['node:*', 'cloudflare:*'],
  jsx: 'automatic',
  jsxImportSource: '@gitbook/runtime',
  loader: { '.raw.js': 'text', '.raw.css': 'text' },
};

/**
 * Returns a build with the build script of the nearest package. Its output is the script in the manifest, or the main
 * file of the package if that script is a source file.
 */
async function buildScriptIn(parents: readonly string[], script: string, isThere: boolean): Promise<Build | undefined> {
  const match = await readFirst(parents.map(parent => join(parent, 'package.json')));
  const { main, scripts } = parsePackage(match?.text);
  if (!match || typeof scripts?.build !== 'string') return undefined;
  const packageFolder = dirname(match.path);
  const isScript = /^\.[cm]?js$/i.test(extname(script));
  const mainFile = typeof main === 'string' && !isOutsideFolder(main) ? join(packageFolder, main) : undefined;
  const output = isScript && !isThere ? script : (mainFile ?? (isScript ? script : undefined));
  const run = async (signal: AbortSignal) => {
    const program = { command: 'npm', args: ['run', 'build'], cwd: packageFolder, shell: true, env: quietNpm };
    const { code, output: buildOutput } = await runProgram(program, signal);
    if (code !== 0)
      throw new Failure([tEscaped`"npm run build" ended with code ${code}:`, lastLines(buildOutput)].join(' '));
    if (output !== undefined) return output;
    throw new Failure(
      t('Name the file that "npm run build" writes in this package as "main" in its package.json, and try again.'),
    );
  };
  return { name: '"npm run build"', detail: tEscaped`"npm run build" runs this: ${scripts.build}`, run };
}

/** Keeps npm from sending requests of its own. */
const quietNpm = { npm_config_update_notifier: 'false', npm_config_fund: 'false', npm_config_audit: 'false' };

function parsePackage(text: string | undefined): { main?: unknown; scripts?: { build?: unknown } | null } {
  try {
    return (JSON.parse(text ?? '') as ReturnType<typeof parsePackage> | null) ?? {};
  } catch {
    // An invalid package.json has no build script.
    return {};
  }
}

async function readFirst(paths: readonly string[]): Promise<{ path: string; text: string } | undefined> {
  for (const path of paths) {
    try {
      return { path, text: await readFile(path, 'utf8') };
    } catch {
      // A parent folder may have it.
    }
  }
  return undefined;
}

function firstLines(output: string): string {
  return output.split('\n').slice(0, 3).join(' ');
}

/** Returns the last lines of the output of a build, without those of npm itself. */
function lastLines(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '' && !/^(npm |> )/.test(line));
  return lines.slice(-3).join(' ');
}
