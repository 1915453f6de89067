import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../gitSync/checkout.ts';

/** What `change-request.json` says. */
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

/** One entry of `comments.json`. */
export interface DescribedComment extends DescribedReply {
  /** The path of the file of a page. */
  page?: string;
  /** Words of the block that it hangs on. */
  quote?: string;
  resolved?: { by: string; at: string };
  replies?: DescribedReply[];
}

export interface DescribedReply {
  by: string;
  at: string;
  markdown: string;
  editedAt?: string;
  /** Users by emoji. */
  reactions?: Record<string, string[]>;
}

export interface SpaceDescription {
  /** The folder of the main content. */
  content: string;
  comments: DescribedComment[];
  changeRequests: { description: DescribedChangeRequest; comments: DescribedComment[]; folder: string }[];
  warnings: string[];
}

/** Reads what lies in the folder of a space: content, change requests and what people said about both. */
export function describeSpace(folder: string): SpaceDescription {
  const warnings: string[] = [];
  const inside = join(folder, 'space');
  const isWrapped = existsSync(inside) && !existsSync(join(folder, 'SUMMARY.md'));
  if (!isWrapped) return { content: folder, comments: [], changeRequests: [], warnings };

  const changeRequests = foldersIn(join(folder, 'change-requests')).flatMap(name => {
    const path = join(folder, 'change-requests', name);
    const description = readJson(join(path, 'change-request.json'), warnings);
    if (!isChangeRequest(description)) {
      warnings.push(`The change request in '${path}' was left out: it needs a number, a subject, a time and files.`);
      return [];
    }
    return { description, comments: readComments(path, warnings), folder: join(path, 'files') };
  });
  return { content: inside, comments: readComments(folder, warnings), changeRequests, warnings };
}

function foldersIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function readComments(folder: string, warnings: string[]): DescribedComment[] {
  const path = join(folder, 'comments.json');
  const comments = existsSync(path) ? readJson(path, warnings) : [];
  if (!Array.isArray(comments)) return [];
  const readable = comments.filter(isComment);
  if (readable.length < comments.length) warnings.push(`Some comments in '${path}' were left out: they name no time.`);
  return readable;
}

function readJson(path: string, warnings: string[]): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    warnings.push(`'${path}' was left out: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** The files are written by hand or by a script: what the loader cannot do without is looked at. */
function isChangeRequest(value: unknown): value is DescribedChangeRequest {
  if (!isRecord(value)) return false;
  const { number, subject, createdAt, files } = value;
  return Number.isInteger(number) && typeof subject === 'string' && isTime(createdAt) && Array.isArray(files);
}

function isComment(value: unknown): value is DescribedComment {
  return isRecord(value) && typeof value['markdown'] === 'string' && isTime(value['at']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
