// What the licences of bundled packages ask for: who made them, and under which terms.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of which files are copied beside the bundles. */
const copied = ['node_modules/dejavu-fonts-ttf', 'node_modules/@seriousme/openapi-schema-validator'];

/** The text of ThirdPartyNotices.txt for what an esbuild metafile says was bundled. Throws where terms are unknown. */
export function notices({ outputs }) {
  const inputs = Object.values(outputs).flatMap(output => Object.keys(output.inputs));
  const folders = new Set([...inputs.map(folderOf).filter(Boolean), ...copied]);
  const packages = [...folders].map(read).sort((one, other) => (one.title < other.title ? -1 : 1));
  const rule = `\n${'-'.repeat(80)}\n\n`;
  const head = 'Marginalia contains the following packages, each under the terms that stand below its name.\n';
  return [head, ...packages.map(({ title, terms }) => `${title}\n\n${terms}\n`)].join(rule);
}

/** The folder of the package that a file belongs to; undefined for our own. */
function folderOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

function read(folder) {
  const { name, version, license, author, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find(name => /^(licen[cs]e|copying)(\.|-|$)/i.test(name));
  const by = typeof author === 'string' ? author : author?.name;
  const terms = file
    ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
    : license &&
      [`Licence: ${license}, https://spdx.org/licenses/${license}.html`, by && `Copyright (c) ${by}`]
        .filter(Boolean)
        .join('\n');
  if (!terms) throw new Error(`${folder} does not say under which terms it may be given away.`);
  return { title: [`${name} ${version}`, homepage].filter(Boolean).join('\n'), terms };
}
