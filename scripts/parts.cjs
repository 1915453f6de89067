// Published as dist/parts.js: runs the parts of the extension that are loaded when something in them is first used. They
// lie packed in one file, which scripts/packed.mjs has made: a hundred small ones take twice the room.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { brotliDecompressSync } = require('node:zlib');

const bytes = brotliDecompressSync(readFileSync(`${__dirname}/parts.br`));
let end = bytes.indexOf('\n');
const codes = JSON.parse(bytes.toString('utf8', 0, end++)).map(([, length]) => bytes.subarray(end, (end += length)));
const loaded = [];

/** Gives what a part exports. As with files, one that failed is tried again, and one that is being loaded is given as it is. */
module.exports = index => {
  if (!loaded[index]) {
    // What VS Code gives for `vscode` depends on the file that asks, which has to be there.
    const part = Object.assign(new Module(__filename, module), { filename: __filename, paths: module.paths });
    loaded[index] = part;
    try {
      part._compile(codes[index].toString(), __filename);
    } catch (error) {
      delete loaded[index];
      throw error;
    }
  }
  return loaded[index].exports;
};
