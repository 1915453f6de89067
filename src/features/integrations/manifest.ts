import * as vscode from 'vscode';
import { Failure, reasonOf } from '../../api/failure.ts';
import { violation } from '../../api/limits.ts';
import type { Input } from '../../api/routes.ts';
import { words } from '../../api/words.ts';
import { askFile, type Choice, pick } from '../../ui/prompts.ts';

const route = 'POST /integrations/{integrationName}';

/** An integration as its folder describes it. */
export interface Integration {
  name: string;
  body: Input<typeof route>['body'];
}

/** The names that the file has which describes an integration: that of the public service's own tool first. */
const names = [
  'gitbook-manifest.yaml',
  'gitbook-manifest.yml',
  'integration.yaml',
  'integration.yml',
  'integration.json',
];

/** The description of an integration: the file or folder a command was called on, that of the workspace, or another. */
export async function findManifest(target: unknown): Promise<vscode.Uri> {
  const given = target instanceof vscode.Uri ? await manifestIn(target) : undefined;
  if (given) return given;
  const found = await vscode.workspace.findFiles(`**/{${names.join(',')}}`, '**/node_modules/**', 100);
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const title = 'Publish Integration';
  if (!only) return askFile(title, 'Publish', { 'Description of an integration': ['yaml', 'yml', 'json'] });
  const choices: Choice<vscode.Uri>[] = found.map(uri => ({ label: vscode.workspace.asRelativePath(uri), value: uri }));
  return pick({ title, placeHolder: 'Which integration?', empty: '' }, choices);
}

/** Reads the description of an integration and the files that it names. Throws a Failure that says what is missing. */
export async function readIntegration(file: vscode.Uri): Promise<Integration> {
  const shown = vscode.workspace.asRelativePath(file);
  const described = await objectIn(file, shown);
  const { name, script, icon, previewImages, ...rest } = described;
  const refuse = (reason: string) =>
    new Failure(words`Could not publish what ${shown} describes: ` + reason + ' Nothing was sent.');
  if (typeof name !== 'string' || !/^[\w.-]+$/.test(name))
    throw refuse('it has no "name" of letters, digits, ".", "-" and "_".');
  if (typeof script !== 'string') throw refuse('it does not say in "script" which file of JavaScript is published.');
  const read = async (path: unknown) => {
    if (typeof path !== 'string') throw refuse(words`${JSON.stringify(path)} is not the path of a file.`);
    // Somebody else may have written it, to have what lies elsewhere on this computer sent to where they read it.
    if (path.split(/[\\/]/).includes('..'))
      throw refuse(words`${path} leads out of its folder; put that file into it.`);
    try {
      return Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(file, '..', path)));
    } catch (error) {
      throw refuse(words`${path} could not be read; build it first. ` + reasonOf(error));
    }
  };
  const images = await Promise.all((Array.isArray(previewImages) ? previewImages : []).map(read));
  const whole = {
    ...rest,
    ...(icon !== undefined && { icon: (await read(icon)).toString('base64') }),
    ...(images.length > 0 && { previewImages: images.map(image => image.toString('base64')) }),
    script: (await read(script)).toString(),
  } as Integration['body'];
  for (const field of ['title', 'description', 'organization'] as const) {
    if (typeof whole[field] !== 'string') throw refuse(words`it does not say its "${field}".`);
  }
  const wrong = Object.entries(whole).flatMap(([field, value]) => violation(route, field, value) ?? []);
  if (wrong.length > 0) throw refuse(wrong.join(' '));
  return { name, body: whole };
}

async function manifestIn(target: vscode.Uri): Promise<vscode.Uri | undefined> {
  const { type } = await vscode.workspace.fs.stat(target);
  if (!(type & vscode.FileType.Directory)) return target;
  const inside = (await vscode.workspace.fs.readDirectory(target)).map(([name]) => name);
  const name = names.find(one => inside.includes(one));
  return name === undefined ? undefined : vscode.Uri.joinPath(target, name);
}

async function objectIn(file: vscode.Uri, shown: string): Promise<Record<string, unknown>> {
  const { default: yaml } = await import('yaml');
  let value: unknown;
  try {
    value = yaml.parse((await vscode.workspace.openTextDocument(file)).getText());
  } catch (error) {
    throw new Failure(words`Could not read ${shown}: ` + reasonOf(error));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Failure(words`Could not read ${shown}: it describes nothing.`);
}
