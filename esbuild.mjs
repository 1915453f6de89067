// Builds the extension into dist/: node esbuild.mjs [--production] [--watch] [--outdir=DIR] [--metafile=FILE]
// or the tests that run inside VS Code into .vscode-test/out/: node esbuild.mjs --tests [part of a test file's path ...]
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { notices } from './scripts/notices.mjs';
import { testFiles } from './scripts/suites.mjs';

process.chdir(import.meta.dirname);

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    production: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    outdir: { type: 'string' },
    metafile: { type: 'string' },
  },
});
const outdir = flags.outdir ?? (flags.tests ? '.vscode-test/out' : 'dist');

/** Modules that the manifest, a worker or a synchronous require() names, and parts with a short name. */
const entryPoints = {
  extension: 'src/extension.ts',
  preview: 'src/features/preview/markdownIt.ts',
  http: 'src/api/http.ts',
  'structured-text': 'src/api/structuredText.ts',
  markdown: 'src/markdown/index.ts',
  differences: 'src/markdown/differences.ts',
  placing: 'src/markdown/placing/worker.ts',
  review: 'src/markdown/review/index.ts',
  'openapi-validate': 'src/features/openapi/validate.ts',
  sandbox: 'src/sandbox/index.ts',
  'sandbox-cli': 'src/sandbox/main.ts',
  pdf: 'src/sandbox/pdf/worker.ts',
  'html-to-markdown': 'src/sandbox/import/htmlToMarkdown.ts',
};

/** Scripts and styles of webviews and of the Markdown preview. */
const webviews = {
  'review-page': 'src/webview/reviewPage/main.ts',
  blocks: 'media/blocks.css',
  reviewPage: 'src/webview/reviewPage/styles.css',
};

/** What the code reads at run time from the folder that it lies in. */
const copies = {
  sample: 'src/sandbox/load/sample',
  schemas: 'node_modules/@seriousme/openapi-schema-validator/schemas',
  'fonts/LICENSE': 'node_modules/dejavu-fonts-ttf/LICENSE',
  'fonts/DejaVuSans.ttf': 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'fonts/DejaVuSans-Bold.ttf': 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  'fonts/DejaVuSansMono.ttf': 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
};

const common = { outdir, bundle: true, metafile: true, logLevel: 'warning' };
const output = { minify: flags.production, sourcemap: flags.production ? false : 'inline' };

const target = 'node22.19';
const fileUrl = "const __url = require('node:url').pathToFileURL(__filename).href;";
/** VS Code loads CommonJS. A dynamic import becomes a require(), to which the proxy settings of VS Code apply, too. */
const commonJs = { format: 'cjs', platform: 'node', target, supported: { 'dynamic-import': false } };
const node = {
  ...common,
  platform: 'node',
  target,
  external: ['vscode', 'mocha'],
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename', 'import.meta.url': '__url' },
};

const host = {
  ...node,
  ...output,
  entryPoints: { ...lazyModules(), ...entryPoints },
  // esbuild splits ES modules alone.
  format: 'esm',
  splitting: true,
  chunkNames: 'shared-[hash]',
  write: false,
  plugins: [{ name: 'common-js', setup: build => build.onEnd(writeCommonJs) }, problems()],
};

const webview = {
  ...common,
  ...output,
  entryPoints: webviews,
  // The Chromium of the lowest VS Code that the manifest allows.
  target: 'chrome138',
  loader: { '.svg': 'dataurl' },
};

/** All test files are one bundle, so that they share one copy of the sources. */
const tests = files => ({
  ...node,
  ...commonJs,
  stdin: { contents: files.map(file => `import './${file}';`).join('\n'), resolveDir: import.meta.dirname },
  entryPoints: { run: 'test/host/run.ts', pdf: entryPoints.pdf, placing: entryPoints.placing },
  outExtension: { '.js': '.cjs' },
  banner: { js: fileUrl },
  sourcemap: 'inline',
});

if (!flags.tests) for (const file of globSync('*.{js,css}', { cwd: outdir })) rmSync(join(outdir, file));
for (const [target, source] of Object.entries(copies)) cpSync(source, join(outdir, target), { recursive: true });

const builds = flags.tests ? [tests(testFiles('host', positionals))] : [host, webview];
if (flags.watch) {
  for (const options of builds) await (await esbuild.context(options)).watch();
} else {
  // esbuild has printed what is wrong.
  const results = await Promise.all(builds.map(options => esbuild.build(options))).catch(() => process.exit(1));
  const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
  if (flags.metafile) writeFileSync(flags.metafile, JSON.stringify({ outputs }));
  if (flags.production) writeFileSync(join(outdir, 'ThirdPartyNotices.txt'), notices(outputs));
}

/** Modules that are imported dynamically: each becomes a file that is named after its path in src. */
function lazyModules() {
  const paths = globSync('src/**/*.ts').flatMap(file => {
    const imports = readFileSync(file, 'utf8').matchAll(/(?<!typeof )\bimport\('(\.[^']+)'\)/g);
    return [...imports].map(([, path]) => join(dirname(file), path));
  });
  const others = paths.filter(path => !Object.values(entryPoints).includes(path));
  return Object.fromEntries(others.map(path => [path.slice('src/'.length, -'.ts'.length).replaceAll('/', '-'), path]));
}

async function writeCommonJs({ outputFiles, metafile }) {
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles ?? []) {
    const banner = text.includes('__url') ? fileUrl : undefined;
    const { code } = await esbuild.transform(text, { ...commonJs, ...output, banner });
    metafile.outputs[relative('.', path)].bytes = Buffer.byteLength(code);
    writeFileSync(path, code, { mode: code.startsWith('#!') ? 0o755 : 0o644 });
  }
}

/** Prints what the problem matcher of .vscode/tasks.json waits for. */
function problems() {
  const print = ({ text, location }) =>
    console.error(`✘ [ERROR] ${text}\n    ${location?.file}:${location?.line}:${location?.column}:`);
  return {
    name: 'problems',
    setup(build) {
      if (!flags.watch) return;
      build.onStart(() => console.log('[watch] build started'));
      build.onEnd(({ errors }) => (errors.forEach(print), console.log('[watch] build finished')));
    },
  };
}
