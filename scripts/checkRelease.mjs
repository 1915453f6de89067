// Checks what a release needs: node scripts/checkRelease.mjs TAG
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [tag = ''] = process.argv.slice(2);
const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const tracked = execFileSync('git', ['ls-files', 'media'], { cwd: root, encoding: 'utf8' }).split('\n');
const pictures = Array.from(
  readFileSync(join(root, 'README.md'), 'utf8').matchAll(/(?:src|srcset)="(?!https:)([^"]+)"/g),
  ([, path]) => path,
);
const isHeading = line => line.startsWith(`## ${version} - `) && /\d{4}-\d\d-\d\d$/.test(line);

const problems = [
  tag !== `v${version}` && `The tag is ${tag}, and the version in package.json is ${version}.`,
  !changelog.split('\n').some(isHeading) && `CHANGELOG.md has no heading "## ${version} - <date>".`,
  repository.url === 'https://github.com/marginalia/marginalia' &&
    'The publisher and the addresses in package.json are placeholders. CONTRIBUTING.md lists them.',
  ...pictures.filter(path => !tracked.includes(path)).map(path => `README.md shows ${path}, which is not committed.`),
].filter(Boolean);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
