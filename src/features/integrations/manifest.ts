import { posix, win32 } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, reasonOf } from '../../api/failure.ts';
import { limitViolation } from '../../api/limits.ts';
import type { RequestInput } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';
import { askFile, type Choice, pick } from '../../ui/prompts.ts';

const route = 'POST /integrations/{integrationName}';

/** An integration as described by its manifest, without the script, which may have to be built. */
export interface IntegrationManifest {
  manifest: vscode.Uri;
  name: string;
  title: string;
  /** The path of the script as the manifest names it. */
  script: string;
  body: Omit<RequestInput<typeof route>['body'], 'script'>;
}

/** The file names of manifests. Those of the service's own tool come first. */
const names = [
  'gitbook-manifest.yaml',
  'gitbook-manifest.yml',
  'integration.yaml',
  'integration.yml',
  'integration.json',
];

/**
 * Finds the manifest of an integration: in the target of the command, or in the workspace, or one that the user picks.
 */
export async function findManifest(target: unknown): Promise<vscode.Uri> {
  const targetManifest = target instanceof vscode.Uri ? await manifestIn(target) : undefined;
  if (targetManifest) return targetManifest;
  const manifests = await vscode.workspace.findFiles(`**/{${names.join(',')}}`, '**/node_modules/**', 100);
  const [only, ...others] = manifests;
  if (only && others.length === 0) return only;
  const title = t('Publish Integration');
  if (!only) return askFile(title, t('Publish'), { [t('Description of an integration')]: ['yaml', 'yml', 'json'] });
  const choices: Choice<vscode.Uri>[] = manifests.map(uri => ({
    label: vscode.workspace.asRelativePath(uri),
    value: uri,
  }));
  return pick({ title, placeHolder: t('Which integration?'), empty: '' }, choices);
}

/** Reads a manifest and its images. Throws a Failure that says what is missing. */
export async function readIntegration(file: vscode.Uri): Promise<IntegrationManifest> {
  const manifestName = vscode.workspace.asRelativePath(file);
  const fields = await objectIn(file, manifestName);
  const { name, script, icon, previewImages, ...rest } = fields;
  const refuse = (reason: string) =>
    new Failure(
      [tEscaped`Could not publish what ${manifestName} describes:`, reason, t('Nothing was sent.')].join(' '),
    );
  if (typeof name !== 'string' || !/^[\w.-]+$/.test(name))
    throw refuse(t('it has no "name" of letters, digits, ".", "-" and "_".'));
  if (typeof script !== 'string') throw refuse(t('it does not say in "script" which file of JavaScript is published.'));
  // The manifest is untrusted: it must not cause other files of this computer to be published.
  const mustBeInside = (path: string) => {
    if (isOutsideFolder(path)) throw refuse(tEscaped`${path} leads out of its folder; put that file into it.`);
  };
  mustBeInside(script);
  const read = async (path: unknown) => {
    if (typeof path !== 'string') throw refuse(tEscaped`${JSON.stringify(path)} is not the path of a file.`);
    mustBeInside(path);
    try {
      return Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(file, '..', path)));
    } catch (error) {
      throw refuse([tEscaped`${path} could not be read.`, reasonOf(error)].join(' '));
    }
  };
  const images = await Promise.all((Array.isArray(previewImages) ? previewImages : []).map(read));
  const integration = {
    ...rest,
    ...(icon !== undefined && { icon: (await read(icon)).toString('base64') }),
    ...(images.length > 0 && { previewImages: images.map(image => image.toString('base64')) }),
  } as IntegrationManifest['body'];
  for (const field of ['title', 'description', 'organization'] as const) {
    if (typeof integration[field] !== 'string') throw refuse(tEscaped`it does not say its "${field}".`);
  }
  const wrong = Object.entries(integration).flatMap(([field, value]) => limitViolation(route, field, value) ?? []);
  if (wrong.length > 0) throw refuse(wrong.join(' '));
  return { manifest: file, name, title: integration.title, script, body: integration };
}

async function manifestIn(target: vscode.Uri): Promise<vscode.Uri | undefined> {
  const { type } = await vscode.workspace.fs.stat(target);
  if (!(type & vscode.FileType.Directory)) return target;
  const inside = (await vscode.workspace.fs.readDirectory(target)).map(([name]) => name);
  const name = names.find(name => inside.includes(name));
  return name === undefined ? undefined : vscode.Uri.joinPath(target, name);
}

async function objectIn(file: vscode.Uri, manifestName: string): Promise<Record<string, unknown>> {
  const { default: yaml } = await import('yaml');
  let value: unknown;
  try {
    value = yaml.parse((await vscode.workspace.openTextDocument(file)).getText());
  } catch (error) {
    throw new Failure([tEscaped`Could not read ${manifestName}:`, reasonOf(error)].join(' '));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Failure(tEscaped`Could not read ${manifestName}: it describes nothing.`);
}

/** Returns true if a relative path leads out of its folder on any platform. */
export function isOutsideFolder(path: string): boolean {
  return path.split(/[\\/]/).includes('..') || posix.isAbsolute(path) || win32.isAbsolute(path);
}
