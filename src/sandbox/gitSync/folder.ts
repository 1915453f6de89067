import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Reads the bytes of a file, on disk or in an archive. */
export type ReadFile = () => Buffer;

/** The files of a documentation folder, by relative paths with `/`. */
export interface Folder {
  files: Map<string, ReadFile>;
  /** One sentence for each file that was left out. */
  warnings: string[];
}

/** Lists a folder. Ignores hidden files and `node_modules`, and reports links that lead out of the folder. */
export function listFolder(directory: string): Folder {
  const root = realpathSync(directory);
  const folder: Folder = { files: new Map(), warnings: [] };
  visit('', [root]);
  return folder;

  /** Adds the files of a folder; `ancestors` are the real folders from the root to it, itself last. */
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

/** Returns the reason not to follow a link; `ancestors` are the real folders from the root to it. */
function refusal(root: string, target: string | undefined, ancestors: readonly string[]): string | undefined {
  if (target === undefined) return 'it is a link to nothing';
  if (ancestors.includes(target)) return 'it is a link to a folder that it lies in';
  if (!target.startsWith(root + sep)) return 'it is a link to something outside the folder';
  const isHidden = !relative(root, target).split(sep).every(isDocumentation);
  return isHidden ? 'it is a link to something hidden' : undefined;
}

/** Compares names in numeric order. README comes first, because it is the page of the folder. */
export function compareNames(a: string, b: string): number {
  const isFirst = (name: string) => /^README\.(?:md|MD|markdown)$/.test(name);
  if (isFirst(a) || isFirst(b)) return Number(isFirst(b)) - Number(isFirst(a));
  return collator.compare(a, b) || (a < b ? -1 : 1);
}

const collator = new Intl.Collator('en', { numeric: true });

/** Returns false for hidden names and `node_modules`, except for the hidden names of Git Sync. */
export function isDocumentation(name: string): boolean {
  return name === '.gitbook' || name === '.gitbook.yaml' || !(name.startsWith('.') || name === 'node_modules');
}

function resolveLink(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // The target of the link is missing, or the link leads to itself.
    return undefined;
  }
}
