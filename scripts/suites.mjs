// Selects the test files of each suite. Runs on Node 20 without any package.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** The suites, with the folders of test/ that each of them runs. */
export const suites = {
  node: ['api', 'markdown', 'webview', 'sandbox', 'conformance', 'writing', 'project'],
  host: ['model', 'features'],
  ui: ['ui'],
};

/** Parts of the paths of test files for behaviour that differs between versions of VS Code. */
const versionDependent = [
  'features/commands',
  'features/comments/completion',
  'features/comments/draftSaver',
  'features/comments/draftTarget',
  'features/comments/drafts',
  'features/comments/hidden',
  'features/comments/marks',
  'features/comments/typing',
  'features/content/fileSystem',
  'features/content/tabs',
  'features/keys',
  'features/preview/blocks',
  'features/preview/images',
  'features/prompts',
  'features/resources/documents',
  'features/session/',
  'features/tree/lists',
  'features/tree/reveal',
  'features/webviewPage',
];

/**
 * Parts of the paths of test files that use `documentedOnly` but do not run a second time: those that start such a
 * server themselves, and those in which it only changes the order of prompts or the amount of data.
 */
const sameOnBothServers = [
  // Start a server without some or all optional operations.
  'features/changeRequests/changes',
  'features/links/broken',
  'features/openapi/push',
  'features/pick',
  'features/reviewPage/roles',
  'features/reviews/since',
  'features/tree/tree',
  'model/spaces',
  'model/unlistedSpaces',
  // Choose a space before a change request.
  'features/changeRequests/importContent',
  'features/changeRequests/odd',
  'features/changeRequests/pdf',
  // Has fewer rows to check.
  'features/hostile/names',
];

/** Distributes the files over groups, so that each has some of the slow ones, which are neighbours in the list. */
export function groupsOf(count, files) {
  return Array.from({ length: count }, (_, group) => files.filter((_, index) => index % count === group));
}

/**
 * Returns the files that npm test runs a second time, with the documented operations only and in the lowest supported
 * VS Code: tests of the differences on such a server, and those that depend on the version of VS Code.
 */
export function secondRunFiles() {
  const dependent = testFiles('host', versionDependent);
  const same = testFiles('host', sameOnBothServers);
  const isAboutServer = file =>
    !same.includes(file) && /\bdocumentedOnly\b/.test(readFileSync(join(root, file), 'utf8'));
  return testFiles('host').filter(file => dependent.includes(file) || isAboutServer(file));
}

/**
 * Returns the files of a suite whose path contains one of the parts, or all files without parts. Throws if a part
 * matches none.
 */
export function testFiles(suite, parts = []) {
  const files = suites[suite].flatMap(folder => filesIn(`test/${folder}`)).sort();
  for (const part of parts.length === 0 ? [''] : parts) {
    if (files.some(file => file.includes(part))) continue;
    throw new Error(`No test was run: no test file of "${suite}" has "${part}" in its path.\n${hint(part, files)}`);
  }
  return files.filter(file => parts.length === 0 || parts.some(part => file.includes(part)));
}

function filesIn(folder) {
  const names = readdirSync(join(root, folder), { recursive: true });
  return names.filter(name => name.endsWith('.test.ts')).map(name => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** Returns the other suites with such a file, otherwise the available files. */
function hint(part, files) {
  const other = Object.keys(suites).find(suite =>
    suites[suite].some(folder => filesIn(`test/${folder}`).some(file => file.includes(part))),
  );
  if (other) return `There is one in another suite: npm run try -- ${other} ${part}`;
  return `Name a part of one of these:\n${files.map(file => `  ${file}`).join('\n')}`;
}
