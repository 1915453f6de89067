// Writes what only a release has: the licenses of the bundled packages, source maps, the README, and type declarations.
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Packages whose files are copied beside the bundle, or whose fonts and images are put into style sheets. */
const copied = ['@seriousme/openapi-schema-validator', '@vscode/codicons', 'dejavu-fonts-ttf'];

/** Returns the text of ThirdPartyNotices.txt for the outputs in an esbuild metafile. Throws if a license is unknown. */
function notices(outputs) {
  const inputs = Object.values(outputs).flatMap(output => Object.keys(output.inputs));
  const folders = inputs.map(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean);
  const texts = [...new Set([...folders, ...copied.map(name => `node_modules/${name}`)])].map(notice).sort();
  return ['Marginalia contains the following packages.\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

function notice(folder) {
  const { name, version, license, author, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find(name => /^(licen[cs]e|copying)(\.|-|$)/i.test(name));
  if (!file && !license) throw new Error(`${folder} has no license.`);
  const terms = file
    ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
    : `License: ${license}, https://spdx.org/licenses/${license}.html\nCopyright (c) ${author?.name ?? author}`;
  // The text of a Creative Commons license does not name the author.
  const credit = /^CC-/.test(license ?? '') && `License: ${license}, by ${author?.name ?? author}`;
  return `${[`${name} ${version}`, homepage, credit].filter(Boolean).join('\n')}\n\n${terms}\n`;
}

/** Returns the README with the addresses of the release's tag, which stay valid. vsce does not change absolute ones. */
function extensionPage() {
  const { repository, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return readFileSync('README.md', 'utf8')
    .replace(/(?<=(?:src|srcset)=")(?!https:)/g, `${repository.url}/raw/v${version}/`)
    .replace(/(?<=\]\()(?!https:|#)/g, `${repository.url}/blob/v${version}/`);
}

/** Returns the declarations of the types that a module exports. The module must import none from other files. */
function declarationsOf(path) {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext };
  return ts.transpileDeclaration(readFileSync(path, 'utf8'), { compilerOptions, fileName: path }).outputText;
}

/** Moves the source maps to `maps/` and writes the other files. `outputs` are those of esbuild's metafile. */
export function writeReleaseFiles(outdir, outputs, sandboxPackage) {
  rmSync(join(outdir, 'maps'), { recursive: true, force: true });
  mkdirSync(join(outdir, 'maps'));
  for (const file of globSync('*.map', { cwd: outdir })) renameSync(join(outdir, file), join(outdir, 'maps', file));
  writeFileSync(join(outdir, 'metafile.json'), JSON.stringify({ outputs }));
  writeFileSync(join(outdir, 'ThirdPartyNotices.txt'), notices(outputs));
  writeFileSync(join(outdir, 'README.md'), extensionPage());
  writeFileSync(join(outdir, 'sandbox-package.d.ts'), declarationsOf(sandboxPackage));
}
