// Which test files make up a suite. Runs on Node 20 without any package.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** The suites, and the folders of test/ that each of them runs. */
export const suites = {
  node: ['api', 'markdown', 'webview', 'sandbox', 'conformance', 'writing', 'project'],
  host: ['model', 'features'],
  ui: ['ui'],
};

/** Test files, by a part of their path, of what VS Code itself did differently from version to version. */
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
 * Test files, by a part of their path, that use `documentedOnly` and are not run a second time: those that set up such a
 * server themselves, and those in which it only changes which question comes first, or how much the test has to look at.
 */
const sameOnBothServers = [
  // Set up a server with the documented operations alone, or one without the operation that matters.
  'features/changeRequests/changes',
  'features/links/broken',
  'features/openapi/push',
  'features/pick',
  'features/reviewPage/roles',
  'features/reviews/since',
  'features/tree/tree',
  'model/spaces',
  'model/unlistedSpaces',
  // Pick a space before a change request.
  'features/changeRequests/importContent',
  'features/changeRequests/odd',
  'features/changeRequests/pdf',
  // Has fewer rows to look at.
  'features/hostile/names',
];

/** Deals the files out, so that each group has some of the slow ones that stand beside each other. */
export function groupsOf(count, files) {
  return Array.from({ length: count }, (_, group) => files.filter((_, index) => index % count === group));
}

/**
 * The files that npm test runs a second time: with the documented operations alone, in the lowest VS Code that is
 * supported. Those that say what differs on such a server, and those that depend on the version of VS Code.
 */
export function secondRunFiles() {
  const dependent = testFiles('host', versionDependent);
  const same = testFiles('host', sameOnBothServers);
  const isAboutServer = file =>
    !same.includes(file) && /\bdocumentedOnly\b/.test(readFileSync(join(root, file), 'utf8'));
  return testFiles('host').filter(file => dependent.includes(file) || isAboutServer(file));
}

/** The files of a suite whose path contains one of the parts; all files without parts. Throws where a part is in none. */
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

/** Where else there is such a file, else which files there are. */
function hint(part, files) {
  const other = Object.keys(suites).find(suite =>
    suites[suite].some(folder => filesIn(`test/${folder}`).some(file => file.includes(part))),
  );
  if (other) return `There is one in another suite: npm run try -- ${other} ${part}`;
  return `Name a part of one of these:\n${files.map(file => `  ${file}`).join('\n')}`;
}
