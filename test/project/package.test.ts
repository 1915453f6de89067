import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { listFiles, PackageManager } from '@vscode/vsce';

const needed = [
  ...['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'media/icon.png', 'dist/extension.js', 'dist/preview.js'],
  ...['dist/markdown.js', 'dist/placing.js', 'dist/review.js', 'dist/review-page.js', 'dist/reviewPage.css'],
  'dist/blocks.css',
  ...[
    'dist/sandbox.js',
    'dist/sandbox.br',
    'dist/contract.json.br',
    'dist/llhttp.wasm.br',
    'dist/sample.br',
    'dist/openapi-validate.js',
    'dist/schemas/v3.1/schema.json',
  ],
  ...['dist/ThirdPartyNotices.txt', 'dist/pdf.js', 'dist/fonts/DejaVu.br', 'dist/fonts/LICENSE'],
];
const allowed = [
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^media\/[\w-]+\.(svg|png|css)$/,
  /^dist\/(s-\w+-\w+|extension|differences|http|markdown|parts|pdf|placing|preview|review|review-page|sandbox|html-to-markdown|structured-text|openapi-validate)\.js$/,
  /^dist\/((contract\.json|sample|llhttp\.wasm|http|parts|pdf|review|sandbox|html-to-markdown|s-(chunk|yauzl)-\w+)\.br|ThirdPartyNotices\.txt)$/,
  /^dist\/fonts\/(LICENSE|DejaVu\.br)$/,
  /^dist\/(blocks|reviewPage)\.css$/,
  /^dist\/schemas\/[\w.]+\/schema\.json$/,
];

describe('The package', () => {
  let files: string[];

  before(async function () {
    this.timeout(120_000);
    // With source maps and whatever else development leaves behind.
    execFileSync(process.execPath, ['esbuild.mjs']);
    execFileSync(process.execPath, ['esbuild.mjs', '--production']);
    files = await listFiles({ packageManager: PackageManager.None });
  });

  it('holds nothing that a user does not need', () => {
    assert.deepEqual(
      files.filter(file => !allowed.some(pattern => pattern.test(file))),
      [],
    );
  });

  it('has at most 4 MB', () => {
    // Each file is packed by itself; its name stands in two places, beside what is said of it.
    const packed = files.map(file => deflateRawSync(readFileSync(file)).length + 2 * `extension/${file}`.length + 120);
    const bytes = packed.reduce((sum, one) => sum + one, 0);
    assert.ok(bytes <= 4_000_000, `It has ${bytes} bytes.`);
  });

  it('holds what its bundles unpack', () => {
    const bundles = files.filter(file => file.endsWith('.js'));
    const packed = bundles.flatMap(file => readFileSync(file, 'utf8').match(/[\w.-]+\.br\b/g) ?? []);
    assert.ok(packed.includes('http.br'));
    assert.deepEqual(
      packed.filter(name => !files.some(file => file.endsWith(`/${name}`))),
      [],
    );
  });

  it('holds what a user needs', () => {
    assert.deepEqual(
      needed.filter(file => !files.includes(file)),
      [],
    );
  });
});
