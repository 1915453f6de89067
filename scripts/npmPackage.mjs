// Writes the npm package of the sandbox to dist/npm, from the production build: npm run package:sandbox
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/npm');
const { name, version, license, engines, repository, bugs } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const entry = { types: './dist/sandbox-package.d.ts', default: './dist/sandbox-package.js' };
const manifest = {
  name,
  version,
  description: 'A local server with the GitBook API, for tests of integrations.',
  keywords: ['gitbook', 'mock', 'server', 'testing'],
  license,
  repository,
  bugs,
  engines: { node: engines.node },
  bin: { 'marginalia-sandbox': 'dist/sandbox-cli.js' },
  exports: { '.': entry, './sandbox': entry, './package.json': './package.json' },
};

/** Built files of the extension that the sandbox does not use. */
const unused = /^(extension|preview|features-.*|model-.*|review.*)\.js$/;

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'dist'), { recursive: true });
const scripts = globSync('*.js', { cwd: join(root, 'dist') }).filter(file => !unused.test(file));
for (const path of [...scripts, 'sandbox-package.d.ts', 'ThirdPartyNotices.txt', 'fonts', 'sample']) {
  cpSync(join(root, 'dist', path), join(folder, 'dist', path), { recursive: true });
}
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
cpSync(join(root, 'src/sandbox/README.md'), join(folder, 'README.md'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
