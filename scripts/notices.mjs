// What the licences of bundled packages ask for: who made them, and under which terms.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of which files are copied beside the bundles. */
const copied = ['node_modules/dejavu-fonts-ttf', 'node_modules/@seriousme/openapi-schema-validator'];

/**
 * The text of ThirdPartyNotices.txt for what an esbuild metafile says was bundled; terms that many share stand there once,
 * below all names and who has made what. Throws where terms are unknown.
 */
export function notices({ outputs }) {
  const inputs = Object.values(outputs).flatMap(output => Object.keys(output.inputs));
  const folders = new Set([...inputs.map(folderOf).filter(Boolean), ...copied]);
  const packages = [...folders].map(read).sort((one, other) => (one.title < other.title ? -1 : 1));
  const rule = `\n${'-'.repeat(80)}\n\n`;
  const head = 'Marginalia contains the following packages, each under the terms that stand below its name.\n';
  const groups = Map.groupBy(packages.map(apart), ({ terms }) => wordsOf(terms));
  const texts = [...groups.values()].map(group => {
    const names = group.map(({ title, makers }) => [title, ...makers].join('\n'));
    return `${[...names, group[0].terms].join('\n\n')}\n`;
  });
  return [head, ...texts].join(rule);
}

/** Who has made a package, as its terms say it, and what else they say. */
function apart({ title, terms }) {
  const lines = terms.split('\n');
  const isMaker = line => /^\s*(portions )?copyright\b.*(\d{4}|\(c\)|©)/i.test(line);
  const isHeading = line => /^\W*(the )?mit license( \(mit\))?\W*$/i.test(line);
  const others = lines.filter(line => !isMaker(line) && !isHeading(line));
  const heading = lines.some(isHeading) ? 'The MIT License (MIT)\n\n' : '';
  return { title, makers: lines.filter(isMaker), terms: `${heading}${others.join('\n').trim()}` };
}

/** What a text says, however its lines are broken. */
function wordsOf(text) {
  return text.toLowerCase().split(/\W+/).join(' ');
}

/** The folder of the package that a file belongs to; undefined for our own. */
function folderOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

function read(folder) {
  const { name, version, license, author, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Creative Commons ask for the address of their terms, not for all of them.
  const isLinked = /^CC-BY-/.test(license);
  const file = isLinked ? undefined : readdirSync(folder).find(name => /^(licen[cs]e|copying)(\.|-|$)/i.test(name));
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
