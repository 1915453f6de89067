// npm run trace < FILE: prints a stack trace of the packaged extension with the files and lines of src. The source maps are
// those of the last "npm run package"; package the version that the trace is from.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { text } from 'node:stream/consumers';

const maps = new URL('../dist/maps/', import.meta.url);

process.stdout.write((await text(process.stdin)).replace(/[^\s()]*?([\w-]+\.js):(\d+):(\d+)/g, decode));

function decode(position, file, line, column) {
  const map = new URL(`${file}.map`, maps);
  if (!existsSync(map)) return position;
  const origin = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findOrigin(Number(line), Number(column));
  if (origin.fileName === undefined) return position;
  // The paths in the maps are relative to dist.
  return `${origin.fileName.replace(/^\.\.\//, '')}:${origin.lineNumber}:${origin.columnNumber}`;
}
