// Collects the licenses of bundled packages for ThirdPartyNotices.txt.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages whose files are copied beside the bundle, or whose fonts and images are put into style sheets. */
const copied = ['@seriousme/openapi-schema-validator', '@vscode/codicons', 'dejavu-fonts-ttf'];

/** Returns the text of ThirdPartyNotices.txt for the outputs in an esbuild metafile. Throws if a license is unknown. */
export function notices(outputs) {
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
