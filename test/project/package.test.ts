import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { createVSIX } from '@vscode/vsce';
import { unzipSync } from 'fflate';
import { root } from './sources.ts';

const needed = [
  ...['package.json', 'readme.md', 'changelog.md', 'LICENSE.txt', 'media/icon.png', 'media/preview.css'],
  ...['extension', 'preview', 'http', 'markdown', 'review', 'openapi-validate', 'sandbox', 'sandbox-thread', 'pdf'].map(
    name => `dist/${name}.js`,
  ),
  ...[
    'dist/review-page.js',
    'dist/diagrams.js',
    'dist/reviewPage.css',
    'dist/blocks.css',
    'dist/codicon.ttf',
    'dist/sample/sample.json',
  ],
  ...['dist/schemas/v3.1/schema.json', 'dist/fonts/DejaVuSans.ttf'],
  'dist/ThirdPartyNotices.txt',
  ...['', '.de', '.es'].map(language => `package.nls${language}.json`),
  ...['de', 'es'].map(language => `l10n/bundle.l10n.${language}.json`),
];
const allowed = [
  /^(package\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
  /^package\.nls(\.\w+)?\.json$|^l10n\/bundle\.l10n\.\w+\.json$/,
  /^media\/(walkthrough\/)?[\w-]+\.(svg|png|css)$/,
  /^dist\/[\w-]+\.(js|css)$/,
  /^dist\/(codicon\.ttf|ThirdPartyNotices\.txt)$/,
  /^dist\/fonts\/[\w-]+\.ttf$/,
  /^dist\/sample\/([\w.-]+\/)*[\w.-]+\.(md|json|yaml|svg|png)$/,
  /^dist\/schemas\/[\w.]+\/schema\.json$/,
];

// Prints the stack trace of an error that is thrown in a lazily loaded part.
const loadMissingContent = `
  require(process.argv[1]).createSandbox({ content: '/no/such/folder' }).catch(error => console.log(error.stack));
`;

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function run(args: string[], input = ''): string {
  return execFileSync(process.execPath, args, { cwd: root, input, encoding: 'utf8' });
}

describe('the .vsix', function () {
  this.timeout(120_000);
  let folder: string;
  let vsix: string;
  let contents: Record<string, Uint8Array>;
  let files: string[];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marginalia-package-'));
    vsix = join(folder, 'marginalia.vsix');
    // A development build, which the production build replaces.
    execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root });
    // The search for secrets takes as long as everything else here, and `npm run package` does it too.
    const withoutSearch = { allowPackageAllSecrets: true, allowPackageEnvFile: true };
    await createVSIX({
      cwd: root,
      packagePath: vsix,
      readmePath: 'dist/README.md',
      dependencies: false,
      ...withoutSearch,
    });
    contents = unzipSync(readFileSync(vsix), { filter: ({ name }) => name.startsWith('extension/') });
    files = Object.keys(contents).map(path => path.replace('extension/', ''));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has at most 5 MB', () => {
    const { size } = statSync(vsix);
    assert.ok(size <= 5_000_000, `${size} bytes`);
  });

  it('contains what a user needs', () => {
    assert.deepEqual(
      needed.filter(file => !files.includes(file)),
      [],
    );
  });

  it('contains nothing else', () => {
    assert.deepEqual(
      files.filter(file => !allowed.some(pattern => pattern.test(file))),
      [],
    );
  });

  it('names the author and license of each font, style and image', () => {
    const packages = new Map(
      globSync('node_modules/**/*.{ttf,woff,woff2,css,svg,png}', { cwd: root }).map(file => {
        const [, name = ''] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
        return [hashOf(readFileSync(join(root, file))), name];
      }),
    );
    const borrowed = files
      .filter(file => /\.(ttf|woff2?|css|svg|png)$/.test(file))
      .flatMap(file => packages.get(hashOf(bytesOf(file))) ?? []);
    assert.deepEqual([...new Set(borrowed)].sort(), ['@vscode/codicons', 'dejavu-fonts-ttf']);
    const notices = textOf('dist/ThirdPartyNotices.txt').split(/\n-{80}\n\n/);
    const noticeOf = (name: string) => notices.find(notice => notice.startsWith(`${name} `)) ?? assert.fail(name);
    assert.match(noticeOf('@vscode/codicons'), /CC-BY-4\.0[^]*Microsoft[^]*Attribution 4\.0 International/);
    assert.match(noticeOf('dejavu-fonts-ttf'), /Bitstream Vera/);
  });

  it('contains plain JavaScript that Node can parse', () => {
    const scripts = files.filter(file => file.endsWith('.js'));
    assert.ok(scripts.length > 10);
    // Compiles as "node --check" does, without a process for each of the many files.
    for (const script of scripts) assert.doesNotThrow(() => new Script(Module.wrap(textOf(script))), script);
  });

  it('contains no compressed or compiled code', () => {
    const texts = files.filter(file => !/\.(png|ttf)$/.test(file));
    assert.deepEqual(
      texts.filter(file => !isUtf8(bytesOf(file))),
      [],
    );
    assert.deepEqual(
      texts.filter(file => file.endsWith('.js') && textOf(file).includes('._compile(')),
      [],
    );
  });

  it('has separate source maps that decode a stack trace from a lazily loaded chunk', () => {
    for (const [path, bytes] of Object.entries(contents)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const trace = run(['-e', loadMissingContent, join(folder, 'extension/dist/sandbox.js')]);
    const [, part] = /\/dist\/([\w-]+)\.js:\d+:\d+/.exec(trace) ?? [];
    assert.equal(part, 'sandbox-load-sample', trace);
    const [, file = '', line = ''] = /(src\/[\w/]+\.ts):(\d+):\d+/.exec(run(['scripts/trace.mjs'], trace)) ?? [];
    assert.equal(file, 'src/sandbox/load/sample.ts');
    const source = readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1];
    assert.match(source ?? '', /there is no folder/);
  });

  function bytesOf(file: string): Uint8Array {
    return contents[`extension/${file}`] ?? assert.fail(`${file} is missing`);
  }

  function textOf(file: string): string {
    return Buffer.from(bytesOf(file)).toString();
  }
});
