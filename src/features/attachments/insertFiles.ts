import { posix } from 'node:path';
import * as vscode from 'vscode';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { headAddress, isPageOfChangeRequest } from '../../model/content/address.ts';
import { safeFileName } from '../../model/writing/fileNames.ts';
import { mediaTypeOf } from '../../model/writing/mediaTypes.ts';
import { maxFileBytes, maxFilesPerEdit } from '../../model/writing/pageEdits.ts';
import * as say from '../../ui/say.ts';

/** A file to insert into a page. */
export interface FileToInsert {
  name: string;
  /** Media type; empty if unknown. */
  type: string;
  /** Returns the size of the file in bytes, if it is known before the file is read. */
  size?: () => Promise<number>;
  read: () => Promise<Uint8Array>;
}

/** The position of an insertion in a page. */
export interface InsertPosition {
  document: vscode.TextDocument;
  position: vscode.Position;
}

/** Returns true if files can be inserted into a page. */
export async function isInsertable(app: App, { uri }: vscode.TextDocument): Promise<boolean> {
  if (!isPageOfChangeRequest(uri)) return false;
  return (await (await app.writing.load()).editing.readOnlyReason(uri)) === undefined;
}

/**
 * Stores files on this computer until the page is saved, which uploads them. Returns the Markdown that shows them, and
 * reports refused files with the reason.
 */
export async function insertFilesAt(
  app: App,
  { document, position }: InsertPosition,
  files: readonly FileToInsert[],
): Promise<vscode.SnippetString> {
  const snippet = new vscode.SnippetString();
  if (files.length > maxFilesPerEdit) {
    say.warn(
      tEscaped`Nothing was inserted: there are ${files.length} files, and at most ${maxFilesPerEdit} can be inserted at once. Insert them in several steps.`,
    );
    return snippet;
  }
  const { insertedFiles } = await app.writing.load();
  const inserted: Inserted[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    const readable = await checked(file);
    if ('refusal' in readable) {
      refusals.push(readable.refusal);
      continue;
    }
    const { contentType, bytes, isImage } = readable;
    const name = await insertedFiles.add(document.uri, { name: readable.name, contentType, bytes });
    inserted.push({ name, isImage, label: labelOf(file.name) });
  }
  if (refusals.length > 0) say.warn(refusals.join(' '));
  appendFiles(snippet, inserted, { document, position });
  return snippet;
}

interface Inserted {
  /** The file name in `.assets/`. */
  name: string;
  isImage: boolean;
  label: string;
}

interface CheckedFile {
  name: string;
  contentType: string;
  isImage: boolean;
  bytes: Uint8Array;
}

async function checked(file: FileToInsert): Promise<CheckedFile | { refusal: string }> {
  const size = await file.size?.();
  if (size !== undefined && size > maxFileBytes) return { refusal: tooLarge(file.name, size) };
  const bytes = await file.read();
  if (bytes.length > maxFileBytes) return { refusal: tooLarge(file.name, bytes.length) };
  if (bytes.length === 0) return { refusal: tEscaped`"${file.name}" was not inserted: it is empty.` };
  const media = await mediaTypeOf(bytes, file);
  if (!media) {
    return {
      refusal: tEscaped`"${file.name}" was not inserted: it is not an image that browsers can show. Save it as PNG or JPEG, then insert it again.`,
    };
  }
  const { contentType, isImage, ending } = media;
  return { name: safeFileName(file.name, ending), contentType, isImage, bytes };
}

function tooLarge(name: string, bytes: number): string {
  // The size is rounded up, so that a file that is one byte too large is not reported with the maximum size.
  const number = new Intl.NumberFormat(vscode.env.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const size = number.format(Math.ceil((bytes / maxFileBytes) * 100) / 100);
  return tEscaped`"${name}" was not inserted: it has ${size} MB, and the server takes at most 1 MB for each file. Make it smaller, for example with fewer pixels or as JPEG, then insert it again.`;
}

/** Returns the alternative text of an image: its file name without the extension, in words. */
function labelOf(name: string): string {
  return posix
    .parse(name.replaceAll('\\', '/'))
    .name.replace(/[\s_-]+/g, ' ')
    .replace(/[\\[\]`*<>]/g, '')
    .trim();
}

function appendFiles(snippet: vscode.SnippetString, files: readonly Inserted[], place: InsertPosition): void {
  const folder = headAddress(place.document.uri)?.path.replace(/[^/]+$/, '') ?? '';
  const areBlocks = files.some(({ isImage }) => !isImage);
  const { before, after } = areBlocks ? blankLinesAround(place) : { before: '', after: '' };
  snippet.appendText(before);
  for (const [index, { name, isImage, label }] of files.entries()) {
    if (index > 0) snippet.appendText('\n\n');
    const target = `${folder.replace(/[^/]+/g, '..')}.assets/${name}`;
    snippet.appendText(isImage ? '![' : `{% file src="${target}" %}\n`);
    snippet.appendPlaceholder(label || (isImage ? 'image' : name));
    snippet.appendText(isImage ? `](${target})` : '\n{% endfile %}');
  }
  if (files.length > 0) snippet.appendText(after);
}

/** Returns the blank lines that separate blocks from the text before and after a position. */
function blankLinesAround({ document, position }: InsertPosition): { before: string; after: string } {
  const { text } = document.lineAt(position);
  const isText = (part: string) => part.trim() !== '';
  return {
    before: isText(text.slice(0, position.character)) ? '\n\n' : '',
    after: isText(text.slice(position.character)) ? '\n\n' : '',
  };
}
