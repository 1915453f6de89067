// Builds the extension into dist/: node esbuild.mjs [--production] [--watch] [--outdir=DIR]
// or the tests inside VS Code into .vscode-test/out/: node esbuild.mjs --tests [part of a test file's path ...]
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { writeReleaseFiles } from './scripts/releaseFiles.mjs';
import { testFiles } from './scripts/suites.mjs';

const root = import.meta.dirname;
process.chdir(root);
const boolean = { type: 'boolean', default: false };
const options = { production: boolean, watch: boolean, tests: boolean, outdir: { type: 'string' } };
const { values: flags, positionals } = parseArgs({ options, allowPositionals: true });
const outdir = flags.outdir ?? (flags.tests ? '.vscode-test/out' : 'dist');

/** Modules that the manifest, a worker or a synchronous require() names, and parts with a short name. */
const entryPoints = {
  extension: 'src/extension.ts',
  preview: 'src/features/preview/markdownIt.ts',
  http: 'src/api/http.ts',
  markdown: 'src/markdown/index.ts',
  review: 'src/markdown/review/index.ts',
  'openapi-validate': 'src/api/openapi/validateWorker.ts',
  sandbox: 'src/sandbox/index.ts',
  'sandbox-cli': 'src/sandbox/main.ts',
  'sandbox-package': 'src/sandbox/package.ts',
  pdf: 'src/sandbox/pdf/worker.ts',
  'sandbox-thread': 'src/sandbox/thread/worker.ts',
};

/** For webviews and the Markdown preview. */
const webviews = {
  'review-page': 'src/webview/reviewPage/main.ts',
  diagrams: 'src/webview/diagrams/main.ts',
  blocks: 'media/blocks.css',
  reviewPage: 'src/webview/reviewPage/styles.css',
};

/** Files that the code reads from the folder that it is in. */
const copies = {
  sample: 'src/sandbox/load/sample',
  schemas: 'node_modules/@seriousme/openapi-schema-validator/schemas',
};
for (const face of ['', '-Bold', '-Oblique', '-BoldOblique', 'Mono', 'Mono-Oblique']) {
  copies[`fonts/DejaVuSans${face}.ttf`] = `node_modules/dejavu-fonts-ttf/ttf/DejaVuSans${face}.ttf`;
}

const sources = () => globSync('src/**/*.ts').map(file => ({ file, text: readFileSync(file, 'utf8') }));
const style = { minify: flags.production, sourcemap: flags.production ? 'external' : 'inline', sourcesContent: false };
const report = { metafile: true, logLevel: flags.watch ? 'info' : 'warning' };
const common = { ...style, ...report, outdir, bundle: true, assetNames: '[name]' };

const fileUrl = "const __url = require('node:url').pathToFileURL(__filename).href;";
const runtime = { platform: 'node', target: 'node22.19' };
/** VS Code loads CommonJS. A dynamic import becomes a require(), to which the proxy settings of VS Code apply, too. */
const commonJs = { ...runtime, format: 'cjs', supported: { 'dynamic-import': false } };
const node = {
  ...common,
  ...runtime,
  external: ['vscode', 'mocha'],
  // esbuild cannot follow require() in the UMD entry of one. The main entry of the other loads `fs`, which nothing needs.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js', '@vscode/l10n': '@vscode/l10n/dist/browser.js' },
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename', 'import.meta.url': '__url' },
};

/** esbuild splits ES modules alone, which writeCommonJs() converts. */
const split = { format: 'esm', splitting: true, chunkNames: 'shared-[hash]', sourcemap: 'inline', write: false };
const all = { ...lazyModules(), ...entryPoints };
const host = () => ({
  ...node,
  ...split,
  entryPoints: all,
  plugins: [activateFast(all), { name: 'common-js', setup: build => build.onEnd(writeCommonJs) }],
});

/** The target is the Chromium of the lowest VS Code that the manifest allows. */
const webview = () => ({ ...common, entryPoints: webviews, target: 'chrome138', loader: { '.ttf': 'file' } });

/** All test files are one bundle, which shares one copy of the sources. Those in MARGINALIA_TEST_FILES run, or all. */
const run = file => `if ((process.env.MARGINALIA_TEST_FILES ?? '${file}').includes('${file}')) require('./${file}');`;
const tests = files => ({
  ...node,
  ...commonJs,
  stdin: { contents: files.map(run).join('\n'), resolveDir: root },
  entryPoints: {
    run: 'test/host/run.ts',
    pdf: entryPoints.pdf,
    'openapi-validate': entryPoints['openapi-validate'],
    'sandbox-thread': entryPoints['sandbox-thread'],
  },
  outExtension: { '.js': '.cjs' },
  banner: { js: fileUrl },
});

const built = globSync('{*.{js,css,map,d.ts},sample,schemas,fonts}', { cwd: outdir });
for (const file of built) rmSync(join(outdir, file), { recursive: true });
for (const [target, source] of Object.entries(copies)) cpSync(source, join(outdir, target), { recursive: true });

const builds = flags.tests ? [tests(testFiles('host', positionals))] : [host(), webview()];
if (flags.watch) {
  for (const options of builds) await (await esbuild.context(options)).watch();
} else {
  // esbuild has printed what is wrong.
  const results = await Promise.all(builds.map(options => esbuild.build(options))).catch(() => process.exit(1));
  const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
  if (flags.production) writeReleaseFiles(outdir, outputs, entryPoints['sandbox-package']);
}

/** Modules and packages that are imported dynamically: each becomes a file that is named after its path in src. */
function lazyModules() {
  const paths = sources().flatMap(({ file, text }) => {
    const imports = text.matchAll(/(?<!typeof )\bimport\('(?!node:)([^']+)'\)/g);
    return Array.from(imports, ([, path]) => (path.startsWith('.') ? join(dirname(file), path) : path));
  });
  const others = paths.filter(path => !Object.values(entryPoints).includes(path));
  return Object.fromEntries(others.map(path => [path.replace(/^src\/|\.ts$/g, '').replaceAll('/', '-'), path]));
}

/** Without this, activate() takes twice the time: it loads 25 files instead of 6, and copies `vscode` for each module. */
function activateFast(entryPoints) {
  return {
    name: 'activate-fast',
    setup(build) {
      // A lazy part of the extension comes after extension.ts. esbuild puts what all of them import into one file.
      build.onLoad({ filter: /[\\/]src[\\/](features|model|ui)[\\/]/ }, ({ path }) => {
        const contents = `import ${JSON.stringify(join(root, entryPoints.extension))};\n${readFileSync(path)}`;
        return Object.values(entryPoints).includes(relative(root, path)) ? { contents, loader: 'ts' } : undefined;
      });
      // Named imports are not copied.
      const resolve = ({ path, namespace }) => (namespace === 'file' ? { path, namespace: 'names' } : undefined);
      build.onResolve({ filter: /^vscode$/ }, resolve);
      build.onLoad({ filter: /./, namespace: 'names' }, () => {
        const names = new Set(sources().flatMap(({ text }) => text.match(/(?<=\bvscode\.)\w+/g) ?? []));
        return { contents: `export { ${[...names]} } from 'vscode';` };
      });
    },
  };
}

async function writeCommonJs({ outputFiles, metafile }) {
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles ?? []) {
    const banner = text.includes('__url') ? fileUrl : undefined;
    const { code, map } = await esbuild.transform(text, { ...commonJs, ...style, banner });
    metafile.outputs[relative('.', path)].bytes = Buffer.byteLength(code);
    writeFileSync(path, code, { mode: code.startsWith('#!') ? 0o755 : 0o644 });
    if (map) writeFileSync(`${path}.map`, map);
  }
}
