import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

export const megabyte = 1024 ** 2;

const smallest = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns a PNG of one pixel with this number of bytes, which differs from all others. */
export function png(bytes = smallest.length + 36): Buffer {
  const image = Buffer.alloc(bytes);
  smallest.copy(image);
  image.write(randomUUID(), smallest.length);
  return image;
}

/** Writes a file on this computer, which a test selects in a dialog. */
export async function fileOnDisk(name: string, bytes: Uint8Array): Promise<vscode.Uri> {
  const folder = join(tmpdir(), randomUUID());
  await mkdir(folder);
  await writeFile(join(folder, name), bytes);
  return vscode.Uri.file(join(folder, name));
}
