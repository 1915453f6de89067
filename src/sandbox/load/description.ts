import type { FileChange } from '../gitSync/checkout.ts';
import { compareNames } from '../gitSync/folder.ts';
import { isMarkdownFile } from '../gitSync/outline.ts';
import type { Folder } from '../gitSync/folder.ts';

/** The contents of `change-request.json`. */
interface DescribedChangeRequest {
  number: number;
  subject: string;
  createdAt: string;
  createdBy?: string;
  status?: 'draft' | 'open' | 'archived' | 'merged';
  mergedAt?: string;
  updatedAt?: string;
  reviewers?: string[];
  reviews?: { by: string; at: string; status: 'approved' | 'changes-requested'; markdown?: string }[];
  files: FileChange[];
}

/** An entry of `comments.json`. */
export interface CommentDescription extends ReplyDescription {
  /** The path of the commented page's file. */
  page?: string;
  /** A text of the commented block. */
  quote?: string;
  resolved?: { by: string; at: string };
  replies?: ReplyDescription[];
}

export interface ReplyDescription {
  by: string;
  at: string;
  markdown: string;
  editedAt?: string;
  /** User IDs by emoji. */
  reactions?: Record<string, string[]>;
}

type Files = Folder['files'];

export interface SpaceDescription {
  /** The files of the main content. */
  files: Files;
  comments: CommentDescription[];
  changeRequests: { description: DescribedChangeRequest; comments: CommentDescription[]; files: Files }[];
  warnings: string[];
}

/**
 * Reads the folder of a space: its content, its change requests and the comments on both. Only files in the list are
 * read, so that no path in them leads to another file of the machine.
 */
export function describeSpace({ files, warnings }: Folder): SpaceDescription {
  if (!isWrapped(files)) return { files, comments: [], changeRequests: [], warnings };

  const changeRequests = foldersIn(files, 'change-requests').flatMap(path => {
    const description = readJson(files, `${path}/change-request.json`, warnings);
    if (!isChangeRequest(description)) {
      warnings.push(`The change request in '${path}' was left out: it needs a number, a subject, a time and files.`);
      return [];
    }
    description.files = description.files.filter(change => isWithin(change, description.number, warnings));
    return { description, comments: readComments(files, path, warnings), files: filesBelow(files, `${path}/files`) };
  });
  return { files: filesBelow(files, 'space'), comments: readComments(files, '', warnings), changeRequests, warnings };
}

/**
 * Returns true if the folder has its content in `space`, beside change requests and comments. Documentation with a
 * folder called `space` has pages beside it, and no files that only this layout has.
 */
function isWrapped(files: Files): boolean {
  const paths = [...files.keys()];
  if (!paths.some(path => path.startsWith('space/')) || files.has('SUMMARY.md')) return false;
  const isOfLayout = (path: string) => /^(?:comments\.json|change-requests\/[^/]+\/change-request\.json)$/.test(path);
  return paths.some(isOfLayout) || !paths.some(path => isMarkdownFile(path) && !path.startsWith('space/'));
}

/** Returns the files below a folder, by their paths in it. */
export function filesBelow(files: Files, folder: string): Files {
  const start = `${folder}/`;
  const inside = [...files].filter(([path]) => path.startsWith(start));
  return new Map(inside.map(([path, read]) => [path.slice(start.length), read]));
}

/** Returns the paths of the direct subfolders of a folder that contain files. */
function foldersIn(files: Files, folder: string): string[] {
  const names = [...filesBelow(files, folder).keys()]
    .filter(path => path.includes('/'))
    .map(path => path.split('/')[0] ?? '');
  return [...new Set(names)].sort(compareNames).map(name => `${folder}/${name}`);
}

function readComments(files: Files, folder: string, warnings: string[]): CommentDescription[] {
  const path = folder === '' ? 'comments.json' : `${folder}/comments.json`;
  const comments = readJson(files, path, warnings);
  if (!Array.isArray(comments)) return [];
  const readable = comments.filter(isComment);
  if (readable.length < comments.length) warnings.push(`Some comments in '${path}' were left out: they name no time.`);
  return readable;
}

function readJson(files: Files, path: string, warnings: string[]): unknown {
  try {
    const text = files.get(path)?.().toString('utf8');
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    warnings.push(`'${path}' was left out: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Returns true if a change names paths within the folder; otherwise adds a warning. */
function isWithin(change: unknown, number: number, warnings: string[]): change is FileChange {
  const { path, previousPath = path } = isRecord(change) ? change : {};
  const wrong = [path, previousPath].find(one => typeof one !== 'string' || !isPath(one));
  if (wrong === undefined && path !== undefined) return true;
  warnings.push(`#${number}: '${String(wrong)}' was left out: it is no path within the folder.`);
  return false;
}

function isPath(path: string): boolean {
  return path.split(/[\\/]/).every(segment => !['', '.', '..'].includes(segment));
}

/** Checks only the fields that the loader depends on, because the files are written by hand or by a script. */
function isChangeRequest(value: unknown): value is DescribedChangeRequest {
  if (!isRecord(value)) return false;
  const { number, subject, createdAt, files } = value;
  return Number.isInteger(number) && typeof subject === 'string' && isTime(createdAt) && Array.isArray(files);
}

function isComment(value: unknown): value is CommentDescription {
  return isRecord(value) && typeof value['markdown'] === 'string' && isTime(value['at']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
