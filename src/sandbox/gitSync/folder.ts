import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Gives the bytes of a file, on disk or in an archive. */
export type ReadFile = () => Buffer;

/** What a folder of documentation holds, by paths inside it, with `/`. */
export interface Folder {
  files: Map<string, ReadFile>;
  /** What was left out, each in a sentence. */
  warnings: string[];
}

/** Lists a folder. Links that lead out of it are refused; what is hidden or installed is no documentation. */
export function listFolder(directory: string): Folder {
  const root = realpathSync(directory);
  const folder: Folder = { files: new Map(), warnings: [] };
  visit('', [root]);
  return folder;

  /** `ancestors` are the real folders on the way here, the current one last. */
  function visit(inside: string, ancestors: readonly string[]): void {
    const current = ancestors.at(-1) ?? root;
    const entries = readdirSync(current, { withFileTypes: true }).filter(({ name }) => isDocumentation(name));
    for (const entry of entries.sort((a, b) => compareNames(a.name, b.name))) {
      const path = inside ? `${inside}/${entry.name}` : entry.name;
      if (entry.isSymbolicLink()) followLink(path, join(current, entry.name), ancestors);
      else visitEntry(path, join(current, entry.name), { entry, ancestors });
    }
  }

  function visitEntry(
    path: string,
    real: string,
    { entry, ancestors }: { entry: Pick<Dirent, 'isFile' | 'isDirectory'>; ancestors: readonly string[] },
  ): void {
    if (entry.isFile()) folder.files.set(path, () => readFileSync(real));
    if (entry.isDirectory()) visit(path, [...ancestors, real]);
  }

  function followLink(path: string, link: string, ancestors: readonly string[]): void {
    const target = resolveLink(link);
    const reason = refusal(root, target, ancestors);
    if (target === undefined || reason !== undefined) folder.warnings.push(`'${path}' was left out: ${reason}.`);
    else visitEntry(path, target, { entry: statSync(target), ancestors });
  }
}

/** Why a link is not followed; `ancestors` are the real folders on the way to it. */
function refusal(root: string, target: string | undefined, ancestors: readonly string[]): string | undefined {
  if (target === undefined) return 'it is a link to nothing';
  if (ancestors.includes(target)) return 'it is a link to a folder that it lies in';
  if (!target.startsWith(root + sep)) return 'it is a link to something outside the folder';
  const isHidden = !relative(root, target).split(sep).every(isDocumentation);
  return isHidden ? 'it is a link to something hidden' : undefined;
}

/** The order of names in a folder: as people number things, and README, the folder's own page, before all others. */
export function compareNames(a: string, b: string): number {
  const isFirst = (name: string) => /^README\.(?:md|MD|markdown)$/.test(name);
  if (isFirst(a) || isFirst(b)) return Number(isFirst(b)) - Number(isFirst(a));
  return collator.compare(a, b) || (a < b ? -1 : 1);
}

const collator = new Intl.Collator('en', { numeric: true });

/** What is hidden is none, but for what Git sync keeps hidden. */
export function isDocumentation(name: string): boolean {
  return name === '.gitbook' || name === '.gitbook.yaml' || !(name.startsWith('.') || name === 'node_modules');
}

function resolveLink(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // A link whose target is missing, or that leads to itself.
    return undefined;
  }
}
